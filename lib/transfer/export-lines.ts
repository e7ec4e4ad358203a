/** Turns stored rows into lines of the export: names instead of numbers of this store, JSON columns as what they hold. */
import type { Handle } from "../context";
import type { ExportKind, ExportLine, ExportSource } from "../contract/export";
import { numberList, sourceRefs, stringList } from "../db/json";
import { isRecord, parseJson } from "../text/json-value";
import { eventKeys, type ExportRow, promptKey, sessionName } from "./export-query";
import { type NamedTable, uidOf } from "./uid";

const BOOLEANS = ["needs_review", "llm_enabled", "is_private", "from_transcript", "is_error"];
const LISTS = ["facts", "concepts", "files_read", "files_modified", "files", "reasons"];
const JSONS = ["aliases", "roots"];

export function lineOf(handle: Handle, store: string, kind: ExportKind, row: ExportRow): ExportLine {
  const uid = (table: NamedTable, id: unknown): string | null =>
    typeof id === "number" && id > 0 ? uidOf(handle, store, table, id) : null;
  if (kind === "succession") {
    return {
      type: kind,
      memory: uid("memories", row["id"]) ?? "",
      supersedes: uid("memories", row["supersedes"]),
      superseded_by: uid("memories", row["superseded_by"]),
    };
  }
  const line: Record<string, unknown> = { type: kind, ...plain(row) };
  if ("sources" in row) line["sources"] = sourcesOf(handle, String(row["sources"]));
  if ("metadata" in row) line["metadata"] = objectOf(row["metadata"]) ?? {};
  if (kind === "memory") line["uid"] = uid("memories", row["id"]);
  if (kind === "reflection") {
    line["uid"] = uid("reflections", row["id"]);
    line["observations"] = numberList(String(row["observation_ids"])).map((id) => uid("observations", id));
    delete line["observation_ids"];
  }
  if (kind === "observation") line["uid"] = uid("observations", row["id"]);
  if (kind === "pair") return { ...line, ...pairFields(handle, row, uid) } as ExportLine;
  if (kind === "exclusion")
    line["entity"] = uid(row["entity_type"] === "memory" ? "memories" : "observations", row["entity_id"]);
  delete line["entity_id"];
  return line as ExportLine;
}

function pairFields(handle: Handle, row: ExportRow, uid: (table: NamedTable, id: unknown) => string | null): object {
  const { sources, ...candidate } = objectOf(row["candidate"]) ?? {};
  return {
    uid: uid("memory_pairs", row["id"]),
    older: uid("memories", row["older_id"]),
    newer: uid("memories", row["newer_id"]),
    older_id: undefined,
    newer_id: undefined,
    candidate: row["candidate"] === null ? null : candidate,
    candidate_sources: sources === undefined ? [] : sourcesOf(handle, JSON.stringify(sources)),
  };
}

function plain(row: ExportRow): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (name === "session_host") line["session"] = value === null ? null : [value, row["session_name"]];
    else if (name === "session_name" || name === "session_id") continue;
    else if (BOOLEANS.includes(name)) line[name] = value === null ? null : value === 1;
    else if (LISTS.includes(name)) line[name] = stringList(String(value));
    else if (JSONS.includes(name)) line[name] = parseJson(String(value));
    else line[name] = value;
  }
  return line;
}

function objectOf(json: unknown): Record<string, unknown> | null {
  const value = typeof json === "string" ? parseJson(json) : null;
  return isRecord(value) ? value : null;
}

/** What is not there any more is not named. */
function sourcesOf(handle: Handle, json: string): ExportSource[] {
  return sourceRefs(json).flatMap((ref) => {
    const session = sessionName(handle, ref.session_id);
    if (session === null) return [];
    const source: ExportSource = { session, turn: ref.turn };
    if (ref.prompt_id !== undefined) source.prompt = ref.prompt_id === null ? null : promptKey(handle, ref.prompt_id);
    if (ref.event_ids !== undefined) source.events = eventKeys(handle, ref.event_ids);
    return [source];
  });
}
