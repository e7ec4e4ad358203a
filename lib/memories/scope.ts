/** Which project a memory belongs to: the one that was named, else the one its key begins with, else none (0). */
import type { App, Tx } from "../context";
import { AppError } from "../contract/errors";
import { ensureProject, identifyProject, type ProjectIdentity, resolveProjects } from "../projects/service";
import { cleanText } from "../text/clean";

export type Scope = { id: number } | { identity: ProjectIdentity };

/** `ref` null = global; undefined = the first segment of the key, when it names exactly one project we know. */
export function findScope(app: App, ref: string | null | undefined, key: string): Scope {
  if (ref === null) return { id: 0 };
  if (ref === undefined) {
    const head = key.split(":")[0]?.trim() ?? "";
    const named = head === "" || head === key ? [] : resolveProjects(app, head);
    return { id: named.length === 1 ? (named[0]?.id ?? 0) : 0 };
  }
  // A name is stored like any other text: free of secrets and private text.
  const name = cleanText(ref, { cap: 1024 }).text.trim();
  if (name === "") {
    throw new AppError("validation_failed", "The project's name is private text, which is never stored.", {
      details: [{ path: "project", message: "private" }],
    });
  }
  const [first, second] = resolveProjects(app, name);
  if (first !== undefined && second !== undefined) {
    throw new AppError("validation_failed", "Several projects share this name.", {
      hint: "Name the project by its key; GET /api/projects lists them.",
      details: [{ path: "project", message: "ambiguous" }],
    });
  }
  return first === undefined ? { identity: identifyProject(app, { project: name }) } : { id: first.id };
}

export function scopeId(tx: Tx, now: number, scope: Scope): number {
  return "id" in scope ? scope.id : ensureProject(tx, now, scope.identity).id;
}
