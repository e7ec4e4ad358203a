/** Rows as an agent reads them: one head with id, date and where it is from, the text below, fenced (I03). Pure. */
import type { Memory } from "../contract/memory";
import type { Project } from "../contract/project";
import type { SearchHit, SearchType } from "../contract/search";
import type { TimelineItem } from "../contract/timeline";
import type { ObservationRow, PromptRow, SummaryRow, SummarySearchResult } from "../contract/worker-rows";
import { stringList } from "../db/json";
import { plural } from "../format";
import { stripControl } from "../text/control";
import { fenceText, oneLine } from "../text/fence";
import { isoTime } from "../worker/rows";
import type { EventRow } from "./event-query";

export const MARKS: Record<SearchType, string> = {
  memories: "M",
  observations: "O",
  sessions: "S",
  prompts: "P",
  events: "E",
};

/** One line of stored text. */
export const line = (text: string): string => fenceText(oneLine(text));
/** Stored text with its line ends. */
export const block = (text: string): string => fenceText(stripControl(text)).trim();
/** UTC, to the minute. */
export const when = (epoch: number): string => isoTime(epoch).slice(0, 16).replace("T", " ");

const facts = (...parts: (string | null | undefined)[]): string =>
  parts.flatMap((part) => (part == null || part === "" ? [] : line(part))).join(", ");
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
/** Rows hold lists as JSON text, search-like answers hold lists. */
const listOf = (value: string | string[]): string[] => (typeof value === "string" ? stringList(value) : value);
const joined = (...parts: string[]): string => parts.filter((part) => part !== "").join("\n");
const named = (name: string, list: string[]): string =>
  list.length === 0 ? "" : `${name}: ${list.map(line).join(", ")}`;

/** An entry of an index: enough to choose by. */
export function hitEntry(type: SearchType, hit: SearchHit): string {
  const about = facts(
    when(hit.created_at_epoch),
    text(hit["attribute"]),
    text(hit["obs_type"]),
    text(hit["tier"]),
    hit.project,
  );
  const [title, preview] = [line(hit.title), line(hit.preview)];
  const head = `[${MARKS[type]}${hit.id}] ${title} (${about})`;
  return preview === "" || preview === title ? head : `${head}\n${preview}`;
}

export function memoryEntry(memory: Memory): string {
  const about = facts(
    when(memory.updated_at),
    memory.attribute,
    memory.tier,
    memory.project ?? "all projects",
    memory.status === "active" ? null : memory.status,
  );
  const history = [
    memory.supersedes === null ? "" : `replaced M${memory.supersedes}`,
    memory.superseded_by === null ? "" : `replaced by M${memory.superseded_by}`,
    memory.expires_at === null ? "" : `holds until ${when(memory.expires_at)}`,
    memory.tags === "" ? "" : `tags: ${line(memory.tags)}`,
    `importance ${memory.importance}`,
  ].filter((part) => part !== "");
  return joined(`[M${memory.id}] ${line(memory.key)} (${about})`, block(memory.value), history.join("; "));
}

export const observationEntry = (row: ObservationRow): string =>
  joined(
    `[O${row.id}] ${line(row.title)} (${facts(when(row.created_at_epoch), row.obs_type, row.project, row.branch)})`,
    row.subtitle === null ? "" : line(row.subtitle),
    block(row.summary),
    ...stringList(row.facts).map((fact) => `- ${line(fact)}`),
    named("files read", stringList(row.files_read)),
    named("files modified", stringList(row.files_modified)),
    named("concepts", stringList(row.concepts)),
  );

export const summaryEntry = (row: SummaryRow | SummarySearchResult): string =>
  joined(
    `[S${row.id}] Summary (${facts(when(row.created_at_epoch), row.project, row.branch)})`,
    ...(
      [
        ["Request", row.request],
        ["Investigated", row.investigated],
        ["Learned", row.learned],
        ["Completed", row.completed],
        ["Next", row.next_steps],
        ["Notes", row.notes],
      ] as const
    ).map(([name, value]) => (value.trim() === "" ? "" : `${name}: ${block(value)}`)),
    named("files modified", listOf(row.files_modified)),
  );

export const promptEntry = (row: PromptRow): string =>
  joined(
    `[P${row.id}] Prompt ${row.prompt_number} (${facts(when(row.created_at_epoch), row.project)})`,
    row.prompt_text === "" ? "(private)" : block(row.prompt_text),
  );

export const eventEntry = (row: EventRow): string =>
  joined(
    `[E${row.id}] ${row.kind === "tool" ? `Tool ${line(row.toolName ?? "")}`.trim() : "Message"} (${facts(when(row.at), row.isError === 1 ? "failed" : null, row.project, row.branch)})`,
    row.input === "" ? "" : block(row.input),
    block(row.text),
  );

/** `3 memories, 1 observation, 2 sessions`. */
export const countsOf = (project: Pick<Project, "memories" | "observations" | "sessions">): string =>
  [
    plural(project.memories, "memory", "memories"),
    plural(project.observations, "observation", "observations"),
    plural(project.sessions, "session", "sessions"),
  ].join(", ");

const PREVIEW = 200;

/** An item of a timeline, short. */
export function momentEntry(item: TimelineItem): string {
  const at = when(item.created_at_epoch);
  switch (item.type) {
    case "observation":
      return joined(
        `${at} [O${item.id}] ${line(item.title)} (${facts(item.obs_type, item.project)})`,
        short(item.summary),
      );
    case "session":
      return joined(
        `${at} [S${item.id}] Summary (${facts(item.project)})`,
        short(item.completed || item.learned || item.request),
      );
    case "prompt":
      return joined(`${at} [P${item.id}] Prompt (${facts(item.project)})`, short(item.prompt_text));
  }
}

function short(value: string): string {
  const shown = line(value);
  return shown.length <= PREVIEW ? shown : `${shown.slice(0, PREVIEW)}…`;
}
