/** Fits many texts into a bounded space: everybody gets the same share, what one does not need goes to the others. Pure. */
import { headOf, tailOf } from "../../text/caps";

/** Of what is kept, openings say what was done, endings what came of it. */
const HEAD_SHARE = 0.6;

/** At most `max` UTF-16 units: head and tail around a mark with the number of units left out, e.g. `[…1071…]`. */
export function headAndTail(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = Math.max(0, max - `[…${text.length}…]`.length);
  const head = headOf(text, Math.ceil(room * HEAD_SHARE));
  const tail = tailOf(text, room - head.length);
  return `${head}[…${text.length - head.length - tail.length}…]${tail}`;
}

/** The largest share such that the sizes, each cut to it, sum to at most `budget`; Infinity where all fit whole. */
export function fairShare(sizes: readonly number[], budget: number): number {
  const sorted = [...sizes].sort((a, b) => a - b);
  let left = budget;
  for (const [at, size] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at));
    if (size > share) return Math.max(0, share);
    left -= size;
  }
  return Infinity;
}
