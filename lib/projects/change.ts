/** What a person sets about a project: name, mode, language model, budgets, further names. One operation a change, so that Undo takes it back whole. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError, noSuch } from "../contract/errors";
import type { ProjectChange, ProjectPatch } from "../contract/project";
import { write } from "../db/write";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { cleanText } from "../text/clean";
import { foldName } from "./identify";
import {
  addAliasRow,
  aliasesOf,
  projectById,
  projectsByAlias,
  type ProjectRow,
  removeAlias,
  updateProject,
} from "./repo";
import { requireProject } from "./service";

const MAX_NAME_CHARS = 200;
const MAX_ALIASES = 200;

type Fields = Partial<
  Pick<ProjectRow, "name" | "mode" | "llmEnabled" | "needsReview" | "injectMaxChars" | "llmDailyTokens">
>;

/**
 * Changes what the patch names; `operation_id` is null when it was so already. Requests to a language model that are out are
 * not called back. Throws `not_found`, `forbidden` for anybody but a person, `validation_failed` for a name that is private
 * text or for taking away the project's own name, and `conflict` for an alias that another project answers to.
 */
export function changeProject(app: App, id: number, patch: ProjectPatch, actor: Actor): ProjectChange {
  requirePerson(actor);
  const name = patch.name === undefined ? undefined : clean("name", patch.name);
  const added = [...new Set((patch.addAliases ?? []).map((alias) => foldName(clean("addAliases", alias))))];
  const removed = [...new Set((patch.removeAliases ?? []).map(foldName))];
  const operation = write(app, (tx) => {
    const now = app.now();
    const before = requireRow(tx, id);
    const fields = changedFields(before, { ...patch, name });
    const isRenamed = fields.name !== undefined;
    if (Object.keys(fields).length > 0) updateProject(tx, id, fields);
    const changes: NewChange[] = [
      ...(Object.keys(fields).length > 0 ? [fieldChange(before, fields)] : []),
      ...removeAliases(tx, { ...before, ...fields }, removed),
      ...addAliases(tx, now, id, added),
      // Both names go on finding it.
      ...(isRenamed ? keepNames(tx, now, id, [foldName(before.name), foldName(fields.name ?? "")]) : []),
    ];
    if (changes.length === 0) return null;
    return recordOperation(tx, now, {
      kind: "project.edit",
      title: titleOf(id, fields, changes),
      actor,
      projectId: id,
      changes,
    });
  });
  return { ok: true, project: requireProject(app, id), operation_id: operation };
}

/** Throws `forbidden`: who may read and write a project is not for agents to say. */
export function requirePerson(actor: Actor): void {
  if (actor.kind === "person") return;
  throw new AppError("forbidden", "Only a person changes projects.", {
    hint: "Change it in the console, or send x-keepsake-client: cli when a person asked for it.",
  });
}

/** Throws `not_found`. */
export function requireRow(tx: Tx, id: number): ProjectRow {
  const row = projectById(tx, id);
  if (row === undefined) throw noSuch("project", id, "GET /api/projects lists them.");
  return row;
}

/** Names are stored like any other text: free of secrets and private text. */
export function clean(path: string, text: string): string {
  const name = cleanText(text, { cap: MAX_NAME_CHARS }).text.replace(/\s+/g, " ").trim();
  if (name !== "") return name;
  throw new AppError("validation_failed", "The name is private text, which is never stored.", {
    details: [{ path, message: "private" }],
  });
}

function changedFields(before: ProjectRow, patch: ProjectPatch): Fields {
  const { name, mode, llmEnabled, reviewed, injectMaxChars, llmDailyTokens } = patch;
  const needsReview = reviewed === true ? false : undefined;
  const wanted = { name, mode, llmEnabled, needsReview, injectMaxChars, llmDailyTokens };
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && before[field as keyof Fields] !== value),
  );
}

/** Only what changed: the rest of a project follows from what is captured. */
function fieldChange(before: ProjectRow, fields: Fields): NewChange {
  const was = Object.fromEntries(Object.keys(fields).map((field) => [field, before[field as keyof Fields]]));
  const { id } = before;
  return { table: "projects", id, before: { id, ...was }, after: { id, ...fields } };
}

function removeAliases(tx: Tx, project: ProjectRow, aliases: string[]): NewChange[] {
  return aliasesOf(tx, project.id)
    .filter(({ alias }) => aliases.includes(alias))
    .map((row) => {
      if (row.alias === foldName(project.name)) {
        throw new AppError("validation_failed", "That is the project's own name.", {
          hint: "Rename the project first.",
          details: [{ path: "removeAliases", message: "own name" }],
        });
      }
      if (row.kind === "remote") {
        throw new AppError("validation_failed", "That is the project's remote: its repository says so.", {
          hint: "Change the remote in the repository.",
          details: [{ path: "removeAliases", message: "remote" }],
        });
      }
      removeAlias(tx, project.id, row.alias);
      return { table: "project_aliases", id: project.id, before: row, after: null };
    });
}

function addAliases(tx: Tx, now: number, id: number, aliases: string[]): NewChange[] {
  for (const alias of aliases) {
    const other = projectsByAlias(tx, alias).find((project) => project.id !== id);
    if (other === undefined) continue;
    throw new AppError("conflict", `Project ${other.id} answers to that name already.`, {
      hint: "Take the name away there first, or merge the two projects.",
      details: [{ path: "project", message: String(other.id) }],
    });
  }
  if (aliasesOf(tx, id).length + aliases.length > MAX_ALIASES) {
    throw new AppError("validation_failed", `A project has at most ${MAX_ALIASES} names.`, {
      hint: "Take some away first.",
      details: [{ path: "addAliases", message: "too many" }],
    });
  }
  return keepNames(tx, now, id, aliases);
}

/** Adds the names that the project does not have yet. */
const keepNames = (tx: Tx, now: number, id: number, aliases: string[]): NewChange[] =>
  [...new Set(aliases)].flatMap((alias) => {
    const after = addAliasRow(tx, { projectId: id, alias, kind: "manual", createdAt: now });
    return after === undefined ? [] : [{ table: "project_aliases" as const, id, before: null, after }];
  });

function titleOf(id: number, fields: Fields, changes: NewChange[]): string {
  const isOnly = (field: keyof Fields): boolean => changes.length === 1 && Object.keys(fields).join() === field;
  if (isOnly("llmEnabled"))
    return `Switched the language model ${fields.llmEnabled === true ? "on" : "off"} for project ${id}`;
  if (isOnly("mode")) return `Set project ${id} to ${fields.mode}`;
  if (isOnly("injectMaxChars")) return `Set the block of project ${id} to ${charsOf(fields.injectMaxChars)}`;
  if (isOnly("llmDailyTokens"))
    return `Set the language model's budget of project ${id} to ${tokensOf(fields.llmDailyTokens)}`;
  if (fields.name !== undefined) return `Renamed project ${id}`;
  return `Edited project ${id}`;
}

const charsOf = (chars: number | null | undefined): string =>
  chars == null ? "the usual size" : `${chars} characters`;
const tokensOf = (tokens: number | null | undefined): string =>
  tokens == null ? "that of all projects" : `${tokens} tokens a day`;
