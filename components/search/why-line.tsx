/** Why a hit was found: which words in which fields, by meaning, or for what else. */
import { useTranslations } from "next-intl";
import type { FoundIn, SearchHit } from "@/lib/contract/search";
import { StoredText } from "../text/stored-text";
import type { ScoreGains } from "./score-bar";

const FIELDS = [
  "value",
  "key",
  "tags",
  "attribute",
  "title",
  "subtitle",
  "summary",
  "facts",
  "concepts",
  "files",
  "request",
  "investigated",
  "learned",
  "completed",
  "nextSteps",
  "notes",
  "text",
  "tool",
  "input",
] as const;
/** Fields that are named; the marks in the text say the rest. */
const SHOWN = 3;

export function WhyLine({ match, why, gains }: { match: SearchHit["match_type"]; why: FoundIn[]; gains: ScoreGains }) {
  const t = useTranslations("search");
  const common = useTranslations("common");
  const isByWords = match === "fts" || match === "fts+vector";
  const named = why.flatMap(({ field, words }) => {
    const known = FIELDS.find((one) => one === field);
    return known === undefined ? [] : [{ field: known, words }];
  });
  return (
    <>
      <span>{t(`matched.${match}`)}</span>
      {isByWords &&
        named.slice(0, SHOWN).map(({ field, words }) => (
          <span key={field} className="min-w-0 truncate">
            {t("inField", { field: t(`field.${field}`) })}{" "}
            <span className="text-text">
              <StoredText text={words.join(common("listSeparator"))} />
            </span>
          </span>
        ))}
      {(gains.exact ?? 0) > 0 && <span>{t("why.exact")}</span>}
      {(gains.glossary ?? 0) > 0 && named.length === 0 && <span>{t("why.glossary")}</span>}
      {(gains.neighbour ?? 0) > 0 && <span>{t("why.neighbour")}</span>}
    </>
  );
}
