"use client";
/** What the keys do here. */
import { useTranslations } from "next-intl";
import { Dialog } from "../ui/dialog";
import { Kbd } from "../ui/kbd";

const ROWS = [
  [["j", "↓"], "next"],
  [["k", "↑"], "previous"],
  [["a"], "keep"],
  [["e"], "edit"],
  [["Ctrl", "Enter"], "save"],
  [["m"], "merge"],
  [["s"], "newer"],
  [["o"], "older"],
  [["x"], "archive"],
  [["A"], "like"],
  [["z"], "undo"],
  [["c"], "changed"],
  [["?"], "help"],
] as const;

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("review");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("keys.title")} description={t("keys.hint")}>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5">
        {ROWS.map(([keys, name]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd className="text-muted">{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
