/** What one operation did to one row: the fields that differ, before and after. */
import { useTranslations } from "next-intl";
import { WordDiff } from "../text/word-diff";
import { useTimeWords } from "../time/words";
import { useLabels, wordFor } from "../labels";

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
  "name",
  "mode",
  "llmEnabled",
  "needsReview",
  "llmDailyTokens",
  "injectMaxChars",
  "alias",
  "path",
  "projectId",
  "resolution",
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
const ESSENCE = new Set([
  ...["key", "value", "title", "summary", "request", "learned", "completed", "text"],
  ...["name", "alias", "path"],
]);
/** Names of fields that mean something else in other tables. */
const OWN_NAMES: Partial<Record<string, Partial<Record<string, string>>>> = {
  settings: { key: "settingKey", value: "settingValue" },
};

interface ChangeDiffProps {
  before: unknown;
  after: unknown;
  /** Whose fields they are, e.g. `settings:disk_max_mb`. */
  entity?: string;
}

export function ChangeDiff({ before, after, entity = "" }: ChangeDiffProps) {
  const t = useTranslations("activity");
  const labels = useTranslations("labels");
  const named = useLabels();
  const time = useTimeWords();
  const table = entity.slice(0, Math.max(0, entity.indexOf(":")));
  const nameOf = (name: (typeof FIELDS)[number]): string => wordFor(t, "field", OWN_NAMES[table]?.[name] ?? name);
  const from = asRow(before);
  const to = asRow(after);
  if (from === null && to === null) return <p className="text-muted">{t("detailMissing")}</p>;
  const show = (name: string, value: unknown): string | null => {
    if (value === null || value === undefined) return null;
    if (name === "expiresAt" && typeof value === "number") return time.date(new Date(value).toISOString().slice(0, 10));
    if (name === "projectId") return value === 0 ? t("noProject") : named.row(`projects:${value as number}`);
    if (typeof value === "boolean") return t(value ? "field.on" : "field.off");
    if (typeof value !== "string") return typeof value === "number" ? String(value) : JSON.stringify(value);
    if (name === "concepts") return listOf(value).map(named.concept).join("\n");
    const group = name === "status" && table === "memory_pairs" ? "pairStatus" : CODED[name];
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
          <dt className="text-meta text-muted">{nameOf(name)}</dt>
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

/** JSON columns hold lists; one entry a line reads better than brackets. */
const textOf = (value: string): string => (value.startsWith("[") ? listOf(value).join("\n") : value);

/** The entries of a list as JSON; a statement may simply begin with a bracket. */
function listOf(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every((entry) => typeof entry === "string")) return list;
  } catch {
    // No list: shown as it is.
  }
  return [text];
}
