/**
 * What operations are about: the rows that have a view of their own, and how each read after the change. Where the change does not hold
 * that, as with evidence, how it reads now. The feed itself stores no text.
 */
import type { Handle } from "../context";
import type { Operation } from "../contract/operations";
import { prepared } from "../db/prepared";

type About = Operation["about"];

/** Rows named of one operation. */
const MAX_ABOUT = 3;
/** Changes looked at: of a bulk change the first ones say enough. */
const MAX_CHANGES = 12;
const MAX_CHARS = 160;

/** Rows of tables without a view lead to those that they belong to. `over`: the change says that another row holds instead. */
const SUBJECTS = `
  SELECT entity_table AS "table", entity_id AS id, CASE entity_table
    WHEN 'settings' THEN json_extract(coalesce("after", "before"), '$.key')
    WHEN 'memory_pairs' THEN json_extract(coalesce("after", "before"), '$.newerId')
    WHEN 'review_findings' THEN json_extract(coalesce("after", "before"), '$.memoryId')
    WHEN 'injection_exclusions' THEN json_extract(coalesce("after", "before"), '$.entityId') END AS subject,
    CASE entity_table
    WHEN 'memory_pairs' THEN json_extract(coalesce("after", "before"), '$.olderId')
    WHEN 'injection_exclusions' THEN json_extract(coalesce("after", "before"), '$.entityType') END AS more,
    json_extract("after", '$.status') IS 'superseded' AS over,
    substr(CASE entity_table
    WHEN 'memories' THEN coalesce(json_extract("after", '$.value'), json_extract("before", '$.value'))
    WHEN 'observations' THEN coalesce(json_extract("after", '$.title'), json_extract("before", '$.title')) END, 1, ${MAX_CHARS + 1}) AS told
  FROM operation_changes WHERE operation_id = ? ORDER BY seq LIMIT ${MAX_CHANGES}`;

interface Subject {
  table: string;
  id: number;
  subject: string | number | null;
  more: string | number | null;
  over: 0 | 1;
  told: string | null;
}

/** What names a row, and whether it is shown within its session. */
const TEXTS: Record<string, { column: string; isInSession?: boolean }> = {
  memories: { column: "value" },
  observations: { column: "title" },
  summaries: { column: "request", isInSession: true },
  prompts: { column: "text", isInSession: true },
  sessions: { column: "title" },
  projects: { column: "name" },
};

/** By operation. */
export function aboutOperations(handle: Handle, ids: number[]): Map<number, About> {
  const named = new Map(ids.map((id) => [id, entitiesOf(handle, id)]));
  const texts = textsOf(handle, [...new Set([...named.values()].flatMap(({ entities }) => entities))]);
  return new Map(
    [...named].map(([id, { entities, told }]) => [
      id,
      entities
        .flatMap((entity) => {
          const found = texts.get(entity);
          if (found === undefined) return [];
          const then = told.get(entity);
          return [{ entity, ...found, ...(then === undefined ? {} : { text: oneLine(then) }) }];
        })
        .slice(0, MAX_ABOUT),
    ]),
  );
}

interface Named {
  entities: string[];
  /** How rows read after the change. */
  told: Map<string, string>;
}

function entitiesOf(handle: Handle, operationId: number): Named {
  const subjects = prepared(handle, SUBJECTS).all(operationId) as Subject[];
  const isOver = new Set(subjects.filter(({ over }) => over === 1).flatMap(entitiesFor));
  const entities = [...new Set(subjects.flatMap(entitiesFor))];
  // What holds now comes first: a list shows one row alone, and what went out of force would tell the opposite.
  const ordered = [
    ...entities.filter((entity) => !isOver.has(entity)),
    ...entities.filter((entity) => isOver.has(entity)),
  ];
  // A row that is changed twice reads as the last change left it.
  const told = subjects.flatMap(({ table, id, told: text }): [string, string][] =>
    text === null ? [] : [[`${table}:${id}`, text]],
  );
  return { entities: ordered, told: new Map(told) };
}

function entitiesFor({ table, id, subject, more }: Subject): string[] {
  switch (table) {
    case "settings":
      return typeof subject === "string" ? [`settings:${subject}`] : [];
    case "memory_pairs":
      // The newer half is what the news is about; a claim that was never stored has none.
      return [subject, more].flatMap((half) => (typeof half === "number" && half > 0 ? [`memories:${half}`] : []));
    case "review_findings":
      return typeof subject === "number" ? [`memories:${subject}`] : [];
    case "injection_exclusions":
      return typeof subject === "number" ? [`${more === "observation" ? "observations" : "memories"}:${subject}`] : [];
    case "project_aliases":
    case "project_roots":
      return [`projects:${id}`];
    default:
      return table in TEXTS ? [`${table}:${id}`] : [];
  }
}

type Text = Omit<About[number], "entity">;

/** One line an entity; those that are not there any more are left out. */
function textsOf(handle: Handle, entities: string[]): Map<string, Text> {
  const texts = new Map<string, Text>();
  for (const [table, { column, isInSession }] of Object.entries(TEXTS)) {
    const ids = entities.flatMap((entity) =>
      entity.startsWith(`${table}:`) ? [Number(entity.slice(table.length + 1))] : [],
    );
    if (ids.length === 0) continue;
    const find = `SELECT id, substr(coalesce(${column}, ''), 1, ${MAX_CHARS + 1}) AS text,
      ${isInSession === true ? "session_id" : "NULL"} AS session
      FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`;
    const rows = prepared(handle, find).all(JSON.stringify(ids)) as {
      id: number;
      text: string;
      session: number | null;
    }[];
    for (const { id, text, session } of rows) texts.set(`${table}:${id}`, { text: oneLine(text), session_id: session });
  }
  for (const entity of entities) {
    if (entity.startsWith("settings:")) texts.set(entity, { text: entity.slice("settings:".length), session_id: null });
  }
  return texts;
}

function oneLine(text: string): string {
  const chars = [...text];
  const line = chars.slice(0, MAX_CHARS).join("").replace(/\s+/g, " ").trim();
  return chars.length > MAX_CHARS ? `${line}…` : line;
}
