/** What differs between two blocks by what they hold: what came in, went, or stands elsewhere. Pure; by the traces. */
import type { BlockMove } from "../contract/inject-preview";

/** Of a trace's entry only what is needed here. */
export interface Stood {
  layer: string;
  type: string;
  id: number;
  included: boolean;
  score: number | null;
  text: string | null;
}

type Standing = BlockMove["before"];

interface Place {
  standing: Standing;
  /** Among all that is told or listed. */
  at: number;
  entry: Stood;
}

const FRAME = "frame";
const INDEX = "index";

/** In the order of the candidates after; what is none of them any more comes last. */
export function blockMoves(before: readonly Stood[], after: readonly Stood[]): BlockMove[] {
  const [was, is] = [placesOf(before), placesOf(after)];
  const moved = reordered(was, is);
  const moves: BlockMove[] = [];
  for (const key of [...inOrder(is), ...inOrder(was)]) {
    const move = moveOf(was.get(key)?.standing ?? "out", is.get(key)?.standing ?? "out", moved.get(key));
    const entry = is.get(key)?.entry ?? was.get(key)?.entry;
    if (move === null || entry === undefined || moves.some(({ type, id }) => `${type}:${id}` === key)) continue;
    moves.push({
      type: entry.type,
      id: entry.id,
      move,
      before: was.get(key)?.standing ?? "out",
      after: is.get(key)?.standing ?? "out",
      scoreBefore: was.get(key)?.entry.score ?? null,
      scoreAfter: is.get(key)?.entry.score ?? null,
      text: is.get(key)?.entry.text ?? was.get(key)?.entry.text ?? "",
    });
  }
  return moves;
}

function moveOf(before: Standing, after: Standing, order: "up" | "down" | undefined): BlockMove["move"] | null {
  if (before !== "told" && after === "told") return "in";
  if (before === "told" && after !== "told") return "out";
  if (before === after) return after === "told" ? (order ?? null) : null;
  return after === "listed" ? "listed" : "unlisted";
}

/** Each once: what is told in full may be a cut candidate of another layer too, what is cut in one listed in the next. */
function placesOf(entries: readonly Stood[]): Map<string, Place> {
  const places = new Map<string, Place>();
  entries.forEach((entry, at) => {
    if (entry.type === FRAME) return;
    const key = `${entry.type}:${entry.id}`;
    const standing: Standing = !entry.included ? "out" : entry.layer === INDEX ? "listed" : "told";
    const known = places.get(key);
    if (known === undefined || RANK[standing] > RANK[known.standing]) places.set(key, { standing, at, entry });
  });
  return places;
}

const RANK: Record<Standing, number> = { out: 0, listed: 1, told: 2 };

const inOrder = (places: Map<string, Place>): string[] =>
  [...places].sort(([, a], [, b]) => a.at - b.at).map(([key]) => key);

/** What is told in both but not in the same order: of two ways to tell it, the one with the fewest moves. */
function reordered(was: Map<string, Place>, is: Map<string, Place>): Map<string, "up" | "down"> {
  const isTold = (places: Map<string, Place>, key: string): boolean => places.get(key)?.standing === "told";
  const common = inOrder(is).filter((key) => isTold(is, key) && isTold(was, key));
  const oldOrder = new Map(
    inOrder(was)
      .filter((key) => isTold(is, key) && isTold(was, key))
      .map((key, at) => [key, at]),
  );
  const ranks = common.map((key) => oldOrder.get(key) ?? 0);
  const stay = longestRise(ranks);
  return new Map(
    common.flatMap((key, at) =>
      stay.has(at) ? [] : [[key, at < (ranks[at] ?? 0) ? "up" : "down"] as [string, "up" | "down"]],
    ),
  );
}

/** Places of a longest rising run, gaps allowed. */
function longestRise(values: number[]): Set<number> {
  const length = values.map(() => 1);
  const previous = values.map(() => -1);
  values.forEach((value, at) => {
    for (let i = 0; i < at; i += 1) {
      if ((values[i] ?? 0) < value && (length[i] ?? 0) + 1 > (length[at] ?? 0)) {
        length[at] = (length[i] ?? 0) + 1;
        previous[at] = i;
      }
    }
  });
  const rise = new Set<number>();
  let at = length.indexOf(Math.max(0, ...length));
  for (; at >= 0; at = previous[at] ?? -1) rise.add(at);
  return rise;
}
