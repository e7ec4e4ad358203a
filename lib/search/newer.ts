/** Puts what was said later above what was said earlier about the same subject. Pure. */
import { dot } from "../embed/vector-math";
import type { Scored } from "./fuse";
import { SAME_SUBJECT } from "./recipe";

/** Rows that belong together keep the places that they hold between them, but the newest takes the best: a correction goes before what it corrects. */
export function newerFirst(sorted: Scored[], related: (readonly [number, number])[]): Scored[] {
  const places = new Map(sorted.map((hit, place) => [hit.id, place]));
  const groups = groupsOf(sorted, related);
  const result = [...sorted];
  for (const ids of groups) {
    const held = ids.map((id) => places.get(id) ?? 0).sort((a, b) => a - b);
    const hits = held.flatMap((place) => sorted[place] ?? []);
    const ranks = hits.map((hit) => hit.rank);
    hits.sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
    held.forEach((place, i) => {
      const hit = hits[i];
      if (hit !== undefined) result[place] = { ...hit, rank: ranks[i] ?? hit.rank };
    });
  }
  return result;
}

/** Ids that hang together by a topic or a relation, two or more at a time. */
function groupsOf(sorted: Scored[], related: (readonly [number, number])[]): number[][] {
  const heads = new Map(sorted.map((hit) => [hit.id, hit.id]));
  const headOf = (id: number): number => {
    let head = id;
    for (let next = heads.get(head); next !== undefined && next !== head; next = heads.get(head)) head = next;
    return head;
  };
  const join = (a: number, b: number): void => {
    if (heads.has(a) && heads.has(b)) heads.set(headOf(a), headOf(b));
  };
  const byTopic = new Map<string, number>();
  for (const { id, topic } of sorted) {
    if (topic === null) continue;
    join(id, byTopic.get(topic) ?? id);
    byTopic.set(topic, id);
  }
  for (const [a, b] of related) join(a, b);
  const groups = new Map<number, number[]>();
  for (const { id } of sorted) groups.set(headOf(id), [...(groups.get(headOf(id)) ?? []), id]);
  return [...groups.values()].filter((ids) => ids.length > 1);
}

/** Pairs of an older and a newer id. */
export interface SubjectPairs {
  /** So alike that they state the same, or the same with another value. */
  same: [number, number][];
  /** Alike enough to be worth reading. */
  maybe: [number, number][];
}

/**
 * Pairs among the best hits that state nearly the same and answer the query about as well: one is the other with another value.
 * Where the query itself tells them apart (the port of which service?) the better answer stays above. `claims` are unit vectors.
 */
export function sameSubjects(sorted: Scored[], claims: Map<number, Float32Array[]>): SubjectPairs {
  const best = sorted.slice(0, SAME_SUBJECT.top);
  const pairs: SubjectPairs = { same: [], maybe: [] };
  best.forEach((better, i) => {
    for (const worse of best.slice(i + 1)) {
      if (worse.createdAt <= better.createdAt || !isAsGood(worse, better)) continue;
      const likeness = likenessOf(claims.get(better.id), claims.get(worse.id));
      if (likeness >= SAME_SUBJECT.cosine) pairs.same.push([better.id, worse.id]);
      else if (likeness >= SAME_SUBJECT.judged) pairs.maybe.push([better.id, worse.id]);
    }
  });
  return pairs;
}

const isAsGood = (worse: Scored, better: Scored): boolean =>
  worse.exact >= better.exact &&
  worse.parts.words >= better.parts.words * SAME_SUBJECT.words &&
  worse.parts.meaning >= better.parts.meaning - SAME_SUBJECT.meaning;

/** Of one chunk each; longer texts are about more than one thing. */
function likenessOf(a: Float32Array[] | undefined, b: Float32Array[] | undefined): number {
  const [x, y] = [a?.[0], b?.[0]];
  return x === undefined || y === undefined || a?.length !== 1 || b?.length !== 1 ? -1 : dot(x, y);
}
