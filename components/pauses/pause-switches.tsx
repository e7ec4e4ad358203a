"use client";
/** Two switches: whether what happens in a project or a session is kept, and whether it is handed anything. */
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { pause } from "@/app/pauses/actions";
import type { PauseState, PauseWhat } from "@/lib/contract/codewatch";
import { useChange } from "../change/change-context";
import { Switch } from "../settings/editors";
import { Time } from "../time/time";

interface Props {
  scope: "session" | "project";
  id: number;
  pauses: PauseState;
}

const SWITCHES = ["capture", "recall"] as const satisfies readonly PauseWhat[];

export function PauseSwitches({ scope, id, pauses }: Props) {
  const t = useTranslations("pauses");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const set = (what: PauseWhat, paused: boolean) =>
    startTransition(async () => {
      await change.run(() => pause({ scope, id, what, paused }), t(paused ? `${what}.rests` : `${what}.goesOn`));
    });
  return (
    <div className="space-y-3">
      {SWITCHES.map((what) => {
        const since = pauses[`${what}_paused_at`];
        return (
          <div key={what} className="flex items-start gap-3">
            <Switch
              id={`pause-${what}`}
              label={t(`${what}.label`)}
              checked={since === null}
              disabled={pending}
              aria-describedby={`pause-${what}-note`}
              onChange={(isOn) => set(what, !isOn)}
            />
            <p className="min-w-0">
              <span className="font-medium">{t(`${what}.label`)}</span>
              <span id={`pause-${what}-note`} className="block text-muted">
                {since === null
                  ? t(`${what}.${scope}`)
                  : t.rich(`${what}.since`, { time: () => <Time at={since} show="absolute" /> })}
              </span>
            </p>
          </div>
        );
      })}
    </div>
  );
}
