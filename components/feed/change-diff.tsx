/** What one operation did to one row: the fields that differ, before and after. */
import { m } from "../strings-memories";
import { s } from "../strings-sessions";
import { t } from "../strings";
import { WordDiff } from "../text/word-diff";

type Row = Record<string, unknown>;

/** Fields in the order in which they are read; bookkeeping is left out. */
const FIELDS: Record<string, string> = {
  key: m.key,
  value: m.value,
  status: m.status,
  tier: m.tier,
  attribute: m.attribute,
  tags: m.tags,
  importance: m.importance,
  confidence: m.confidence,
  expiresAt: m.expires,
  reviewState: m.reviewOf.quarantined,
  supersedes: m.supersedes,
  supersededBy: m.supersededBy,
  branch: m.branch,
  title: "Title",
  subtitle: "Subtitle",
  summary: s.summary,
  facts: "Facts",
  concepts: "Concepts",
  obsType: "Type",
  category: "Category",
  priority: "Priority",
  request: s.summaryParts.request,
  investigated: s.summaryParts.investigated,
  learned: s.summaryParts.learned,
  completed: s.summaryParts.completed,
  nextSteps: s.summaryParts.next_steps,
  notes: s.summaryParts.notes,
  filesRead: `${s.files}, ${s.read}`,
  filesModified: `${s.files}, ${s.modified}`,
  text: s.prompt,
};
/** What says enough about a row that came or went. */
const ESSENCE = new Set(["key", "value", "title", "summary", "request", "learned", "completed", "text"]);

export function ChangeDiff({ before, after }: { before: unknown; after: unknown }) {
  const from = asRow(before);
  const to = asRow(after);
  if (from === null && to === null) return <p className="text-muted">{t.activity.detailMissing}</p>;
  const isWhole = from === null || to === null;
  const fields = Object.keys(FIELDS).filter((name) => {
    const [old, now] = [show(name, from?.[name]), show(name, to?.[name])];
    return isWhole ? ESSENCE.has(name) && (old ?? now ?? "") !== "" : old !== now;
  });
  if (fields.length === 0) {
    const said = from === null ? t.activity.cameIn : to === null ? t.activity.wentAway : t.activity.nothing;
    return <p className="text-muted">{said}</p>;
  }
  return (
    <dl className="space-y-2">
      {fields.map((name) => (
        <div key={name}>
          <dt className="text-meta text-muted">{FIELDS[name]}</dt>
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

function show(name: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (name === "expiresAt" && typeof value === "number") return new Date(value).toISOString().slice(0, 10);
  if (name === "tier" && isKey(m.tierOf, value)) return m.tierOf[value];
  if (name === "status" && isKey(m.statusOf, value)) return m.statusOf[value];
  if (name === "reviewState" && isKey(m.reviewOf, value)) return m.reviewOf[value];
  if (typeof value === "string") return value.startsWith("[") ? listText(value) : value;
  return String(value as number | boolean);
}

function isKey<T extends object>(names: T, value: unknown): value is keyof T {
  return typeof value === "string" && Object.hasOwn(names, value);
}

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
