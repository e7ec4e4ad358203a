/** Two blocks as one: that of the session's start, and behind it what its first prompt brings back (M39). Pure. */
import type { Block } from "./hand-out";
import { HARD_CAP } from "./room";
import { frameEntry, heldBy, rebuildBlock } from "./trace";

/** Makes a block of at most `maxChars` without what stands before it: revisions by `type:id`. */
export type Also = (held: ReadonlyMap<string, number>, maxChars: number) => Block;

/** What the second may take of the whole where the first could fill it. */
const SHARE = 1 / 3;
/** Between the blocks. */
const BLANK = "\n\n".length;
/** A smaller second block says nothing. */
const MIN_CHARS = 200;
const SHRINK = 0.8;

/** The first takes all where the second has nothing to say. Neither together nor alone longer than `maxChars`, nor than a host takes. */
export function joinBlocks(first: (maxChars: number) => Block, second: Also, maxChars: number): Block {
  const whole = Math.min(maxChars, HARD_CAP);
  const start = first(whole - Math.floor(whole * SHARE) - BLANK);
  const room = start.text === "" ? whole : whole - start.text.length - BLANK;
  const held = heldIn(start);
  for (let chars = room; chars >= MIN_CHARS || chars === room; chars = Math.floor(chars * SHRINK)) {
    const more = second(held, chars);
    if (more.text === "") break;
    const joined = join(start, more);
    if (JSON.stringify(joined.text).length <= HARD_CAP) return joined;
  }
  return first(maxChars);
}

function join(start: Block, more: Block): Block {
  const blank = start.text === "" ? [] : [frameEntry([""])];
  const trace = [...start.trace, ...blank, ...more.trace];
  const memoryIds = [...new Set([...(start.memoryIds ?? []), ...(more.memoryIds ?? [])])];
  return { text: rebuildBlock(trace), trace, memoryIds };
}

/** What is only listed by its key may still be told. */
const heldIn = ({ trace }: Block): Map<string, number> =>
  new Map(
    heldBy(trace)
      .filter(({ layer }) => layer !== "index")
      .map(({ type, id, revision }) => [`${type}:${id}`, revision]),
  );
