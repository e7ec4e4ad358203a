/** What one operation did to one row: the fields that differ, before and after. */
import { useTranslations } from "next-intl";
import { WordDiff } from "../text/word-diff";
import { useTimeWords } from "../time/words";
import { wordFor } from "../labels";

type Row = Record<string, unknown>;

/** Fields in the order in which they are read; bookkeeping is left out. */
const FIELDS = [
  "key",
  "value",
  "status",
  "tier",
  "attribute",
  "tags",
  "importance",
  "confidence",
  "expiresAt",
  "reviewState",
  "supersedes",
  "supersededBy",
  "branch",
  "title",
  "subtitle",
  "summary",
  "facts",
  "concepts",
  "obsType",
  "category",
  "priority",
  "request",
  "investigated",
  "learned",
  "completed",
  "nextSteps",
  "notes",
  "filesRead",
  "filesModified",
  "text",
] as const;
/** Fields whose values are codes, and where their words stand. */
const CODED: Partial<Record<string, string>> = {
  status: "status",
  tier: "tier",
  attribute: "attribute",
  reviewState: "review",
  obsType: "type",
};
/** What says enough about a row that came or went. */
const ESSENCE = new Set(["key", "value", "title", "summary", "request", "learned", "completed", "text"]);

export function ChangeDiff({ before, after }: { before: unknown; after: unknown }) {
  const t = useTranslations("activity");
  const labels = useTranslations("labels");
  const time = useTimeWords();
  const from = asRow(before);
  const to = asRow(after);
  if (from === null && to === null) return <p className="text-muted">{t("detailMissing")}</p>;
  const show = (name: string, value: unknown): string | null => {
    if (value === null || value === undefined) return null;
    if (name === "expiresAt" && typeof value === "number") return time.date(new Date(value).toISOString().slice(0, 10));
    if (typeof value !== "string") return String(value as number | boolean);
    const group = CODED[name];
    return group === undefined ? textOf(value) : wordFor(labels, group, value);
  };
  const isWhole = from === null || to === null;
  const fields = FIELDS.filter((name) => {
    const [old, now] = [show(name, from?.[name]), show(name, to?.[name])];
    return isWhole ? ESSENCE.has(name) && (old ?? now ?? "") !== "" : old !== now;
  });
  if (fields.length === 0) {
    const said = from === null ? "cameIn" : to === null ? "wentAway" : "nothing";
    return <p className="text-muted">{t(said)}</p>;
  }
  return (
    <dl className="space-y-2">
      {fields.map((name) => (
        <div key={name}>
          <dt className="text-meta text-muted">{t(`field.${name}`)}</dt>
          <dd>
            <WordDiff before={show(name, from?.[name])} after={show(name, to?.[name])} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function asRow(value: unknown): Row | null {
  return typeof value === "object" && value !== null ? (value as Row) : null;
}

const textOf = (value: string): string => (value.startsWith("[") ? listText(value) : value);

/** JSON columns hold lists; one entry a line reads better than brackets. */
function listText(text: string): string {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    // A statement may simply begin with a bracket.
    return text;
  }
  return Array.isArray(list) && list.every((entry) => typeof entry === "string") ? list.join("\n") : text;
}
