/** Finds near-duplicates: each memory against its nearest neighbours, from stored vectors, without the model (E47). */
import type { App } from "../context";
import { AppError } from "../contract/errors";
import { type ScoreWeights, weightsOf } from "../inject/score";
import { neighboursOfMemory } from "../memories/neighbours";
import { readSettings } from "../settings/service";
import { areToldApart, type Eligible, eligibleAfter, eligibleAmong, type EligibleScope } from "./consolidate-query";
import { rankPair } from "./rank";

/** Neighbours of a memory that are looked at. */
const NEAREST = 4;
/** Asked for beyond them: some are reference notes, held back, or of another kind. */
const SPARE = 12;
/** Memories between two rests. */
const STRIDE = 16;

export interface FoundPair {
  keep: number;
  drop: number;
  similarity: number;
}

export interface Stride {
  pairs: FoundPair[];
  scanned: number;
  /** Memories without a vector. */
  missing: number;
  /** Id up to which all were compared. */
  upTo: number;
}

/** Throws `not_ready` where meaning is not to be had: without the model newer memories could not be compared (E60). */
export function requireMeaning(app: App): void {
  const model = app.embedder.state();
  if (model.state === "missing" || model.state === "failed") {
    throw new AppError("not_ready", "Memories can't be compared: the embedding model does not work.", {
      hint: model.hint ?? "`keepsake doctor` says what is wrong with it.",
    });
  }
  const index = app.vectors.state();
  if (index.reason !== null) {
    throw new AppError("not_ready", "Memories can't be compared: the vector index is not there.", {
      hint: index.state === "rebuilding" ? "It is being rebuilt; try again soon." : "Rebuild it: keepsake reindex.",
    });
  }
}

/**
 * Pairs at or above the threshold, a few memories at a time, by id after `after`; each pair once, whichever half was looked
 * at first, also where an earlier call ended at `after`. Both halves are of one project and one kind. Two that a person
 * has to choose between, or decided to keep, are no pair.
 */
export async function* findPairs(
  app: App,
  options: Omit<EligibleScope, "now"> & { threshold: number; after: number },
): AsyncGenerator<Stride> {
  const weights = weightsOf(readSettings(app));
  const seen = new Set<string>();
  for (let { after } = options; ;) {
    const memories = eligibleAfter(app.db, { ...options, now: app.now() }, after, STRIDE);
    const last = memories.at(-1);
    if (last === undefined) return;
    const stride: Stride = { pairs: [], scanned: memories.length, missing: 0, upTo: last.id };
    for (const memory of memories) {
      const nearest = await nearestOf(app, memory);
      if (nearest === null) {
        stride.missing += 1;
        continue;
      }
      for (const { other, similarity } of nearest) {
        if (similarity < options.threshold) continue;
        const name = memory.id < other.id ? `${memory.id}:${other.id}` : `${other.id}:${memory.id}`;
        if (seen.has(name)) continue;
        seen.add(name);
        if (other.id <= options.after && (await sawFrom(app, other, memory.id))) continue;
        if (areToldApart(app.db, memory.id, other.id)) continue;
        stride.pairs.push(toPair(memory, other, similarity, weights, app.now()));
      }
    }
    yield stride;
    after = last.id;
  }
}

interface Near {
  other: Eligible;
  similarity: number;
}

/** The nearest that it may be merged with; null = it has no vector, or the index does not answer. */
async function nearestOf(app: App, memory: Eligible): Promise<Near[] | null> {
  const options = { projectIds: [memory.projectId], limit: NEAREST + SPARE };
  const neighbours = await neighboursOfMemory(app, memory.id, options);
  if (neighbours === null) {
    // Of an index that was lost meanwhile nothing more can be learned.
    requireMeaning(app);
    return null;
  }
  const eligible = eligibleAmong(
    app.db,
    neighbours.map((neighbour) => neighbour.id),
    app.now(),
  );
  return neighbours
    .flatMap(({ id, similarity }) => {
      const other = eligible.get(id);
      const isAlike = other !== undefined && id !== memory.id && other.kind === memory.kind;
      return isAlike && other.projectId === memory.projectId ? [{ other, similarity }] : [];
    })
    .slice(0, NEAREST);
}

/** Whether an earlier page, which looked at `memory`, found the pair already. */
async function sawFrom(app: App, memory: Eligible, id: number): Promise<boolean> {
  return (await nearestOf(app, memory))?.some(({ other }) => other.id === id) ?? false;
}

function toPair(a: Eligible, b: Eligible, similarity: number, weights: ScoreWeights, now: number): FoundPair {
  const [keep, drop] = rankPair(a, b, weights, now);
  return { keep: keep.id, drop: drop.id, similarity };
}
