/** The checks of doctor: each right, to look at, or wrong with what mends it. */
import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { CheckReport } from "@/lib/contract/checks";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";

const SIGNS = {
  ok: { Icon: CircleCheck, colour: "text-green" },
  warn: { Icon: CircleAlert, colour: "text-orange" },
  fail: { Icon: CircleX, colour: "text-red" },
};

export function DoctorList({ report }: { report: CheckReport }) {
  const t = useTranslations("health.doctor");
  return (
    <ul className="grid gap-x-8 rounded-panel border px-3 sm:grid-cols-2">
      {report.findings.map(({ code, state, detail, words, fix }) => {
        const { Icon, colour } = SIGNS[state];
        return (
          <li key={code} className="flex min-w-0 gap-2.5 border-b py-2 last:border-b-0">
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${colour}`} />
            <div className="min-w-0">
              <p>
                <span className="sr-only">{t(`state.${state}`)} </span>
                {t(`name.${code}`)}
              </p>
              <p className="stored text-meta text-muted">
                {words === undefined ? <StoredText text={detail} /> : t(`said.${words.id}`, words.params)}
                {typeof words?.params["at"] === "number" && (
                  <>
                    {" "}
                    <Time at={words.params["at"]} />
                  </>
                )}
              </p>
              {fix !== undefined && state !== "ok" && (
                <p className="stored text-meta">
                  <StoredText text={code === "server" || code === "port" ? fix : t(`fix.${code}`)} />
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
