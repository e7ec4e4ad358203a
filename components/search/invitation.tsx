/** Before a question: what one can ask. */
import { useTranslations } from "next-intl";
import { FillCommands } from "../states/states";
import { Kbd } from "../ui/kbd";

/** The same in every language; a question is asked in the reader's own. */
const ASKS = [
  ["word", "deploy"],
  ["name", "src/cart/cache.ts"],
  ["question", null],
  ["chinese", "部署"],
  ["id", "#12"],
] as const;

export function Invitation({ isEmptyStore }: { isEmptyStore: boolean }) {
  const t = useTranslations("search");
  return (
    <div className="mx-auto max-w-[560px] px-6 py-12">
      <h2 className="text-center text-[15px] leading-6 font-semibold">{t("emptyTitle")}</h2>
      <p className="mt-1 text-center text-muted">{t("emptyText")}</p>
      {isEmptyStore ? (
        <FillCommands />
      ) : (
        <>
          <dl className="mt-6 grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
            {ASKS.map(([ask, example]) => (
              <div key={ask} className="contents">
                <dt>
                  <code className="rounded-[4px] bg-sunken px-1.5 py-0.5 font-mono text-meta">
                    {example ?? t("question")}
                  </code>
                </dt>
                <dd className="mb-2 text-muted sm:mb-0">{t(`ask.${ask}`)}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-6 text-center text-meta text-muted">
            {t.rich("keys", { key: (name) => <Kbd>{name}</Kbd> })}
          </p>
        </>
      )}
    </div>
  );
}
