/**
 * Exports of mem0 (`get_all`, `get_memory_export`: a list, or `{results}`) and of OpenMemory (`memories.json`, and the lines of
 * `memories.jsonl.gz`, both out of its zip) as memories.
 */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { ToolImport, ToolReport } from "../contract/tool-import";
import { stringOf } from "../text/content-parts";
import { isRecord, parseJson } from "../text/json-value";
import { readTime } from "../text/read-time";
import { onePath, readSource } from "./source-file";
import { attributeOf, contentId, type Gathered, type Statement, takeMemories } from "./tool-memories";

type Fields = Record<string, unknown>;

const EXAMPLE = "keepsake import --from mem0 memories.json";
const MAX_ROWS = 100_000;

/** Throws `not_found`, `validation_failed` for what is no export of either, `too_large`. */
export async function importMem0(app: App, asked: ToolImport, actor: Actor): Promise<ToolReport> {
  const path = onePath(asked.paths, null, EXAMPLE);
  const text = await readSource(path, `For example ${EXAMPLE}`);
  const { rows, categories } = rowsOf(text);
  const now = app.now();
  const gathered: Gathered = { statements: [], rejected: [] };
  rows.forEach((row, index) => {
    const name = (isRecord(row) ? stringOf(row["id"]) : undefined) ?? `row ${index + 1}`;
    const judged = isRecord(row) ? statementOf(row, categories, now) : { reason: "The row is no object." };
    if ("reason" in judged) gathered.rejected.push({ row: name, reason: judged.reason });
    else gathered.statements.push({ statement: judged, row: name });
  });
  return takeMemories(app, "mem0", "mem0", gathered, { ...asked, actor });
}

function rowsOf(text: string): { rows: unknown[]; categories: Map<string, string[]> } {
  const whole = parseJson(text);
  const lines = whole === undefined ? text.split("\n").filter((line) => line.trim() !== "") : null;
  const doc = lines === null ? whole : lines.map((line) => parseJson(line));
  const rows = Array.isArray(doc)
    ? doc
    : isRecord(doc)
      ? (listOf(doc["results"]) ?? listOf(doc["memories"]) ?? [doc])
      : null;
  const isTheirs = (row: unknown): boolean => isRecord(row) && statementText(row) !== "";
  if (rows === null || (rows.length > 0 && !rows.some(isTheirs))) {
    throw new AppError("validation_failed", "The file holds no memories of mem0 or OpenMemory.", {
      hint: "Give the JSON that get_all answers, or memories.json out of OpenMemory's export.",
    });
  }
  if (rows.length > MAX_ROWS) throw new AppError("too_large", `The file holds more than ${MAX_ROWS} memories.`);
  return { rows, categories: isRecord(doc) ? categoriesOf(doc) : new Map() };
}

const listOf = (value: unknown): unknown[] | null => (Array.isArray(value) ? value : null);

const statementText = (row: Fields): string =>
  (stringOf(row["memory"]) ?? stringOf(row["content"]) ?? stringOf(row["text"]) ?? "").trim();

/** OpenMemory tells names of categories apart from its memories. */
function categoriesOf(doc: Fields): Map<string, string[]> {
  const names = new Map<string, string>();
  for (const one of listOf(doc["categories"]) ?? [])
    if (isRecord(one)) names.set(String(one["id"]), stringOf(one["name"]) ?? "");
  const found = new Map<string, string[]>();
  for (const one of listOf(doc["memory_categories"]) ?? []) {
    if (!isRecord(one)) continue;
    const id = String(one["memory_id"]);
    found.set(
      id,
      [...(found.get(id) ?? []), names.get(String(one["category_id"])) ?? ""].filter((name) => name !== ""),
    );
  }
  return found;
}

function statementOf(row: Fields, categories: Map<string, string[]>, now: number): Statement | { reason: string } {
  const value = statementText(row);
  if (value === "") return { reason: "The row holds no text." };
  const state = stringOf(row["state"]) ?? "active";
  if (state === "deleted") return { reason: "It was deleted there." };
  const id = stringOf(row["id"]) ?? contentId(value);
  const metadata = isRecord(row["metadata"]) ? row["metadata"] : isRecord(row["metadata_"]) ? row["metadata_"] : {};
  const words = [...(listOf(row["categories"]) ?? []).map(String), ...(categories.get(id) ?? [])];
  const createdAt = readTime(row["created_at"]) ?? now;
  const type = stringOf(metadata["type"]) ?? stringOf(metadata["category"]);
  const attribute = [type, ...words].map(attributeOf).find((one) => one !== "fact") ?? "fact";
  return {
    sourceId: `${id}:${contentId(value)}`,
    earlier: `${id}:`,
    key: `mem0:${contentId(id).slice(0, 12)}`,
    value,
    attribute,
    status: state === "active" ? "active" : "archived",
    tags: [...new Set([...words, "mem0"])].join(","),
    createdAt,
    updatedAt: readTime(row["updated_at"]) ?? createdAt,
    expiresAt: readTime(row["expiration_date"]) ?? null,
    ...projectOf(metadata),
  };
}

/** Some write there what the memory is about. */
function projectOf(metadata: Fields): Pick<Statement, "project"> {
  const name = stringOf(metadata["project"]) ?? stringOf(metadata["repo"]) ?? stringOf(metadata["repository"]);
  return name === undefined || name.length > 200 ? {} : { project: name };
}
