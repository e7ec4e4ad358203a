/** Writing a memory with a look around first: what says the same already under another key is continued, not doubled (E45). */
import type { App } from "../context";
import type { MemoryWriteResult, NewMemory } from "../contract/memory";
import { MERGE_NEIGHBOURS } from "./absorb";
import { checkStatement } from "./clean";
import { hasActiveMemory } from "./counts-query";
import { findNeighbours, type Neighbour } from "./neighbours";
import { findActiveByKey } from "./repo";
import { writeRules } from "./rules";
import { findScope, knownScopeId } from "./scope";
import { type CreateOptions, createMemory, scopeHints } from "./service";

/**
 * As `createMemory`, with the semantic merge: waits at most 1.5 s for the model, and does without it when it is not to be
 * had (E21). Throws what `createMemory` throws.
 */
export async function addMemory(app: App, input: NewMemory, options: CreateOptions): Promise<MemoryWriteResult> {
  const neighbours = options.neighbours ?? (await mergeCandidates(app, input, options)) ?? undefined;
  return createMemory(app, input, { ...options, neighbours });
}

/** Null where nothing can be merged: a long document, a refused value, a key that holds a memory, an empty project, no model. */
async function mergeCandidates(app: App, input: NewMemory, options: CreateOptions): Promise<Neighbour[] | null> {
  if (input.tier === "reference") return null;
  const projectId = knownScopeId(app, findScope(app, scopeHints(input, options)));
  if (projectId === null || !hasActiveMemory(app.db, projectId)) return null;
  const { bounds } = writeRules(app);
  const statement = checkStatement(app.db, input, { actor: options.actor, bounds });
  if ("code" in statement || findActiveByKey(app.db, projectId, statement.key) !== undefined) return null;
  return findNeighbours(app, statement.value, { projectIds: [projectId], limit: MERGE_NEIGHBOURS });
}
