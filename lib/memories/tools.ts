/** What agents do with memories by tools (E56–E59): the original's names and answers over the same services. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import type { MemoryWriteResult, NewMemory } from "../contract/memory";
import {
  MemoryAddInput,
  type MemoryAdded,
  MemoryRemoveInput,
  type MemoryRemoved,
  MemoryReplaceInput,
  type MemoryStatusAnswer,
} from "../contract/memory-tools";
import { addMemory } from "./add";
import { countMemories } from "./counts-query";
import { softDeleteMemory } from "./service";

export interface ToolCaller {
  actor: Actor;
  /** The host's session, as `source_session` of what is written. */
  sourceSession?: string;
}

/** E56. */
export function memoryStatus(app: App): MemoryStatusAnswer {
  const { active, stored, vectors } = countMemories(app);
  return {
    active_memories: active,
    total_records: stored,
    vector_count: vectors,
    embedding_loaded: app.embedder.state().state === "ready",
    embedding_dim: app.embedder.dimension,
    data_dir: app.env.home,
  };
}

/**
 * E57: adds a statement, or says why it needs no adding. Throws `validation_failed` for a bad argument or the gate's
 * refusal (its code is `rejection`), `forbidden` where the project takes no writes by agents.
 */
export async function memoryAdd(app: App, input: MemoryAddInput, caller: ToolCaller): Promise<MemoryAdded> {
  const { cwd, importance, tier, attribute, tags, ...rest } = MemoryAddInput.parse(input);
  const memory: NewMemory = {
    ...rest,
    importance: importance ?? undefined,
    tier: tier ?? undefined,
    attribute: attribute ?? undefined,
    tags: tags ?? undefined,
  };
  return toAdded(await addMemory(app, memory, { ...caller, cwd }));
}

/** E58: the value wins over what the key holds; the same gate and errors as {@link memoryAdd}. */
export async function memoryReplace(app: App, input: MemoryReplaceInput, caller: ToolCaller): Promise<MemoryAdded> {
  const { cwd, ...memory } = MemoryReplaceInput.parse(input);
  return toAdded(await addMemory(app, memory, { ...caller, cwd, explicit: true, neighbours: [] }));
}

/** E59: out of every list and search at once, its vector by a job; back by restore or undo. Throws `not_found`. */
export function memoryRemove(app: App, input: MemoryRemoveInput, { actor }: ToolCaller): MemoryRemoved {
  const { id } = MemoryRemoveInput.parse(input);
  softDeleteMemory(app, id, actor);
  return { status: "deleted", id };
}

function toAdded(result: MemoryWriteResult): MemoryAdded {
  const { status, id, reason = "", merged_into, pair_id = 0, review_state } = result;
  const held = review_state === "pending" || review_state === "quarantined" ? { review_state } : {};
  switch (status) {
    case "added":
      return { status, id, ...held };
    case "skipped":
      return { status, id, reason };
    case "conflict":
      return { status, id, reason, pair_id };
    case "replaced":
      return { status, new_id: id, ...held };
    case "merged":
      return {
        status,
        merged_into: merged_into?.id ?? id,
        key: merged_into?.key ?? "",
        similarity: merged_into?.similarity ?? 1,
        new_id: id,
        ...held,
      };
  }
}
