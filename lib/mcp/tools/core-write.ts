/** Our writing tools. Each call is one operation under the agent's name, which a person can undo. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { CORE_TOOLS } from "../../contract/mcp-core";
import { AppError, noSuch } from "../../contract/errors";
import type { MemoryPatch, MemoryWriteResult, NewMemory } from "../../contract/memory";
import { memoryKey } from "../../extract/rules/keys";
import { localIso } from "../../format";
import { addMemory } from "../../memories/add";
import { parseExpiry } from "../../memories/fields";
import { projectNameOf } from "../../memories/project-of-key";
import { requireMemory } from "../../memories/query";
import { softDeleteMemory, updateMemory } from "../../memories/service";
import { projectById } from "../../projects/repo";
import { allProjects, identifyProject, resolveLocalProjects } from "../../projects/service";
import { cleanText } from "../../text/clean";
import { deleteRow } from "../../worker/bin";
import { plain, status } from "../answer";
import { type Caller, placeOf, projectOf, requireCapture } from "../caller";
import { line } from "../lines";
import type { Handlers } from "./handler";

type Writing = Pick<typeof CORE_TOOLS, "keepsake_remember" | "keepsake_update" | "keepsake_forget">;

export const coreWriting: Handlers<Writing> = {
  async keepsake_remember(caller, { text, key, kind, tags, importance, tier, expires_at, project }) {
    const { app, actor } = caller;
    requireCapture(caller, project ?? (key === undefined ? null : projectNameOf(key)));
    refusePast(caller, expires_at);
    const news = newsOf(caller, project);
    const hasKey = key !== undefined && key !== "";
    const { cwd, ...place } = hasKey ? placeOf(caller, project) : ownPlace(caller, project);
    const memory: NewMemory = {
      key: hasKey ? key : keyFor(caller, text, place.project),
      value: text,
      ...(kind == null || kind === "" ? {} : { attribute: kind }),
      ...(tags === undefined ? {} : { tags }),
      ...(importance === undefined ? {} : { importance }),
      ...(tier == null ? {} : { tier }),
      ...(expires_at === undefined ? {} : { expires_at }),
      ...place,
    };
    return written(await asText(addMemory(app, memory, { actor, cwd })), news);
  },

  async keepsake_update(caller, { id, text, kind, tags, importance, tier, expires_at }) {
    const { app, actor } = caller;
    const memory = requireMemory(app, id);
    if (memory.status === "deleted") throw noSuch("memory", id);
    const project = memory.project_id === 0 ? null : (projectById(app.db, memory.project_id)?.key ?? null);
    requireCapture(caller, project);
    refusePast(caller, expires_at);
    const fields = {
      ...(kind == null ? {} : { attribute: kind }),
      ...(tags === undefined ? {} : { tags }),
      ...(importance === undefined ? {} : { importance }),
      ...(tier == null ? {} : { tier }),
      ...(expires_at === undefined ? {} : { expires_at }),
    } satisfies MemoryPatch;
    if (text === undefined || text === memory.value) {
      if (Object.keys(fields).length === 0 && text === undefined) {
        throw new AppError(
          "validation_failed",
          "Say what to change: text, kind, tags, importance, tier or expires_at.",
        );
      }
      const { operation_id } = updateMemory(app, id, fields, actor);
      return plain(operation_id === null ? `M${id} says so already.` : `Changed M${id} (operation ${operation_id}).`);
    }
    if (memory.status !== "active") {
      throw new AppError("conflict", `Memory ${id} is ${memory.status}: its text can't be changed any more.`, {
        hint: memory.superseded_by === null ? "keepsake_remember stores it anew." : `Change M${memory.superseded_by}.`,
      });
    }
    const next: NewMemory = { key: memory.key, value: text, ...fields, project };
    return written(await asText(addMemory(app, next, { actor, explicit: true, neighbours: [] })));
  },

  keepsake_forget(caller, { ids }) {
    const lines: string[] = [];
    let failed: AppError | null = null;
    for (const ref of new Set(ids)) {
      try {
        lines.push(forget(caller, ref));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        failed ??= error;
        lines.push(`${ref}: ${error.message}`);
      }
    }
    if (failed === null) return plain(lines.join("\n"));
    if (lines.length === 1) throw failed;
    // What was done stays done, and is said.
    const body = { error: "Not all of them could be forgotten.", code: failed.code, done: lines };
    return { ...status(body), isError: true };
  },
};

/** Nobody would ever be told it. */
function refusePast({ app }: Caller, expires: NewMemory["expires_at"]): void {
  const at = expires == null ? null : parseExpiry(expires);
  if (at === null || at > app.now()) return;
  throw new AppError("validation_failed", `expires_at is past: it is ${localIso(app.now())} now.`, {
    hint: "Give a day that is still to come, or leave it out. What no longer holds is taken out by keepsake_forget.",
    details: [{ path: "expires_at", message: "past" }],
  });
}

const MAX_KNOWN = 8;

/** What an agent is told where it named a project that nobody has yet: it may have mistyped one. "" = nothing. */
function newsOf(caller: Caller, named: string | undefined): string {
  const { project } = named === undefined ? {} : placeOf(caller, named);
  if (project == null || resolveLocalProjects(caller.app, project).length > 0) return "";
  const open = allProjects(caller.app, false).items.filter(({ mode }) => mode !== "off");
  const names = [...new Set(open.map(({ name }) => line(name)))];
  const known = names.length === 0 ? "none" : names.slice(0, MAX_KNOWN).join(", ");
  const more = names.length > MAX_KNOWN ? ` and ${names.length - MAX_KNOWN} more` : "";
  return ` New project ${line(project)}; known: ${known}${more}.`;
}

/** A refusal names the field that these tools have: what elsewhere is a value is a text here. */
async function asText(work: Promise<MemoryWriteResult>): Promise<MemoryWriteResult> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.rejection === undefined) throw error;
    const message = error.message.replace(/^The value\b/, "The text");
    const details = error.details?.map(({ path }) => ({ path: path === "value" ? "text" : path, message }));
    throw new AppError(error.code, message, { hint: error.hint, details, rejection: error.rejection, cause: error });
  }
}

function forget({ app, actor }: Caller, ref: string): string {
  const [, mark = "", digits = ""] = /^([MOSP#]?)(\d+)$/i.exec(ref) ?? [];
  const id = Number(digits);
  if (/^[SP]$/i.test(mark)) {
    throw new AppError("forbidden", "Summaries and prompts are evidence: only a person takes them away.");
  }
  if (mark === "" || /^M$/i.test(mark)) {
    const { operation_id } = softDeleteMemory(app, id, actor);
    return operation_id === null ? `M${id} was forgotten already.` : `Forgot M${id} (operation ${operation_id}).`;
  }
  return `Forgot O${id} (operation ${deleteRow(app, "observations", id, actor).operation_id}).`;
}

/** Where a memory goes whose key is made here: what another project is called must not draw it there. */
function ownPlace(caller: Caller, named: string | undefined): { project?: string | null; cwd?: string } {
  const place = placeOf(caller, named);
  if (place.cwd === undefined) return "project" in place ? place : { project: null };
  const known = projectOf(caller);
  return known === null ? place : { project: known.key };
}

function keyFor(caller: Caller, text: string, project: string | null | undefined): string {
  // Of what may be stored: lower case and without its punctuation a secret would not be known as one any more.
  return memoryKey(project === null ? GENERAL : nameFor(caller, project), "decision", cleanText(text).text);
}

/** A head of keys that names no project. */
const GENERAL = "general";

function nameFor({ app, where }: Caller, project: string | undefined): string {
  if (project !== undefined) return resolveLocalProjects(app, project)[0]?.name ?? project;
  const name = where.cwd === undefined ? "" : identifyProject(app, { cwd: where.cwd }).name;
  return name === "" || resolveLocalProjects(app, name).length > 0 ? GENERAL : name;
}

function written(
  { status, id, reason, review_state, merged_into, pair_id, project, operation_id }: MemoryWriteResult,
  news = "",
): CallToolResult {
  const where = project === null ? "all projects" : line(project);
  const undo = operation_id === null ? "" : ` (operation ${operation_id})`;
  const held =
    review_state === undefined ? "" : ` It waits for a person's review (${review_state}): agents get it then.`;
  switch (status) {
    case "added":
      return plain(`Remembered as M${id} for ${where}${undo}.${held}${news}`);
    case "replaced":
      return plain(`M${id} is the new version for ${where}${undo}.${held}`);
    case "merged":
      return plain(`That was known as M${merged_into?.id ?? id}; M${id} continues it${undo}.${held}`);
    case "skipped":
      return plain(`That is known already as M${id}. ${reason ?? ""}`.trim());
    case "conflict":
      return plain(
        `Not stored: M${id} says otherwise under the same key, and a person decides (pair ${pair_id ?? 0}). If yours is right for sure, keepsake_update M${id}.`,
      );
  }
}
