/** What stands in the form of a memory, its check, and what of it changed. Pure. */
import type { Memory, MemoryPatch, NewMemory } from "@/lib/contract/memory";
import type { RejectionCode } from "@/lib/contract/memory-page";

export const MAX_KEY = 200;

/** Characters that a value must and may have, as the gate counts them: code points. */
export interface ValueBounds {
  min: number;
  max: number;
}

/** Defaults of `value_min_chars` and `value_max_chars`, for where the settings could not be read. */
export const DEFAULT_BOUNDS: ValueBounds = { min: 10, max: 500 };

export const lengthOf = (text: string): number => [...text].length;

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

/** A code of ours with its numbers, which the form has words for, a reason of the gate, or a sentence of the server's. */
export type DraftFault =
  | { code: "required" | "range"; values?: undefined }
  | { code: "tooLong"; values: { max: number } }
  | { code: "tooShort"; values: { min: number } }
  | { rejection: RejectionCode }
  | { said: string };
export type DraftErrors = Partial<Record<keyof Draft, DraftFault>>;

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
    expires: memory.expires_at === null ? "" : dayOf(memory.expires_at),
  };
}

/** `YYYY-MM-DD` in local time, as the server reads a day. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const digits = (value: number, width: number) => String(value).padStart(width, "0");
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`;
}

/** A value that is left as it was may have any length: an import brings longer ones. */
export function checkDraft(draft: Draft, { min, max }: ValueBounds, initial: Draft = EMPTY_DRAFT): DraftErrors {
  const errors: DraftErrors = {};
  if (draft.value.trim() === "") errors.value = { code: "required" };
  else if (draft.value !== initial.value) {
    if (lengthOf(draft.value) > max) errors.value = { code: "tooLong", values: { max } };
    else if (lengthOf(draft.value.trim()) < min) errors.value = { code: "tooShort", values: { min } };
  }
  if (draft.key.trim() === "") errors.key = { code: "required" };
  else if (draft.key.trim().length > MAX_KEY) errors.key = { code: "tooLong", values: { max: MAX_KEY } };
  const importance = Number(draft.importance);
  if (draft.importance.trim() === "" || !(importance >= 0 && importance <= 10)) errors.importance = { code: "range" };
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
