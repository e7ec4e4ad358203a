/** What stands in the form of a memory, its check, and what of it changed. Pure. */
import type { Memory, MemoryPatch, NewMemory } from "@/lib/contract/memory";
import { m } from "../strings-memories";

export const MAX_VALUE = 500;
export const MAX_KEY = 200;

export interface Draft {
  key: string;
  value: string;
  tier: Memory["tier"];
  attribute: string;
  importance: string;
  tags: string;
  /** `YYYY-MM-DD`, or empty for never. */
  expires: string;
}

export type DraftErrors = Partial<Record<keyof Draft, string>>;

export const EMPTY_DRAFT: Draft = {
  key: "",
  value: "",
  tier: "normal",
  attribute: "fact",
  importance: "5",
  tags: "",
  expires: "",
};

export function draftOf(memory: Memory): Draft {
  return {
    key: memory.key,
    value: memory.value,
    tier: memory.tier,
    attribute: memory.attribute,
    importance: String(memory.importance),
    tags: memory.tags,
    expires: memory.expires_at === null ? "" : new Date(memory.expires_at).toISOString().slice(0, 10),
  };
}

export function checkDraft(draft: Draft): DraftErrors {
  const errors: DraftErrors = {};
  if (draft.value.trim() === "") errors.value = m.form.required;
  else if (draft.value.length > MAX_VALUE) errors.value = m.form.tooLong(MAX_VALUE);
  if (draft.key.trim() === "") errors.key = m.form.required;
  else if (draft.key.trim().length > MAX_KEY) errors.key = m.form.tooLong(MAX_KEY);
  const importance = Number(draft.importance);
  if (draft.importance.trim() === "" || !(importance >= 0 && importance <= 10)) errors.importance = m.form.range;
  return errors;
}

/** Only the fields that differ, with the revision that the editor saw. */
export function patchOf(memory: Memory, draft: Draft): MemoryPatch {
  const before = draftOf(memory);
  const patch: MemoryPatch = { revision: memory.revision };
  if (draft.key !== before.key) patch.key = draft.key;
  if (draft.value !== before.value) patch.value = draft.value;
  if (draft.tier !== before.tier) patch.tier = draft.tier;
  if (draft.attribute !== before.attribute) patch.attribute = draft.attribute;
  if (draft.importance !== before.importance) patch.importance = Number(draft.importance);
  if (draft.tags !== before.tags) patch.tags = draft.tags;
  if (draft.expires !== before.expires) patch.expires_at = draft.expires === "" ? null : draft.expires;
  return patch;
}

export function newMemoryOf(draft: Draft, project: string | null): NewMemory {
  return {
    key: draft.key,
    value: draft.value,
    tier: draft.tier,
    attribute: draft.attribute,
    importance: Number(draft.importance),
    tags: draft.tags,
    expires_at: draft.expires === "" ? null : draft.expires,
    project,
  };
}
