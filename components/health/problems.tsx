/** What is wrong and what to do, in the page's language; what the server says beyond that stands beside it. */
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { SERVER_LOCALE } from "@/i18n/locales";
import type { HealthProblem } from "@/lib/contract/system";
import { StoredText } from "../text/stored-text";

/** Their sentences name files, keys and settings that no word of ours can stand for. */
const OWN_WORDS: ReadonlySet<HealthProblem["code"]> = new Set(["setting_ignored", "llm_setup", "llm_refused"]);

export function Problems({ problems }: { problems: HealthProblem[] }) {
  const t = useTranslations("health");
  if (problems.length === 0) {
    return (
      <p role="status" className="flex items-center gap-2 rounded-panel border px-4 py-3 font-medium">
        <CircleCheck aria-hidden className="size-4 text-green" />
        {t("ok")}
      </p>
    );
  }
  return (
    <section aria-label={t("problems")} className="rounded-panel border border-orange/50 bg-orange/10">
      <h2 className="flex items-center gap-2 px-4 pt-3 font-semibold">
        <TriangleAlert aria-hidden className="size-4 text-orange" />
        {t("degraded")}
      </h2>
      <ul className="divide-y px-4 pb-1">
        {problems.map((problem) => (
          <li key={`${problem.code} ${problem.what}`} className="stored py-2">
            <ProblemWords problem={problem} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProblemWords({ problem: { code, params, what, hint } }: { problem: HealthProblem }) {
  const t = useTranslations("health.problem");
  const isServers = useLocale() === SERVER_LOCALE;
  if (isServers && OWN_WORDS.has(code)) {
    return (
      <>
        <StoredText text={what} /> <StoredText text={hint} className="text-muted" />
      </>
    );
  }
  // The parameters are those of the code.
  const words = t as unknown as (key: string, values: HealthProblem["params"]) => string;
  return (
    <>
      {words(`${code}.what`, params)} <span className="text-muted">{words(`${code}.hint`, params)}</span>
      {OWN_WORDS.has(code) && (
        <span className="block text-meta text-muted">
          <StoredText text={t("said", { text: `${what} ${hint}` })} />
        </span>
      )}
    </>
  );
}
