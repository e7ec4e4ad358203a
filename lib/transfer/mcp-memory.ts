/** The graph of the MCP reference memory server (`memory.jsonl`): each observation of an entity, and each relation, as a memory. */
import { statSync } from "node:fs";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { ToolImport, ToolReport } from "../contract/tool-import";
import { stringOf } from "../text/content-parts";
import { isRecord, parseJson } from "../text/json-value";
import { expand } from "./evolvmem";
import { onePath, readSource } from "./source-file";
import { attributeOf, contentId, type Gathered, slugOf, takeMemories } from "./tool-memories";

const EXAMPLE = "keepsake import --from mcp-memory memory.jsonl";
const MAX_STATEMENTS = 200_000;

/** Throws `not_found`, `validation_failed` for what holds neither entities nor relations, `too_large`. */
export async function importMcpMemory(app: App, asked: ToolImport, actor: Actor): Promise<ToolReport> {
  const path = onePath(asked.paths, null, EXAMPLE);
  const text = await readSource(path, `For example ${EXAMPLE}. The server's MEMORY_FILE_PATH says where it lies.`);
  // The graph has no times: it is as old as its file.
  const createdAt = Math.min(app.now(), Math.floor(statSync(expand(path)).mtimeMs));
  const gathered = gather(text, createdAt);
  if (gathered.statements.length === 0 && !/"type"\s*:\s*"(?:entity|relation)"/.test(text.slice(0, 100_000))) {
    throw new AppError("validation_failed", "The file holds no graph of the MCP memory server.", {
      hint: `For example ${EXAMPLE}`,
    });
  }
  return takeMemories(app, "mcp-memory", "mcp-memory", gathered, { ...asked, actor });
}

function gather(text: string, createdAt: number): Gathered {
  const gathered: Gathered = { statements: [], rejected: [] };
  const add = (
    row: string,
    sourceId: string,
    fields: { key: string; value: string; attribute: string; tags: string },
  ): void => {
    if (gathered.statements.length >= MAX_STATEMENTS)
      throw new AppError("too_large", `The graph holds more than ${MAX_STATEMENTS} statements.`);
    gathered.statements.push({ row, statement: { sourceId, createdAt, ...fields } });
  };
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const row = `line ${index + 1}`;
    const item = parseJson(line);
    if (!isRecord(item)) return void gathered.rejected.push({ row, reason: "The line is no JSON object." });
    const name = stringOf(item["name"]);
    if (item["type"] === "entity" && name !== undefined) {
      const type = stringOf(item["entityType"]) ?? "";
      const told = (Array.isArray(item["observations"]) ? item["observations"] : []).filter(
        (one) => typeof one === "string" && one.trim() !== "",
      );
      if (told.length === 0) return void gathered.rejected.push({ row, reason: "The entity has no observations." });
      for (const one of told as string[]) {
        const id = contentId(one);
        add(row, `entity:${contentId(name)}:${id}`, {
          key: `mcp:${slugOf(name)}:${slugOf(one)}-${id.slice(0, 8)}`,
          value: says(name, one) ? one.trim() : `${name}: ${one.trim()}`,
          attribute: attributeOf(type),
          tags: [type, "mcp-memory"].filter((tag) => tag !== "").join(","),
        });
      }
      return;
    }
    const [from, to, relation] = [stringOf(item["from"]), stringOf(item["to"]), stringOf(item["relationType"])];
    if (item["type"] === "relation" && from !== undefined && to !== undefined && relation !== undefined) {
      const value = `${from} ${relation.replaceAll("_", " ")} ${to}`;
      add(row, `relation:${contentId(value)}`, {
        key: `mcp:${slugOf(from)}:${slugOf(relation)}-${contentId(value).slice(0, 8)}`,
        value,
        attribute: "fact",
        tags: "relation,mcp-memory",
      });
    } else gathered.rejected.push({ row, reason: "The line is neither an entity nor a relation." });
  });
  return gathered;
}

/** The statement names its entity itself. */
const says = (name: string, text: string): boolean =>
  text.toLowerCase().includes(name.toLowerCase().replaceAll("_", " ")) ||
  text.toLowerCase().includes(name.toLowerCase());
