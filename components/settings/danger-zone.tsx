"use client";
/** What is hard or impossible to take back, set apart at the end. */
import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState, useTransition } from "react";
import { resetAllSettings } from "@/app/settings/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";
import { Select } from "../ui/field";
import { WipeButton } from "./wipe-button";

interface DangerZoneProps {
  projects: { id: number; label: string }[];
  /** Settings that were set here. */
  setHere: number;
}

export function DangerZone({ projects, setHere }: DangerZoneProps) {
  const t = useTranslations("settings.danger");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const [chosen, setChosen] = useState<number | null>(null);
  const reset = () =>
    startTransition(
      async () =>
        void (await change.run(
          () => resetAllSettings(),
          ({ count }) => t("reset.done", { count }),
        )),
    );
  return (
    <div className="divide-y rounded-panel border border-red/40">
      <Row title={t("reset.title")} text={t("reset.what", { count: setHere })}>
        <Button disabled={pending || setHere === 0} onClick={reset}>
          <RotateCcw aria-hidden />
          {t("reset.action")}
        </Button>
      </Row>
      <Row title={t("project.title")} text={t("project.what")}>
        <Select
          aria-label={t("project.choose")}
          className="max-w-56"
          value={chosen ?? ""}
          onChange={(event) => setChosen(event.target.value === "" ? null : Number(event.target.value))}
        >
          <option value="">{t("project.choose")}</option>
          {projects.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
        {chosen !== null && <WipeButton key={chosen} projectId={chosen} label={t("project.action")} />}
      </Row>
      <Row title={t("store.title")} text={t("store.what")}>
        <WipeButton projectId={null} label={t("store.action")} />
      </Row>
    </div>
  );
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{title}</p>
        <p className="text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
