/** `POST /api/import/tool`: which reader takes what in. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import type { ImportTool, ToolImport, ToolReport } from "../contract/tool-import";
import { importCodewatch } from "./codewatch";
import { importMcpMemory } from "./mcp-memory";
import { importMem0 } from "./mem0";
import { importNotes } from "./notes";
import { importOpenCode } from "./opencode";

type Importer = (app: App, asked: ToolImport, actor: Actor) => Promise<ToolReport>;

const IMPORTERS: Record<ImportTool, Importer> = {
  codewatch: importCodewatch,
  opencode: importOpenCode,
  mem0: importMem0,
  "mcp-memory": importMcpMemory,
  "basic-memory": importNotes,
  "claude-memory": importNotes,
  notes: importNotes,
};

/** Importing again brings nothing new. Throws `not_found`, `validation_failed` for what is of another tool, `too_large`. */
export const importTool: Importer = (app, asked, actor) => IMPORTERS[asked.tool](app, asked, actor);
