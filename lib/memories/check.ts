/** What the gate would say to a statement, for editors that tell it while it is typed. Writes nothing. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import type { MemoryCheck, MemoryChecked } from "../contract/memory-page";
import { requireRow } from "./change";
import { checkStatement, type Rejection, rejectionError } from "./clean";
import { findActiveByKey, projectMode } from "./repo";
import { writeRules } from "./rules";
import { findScope, knownScopeId } from "./scope";
import { reviewOf } from "./write";

/**
 * As creating or editing it would judge it, in the same order (E41). An edit that leaves key and value as they are passes
 * whatever they are: nothing would be judged. Throws `not_found` for an unknown `id`.
 */
export function checkMemory(app: App, { id, ...given }: MemoryCheck, actor: Actor): MemoryChecked {
  const { bounds } = writeRules(app);
  const row = id === undefined ? undefined : requireRow(app.db, id);
  const projectId =
    row?.projectId ??
    knownScopeId(app, findScope(app, { project: given.project, key: given.key, isPerson: actor.kind === "person" })) ??
    null;
  const mode = projectId === null ? "auto" : projectMode(app.db, projectId);
  if (actor.kind === "agent" && (mode === "read-only" || mode === "off")) {
    return refused(
      { code: "read_only", reason: `The project is ${mode}: agents may not write memories to it.` },
      bounds,
    );
  }
  const isSame = row !== undefined && row.key === given.key && row.value === given.value;
  const statement = isSame ? given : checkStatement(app.db, given, { actor, bounds });
  if ("code" in statement) return refused(statement, bounds);
  const holder = projectId === null ? undefined : findActiveByKey(app.db, projectId, statement.key);
  const isRivals = holder !== undefined && holder.id !== id && (row === undefined || row.status === "active");
  return {
    ok: true,
    rejection: null,
    stored: { key: statement.key, value: statement.value.trim() },
    review_state: isSame ? row.reviewState : reviewOf(statement.value, { actor, mode }),
    taken_by: isRivals ? holder.id : null,
    bounds,
  };
}

function refused(rejection: Rejection, bounds: MemoryChecked["bounds"]): MemoryChecked {
  return {
    ok: false,
    rejection: { ...rejection, hint: rejectionError(rejection).hint ?? "" },
    stored: null,
    review_state: null,
    taken_by: null,
    bounds,
  };
}
