/** What an item of the inbox is made of, for the browser. Pure. */
import type { Memory } from "@/lib/contract/memory";
import type { ReviewItem, ReviewKind } from "@/lib/contract/review";
import type { ReviewDecision } from "@/lib/contract/review-decide";
import { DECISIONS, NEEDED_KINDS } from "@/lib/contract/review-decisions";

/** As the address names it, `conflict:12`. */
export const keyOf = (item: ReviewItem): string => `${item.kind}:${idOf(item)}`;

export const idOf = (item: ReviewItem): number =>
  item.type === "pair" ? item.pair.id : item.type === "finding" ? item.finding.id : item.memory.id;

/** A text of an item, with the memory that says it; null = a claim that was never stored. */
export interface Side {
  memory: Memory | null;
  key: string;
  value: string;
  at: number | null;
}

const sideOf = (memory: Memory): Side => ({
  memory,
  key: memory.key,
  value: memory.value,
  at: memory.created_at,
});

/** One text, or two with the older first. */
export function sidesOf(item: ReviewItem): [Side] | [older: Side, newer: Side] {
  if (item.type === "memory") return [sideOf(item.memory)];
  if (item.type === "finding") {
    const { memory, other } = item.finding;
    if (other === null) return [sideOf(memory)];
    const isFirst =
      memory.created_at < other.created_at || (memory.created_at === other.created_at && memory.id < other.id);
    return isFirst ? [sideOf(memory), sideOf(other)] : [sideOf(other), sideOf(memory)];
  }
  const { older, newer, candidate } = item.pair;
  const first: Side = older === null ? { memory: null, key: "", value: "", at: null } : sideOf(older);
  if (newer !== null) return [first, sideOf(newer)];
  return [
    first,
    { memory: null, key: candidate?.key ?? first.key, value: candidate?.value ?? "", at: candidate?.at ?? null },
  ];
}

/** What stands in the list: of two texts the newer, which brought it here. */
export const headlineOf = (item: ReviewItem): Side => {
  const sides = sidesOf(item);
  return sides[1] ?? sides[0];
};

/** The project that it is about; null = all. */
export const projectOf = (item: ReviewItem): string | null =>
  sidesOf(item).find(({ memory }) => memory !== null)?.memory?.project ?? null;

export const isClaim = (item: ReviewItem): boolean => item.type === "pair" && item.pair.newer === null;

export const decisionsOf = (item: ReviewItem): ReviewDecision[] =>
  DECISIONS[item.kind].filter((decision) => !(decision === "merge" && isClaim(item)));

/** The memory that an edit changes, and the text that it begins with. */
export function editedOf(item: ReviewItem): { key: string; value: string; before: { key: string; value: string } } {
  if (item.type === "finding") {
    const { key, value } = item.finding.memory;
    return { key, value, before: { key, value } };
  }
  const sides = sidesOf(item);
  const target = isClaim(item) ? sides[0] : (sides[1] ?? sides[0]);
  const text = (sides[1] ?? sides[0]).value;
  return { key: target.key, value: text, before: { key: target.key, value: target.value } };
}

/** Memories that the decision takes out of force: other items about them are settled with it. */
export function leavingOf(item: ReviewItem, decision: ReviewDecision): number[] {
  const sides = sidesOf(item);
  const [older, newer] = [sides[0].memory?.id, sides[1]?.memory?.id];
  const present = (ids: (number | undefined)[]): number[] => ids.filter((id) => id !== undefined);
  if (decision === "keep") return [];
  if (decision === "archive") return present([older, newer]);
  if (sides.length === 1) return [];
  if (decision === "older") return present([newer]);
  if (decision === "newer") return present([older]);
  if (item.type === "finding") return present([item.finding.other?.id]);
  return isClaim(item) ? [] : present([older]);
}

export const memoryIdsOf = (item: ReviewItem): number[] =>
  sidesOf(item).flatMap(({ memory }) => (memory === null ? [] : [memory.id]));

/** In the order of the inbox. */
export const KINDS = Object.keys(DECISIONS) as ReviewKind[];

/** Only a person can settle it; the rest is tidying. */
export const isNeeded = (kind: ReviewKind): boolean => NEEDED_KINDS.some((one) => one === kind);
