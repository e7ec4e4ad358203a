/** Counts the open event streams and can end them all: health shows how many, a stopping server ends them. */

/** On globalThis, because the stream route and the health route may be two module instances. */
const KEY = Symbol.for("keepsake.streams");
type Slot = { [KEY]?: Set<() => void> };

const streams = (): Set<() => void> => ((globalThis as Slot)[KEY] ??= new Set());

/** `end` closes the stream; answers the way to take it off the list. */
export function registerStream(end: () => void): () => void {
  streams().add(end);
  return () => void streams().delete(end);
}

export const openStreams = (): number => streams().size;

export function endStreams(): void {
  for (const end of [...streams()]) end();
}
