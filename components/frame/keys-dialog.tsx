"use client";
/** What the keyboard does. */
import { useTranslations } from "next-intl";
import { Dialog } from "../ui/dialog";
import { Kbd } from "../ui/kbd";
import { VIEWS } from "./views";

const BEFORE_VIEWS = [
  [["/"], "search"],
  [["j"], "next"],
  [["k"], "previous"],
  [["Enter"], "open"],
  [["e"], "edit"],
  [["Esc"], "close"],
] as const;
const AFTER_VIEWS = [
  [["Ctrl", "Z"], "undo"],
  [["Ctrl", "K"], "palette"],
  [["?"], "help"],
] as const;

export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("frame");
  const rows: { keys: readonly string[]; does: string }[] = [
    ...BEFORE_VIEWS.map(([keys, name]) => ({ keys, does: t(`keys.${name}`) })),
    ...VIEWS.map(({ key, name }) => ({ keys: ["g", key], does: t("keys.goTo", { view: t(`views.${name}`) }) })),
    ...AFTER_VIEWS.map(([keys, name]) => ({ keys, does: t(`keys.${name}`) })),
  ];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("keys.title")}>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5">
        {rows.map((row) => (
          <div key={row.does} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex gap-1">
              {row.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd className="text-muted">{row.does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
