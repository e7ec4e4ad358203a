/** Which rows of a ranking bear on what was asked as surely as what is told unasked. */
import type { App } from "../context";
import type { SearchType } from "../contract/search";
import { bearsOn } from "./bearing";
import { type Held, type NamesFound, NO_NAMES } from "./bridge";
import type { Scored } from "./fuse";
import type { Facts } from "./query";
import { ABSTAIN } from "./recipe";

interface Ranked {
  lists: ReadonlyMap<SearchType, Scored[]>;
  facts: ReadonlyMap<SearchType, ReadonlyMap<number, Facts>>;
  names: ReadonlyMap<SearchType, NamesFound>;
}

/** Of the best of each kind: by words, names and meaning (`bearsOn`), and what was said in the same turn as one that does. */
export function bearingRows(
  app: App,
  text: string,
  { lists, facts, names }: Ranked,
  top: number,
): Map<SearchType, Set<number>> {
  const bearing = new Map<SearchType, Set<number>>();
  const turns = new Set<string>();
  const turnOf = (type: SearchType, id: number): string | null => {
    const fact = facts.get(type)?.get(id);
    return fact?.sessionId == null || fact.turn === null ? null : `${fact.sessionId}:${fact.turn}`;
  };
  for (const [type, scored] of lists) {
    const ids = surely(app, text, type, scored.slice(0, top), names.get(type) ?? NO_NAMES);
    bearing.set(type, ids);
    for (const id of ids) turns.add(turnOf(type, id) ?? "");
  }
  for (const [type, scored] of lists) {
    for (const { id } of scored.slice(0, top)) {
      const turn = turnOf(type, id);
      if (turn !== null && turns.has(turn)) bearing.get(type)?.add(id);
    }
  }
  return bearing;
}

const NONE_HELD: Held = { share: 0, concepts: 0 };

function surely(
  app: App,
  text: string,
  type: SearchType,
  scored: Scored[],
  { words, bridge }: NamesFound,
): Set<number> {
  const ids = scored.map(({ id }) => id);
  const own = words.hits.length === 0 ? new Map<number, number>() : words.coverage(ids);
  const byAnyName = bridge.ids.length === 0 ? new Map<number, Held>() : bridge.held(ids);
  const cosines = scored.flatMap(({ cosine }) => cosine ?? []);
  const shares = [...own.values(), ...[...byAnyName.values()].map(({ share }) => share)];
  const among = {
    text,
    floor: app.embedder.floor,
    best: cosines.length === 0 ? null : Math.max(...cosines),
    nearestOf: null,
    isAnswered: shares.some((share) => share >= ABSTAIN.words),
    isTold: false,
    // What is sure was measured on notes: "Hello." and the like lie near to anything that is as short.
    isStated: type === "prompts" || type === "events",
  };
  const bears = ({ id, cosine }: Scored): boolean =>
    words.named.has(id) || bearsOn({ words: own.get(id) ?? 0, held: byAnyName.get(id) ?? NONE_HELD, cosine }, among);
  return new Set(scored.filter(bears).map(({ id }) => id));
}
