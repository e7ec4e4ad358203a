/** Puts the session-start block together within its budgets, and says why each candidate is in or out. Pure (E27–E36). */
import type { TraceEntry } from "../contract/inject";
import type { Settings } from "../contract/settings";
import { reason } from "../contract/trace-reason";
import type { Said } from "../text/likeness";
import type { Candidates, RankedMemory, Withdrawn } from "./candidates";
import { CLOSE, digestHint, type FrameOptions, leftOut, opening, TITLES } from "./frame";
import {
  type DigestItem,
  digestItems,
  indexItem,
  observationItems,
  outdatedObservations,
  outdatedStatements,
  pinnedItem,
  saidByMemories,
  saidByWithdrawn,
  scoredItems,
} from "./items";
import { newerFirst } from "./order";
import { type Item, type Layer, pick } from "./pick";
import { atMost, costOf, HARD_CAP, minus, plus, type Room, sumOf } from "./room";
import { reflectionItem, saidByStanding, taskItem } from "./standing";
import { frameEntry, rebuildBlock } from "./trace";

/** What recent work may take of the block before the memories had their turn. */
const OBSERVATION_SHARE = 0.3;
/** Room kept for the index where something will have to stand in it, as a share of the block. */
const INDEX_SHARE = 0.15;
/** What the branch's reflection may take of the block. */
const REFLECTION_SHARE = 0.25;
/** Projects that the digest's hint names. */
const HINTED = 3;
/** Longest form of the closing note. */
const NOTE: Room = costOf(leftOut(9_999_999));

export interface Composed {
  /** Empty when there is nothing to say. */
  text: string;
  trace: TraceEntry[];
  /** Memories whose value is in the block: they count as used (E13). */
  memoryIds: number[];
}

/**
 * Layers in E27's order: preamble, digest, where the branch stands (design §5), pinned, scored, recent work, index, note. Digest, standing
 * and pinned take their room first, recent work a share, the scored layer what they leave, then recent work and index what is left over.
 * The text is never longer than `maxChars` and never longer than a host takes inside its JSON.
 */
export function composeBlock(candidates: Candidates, settings: Settings, frame: FrameOptions): Composed {
  const head = opening(frame);
  // The last line has no line end.
  const whole: Room = { chars: Math.min(frame.maxChars, HARD_CAP) + 1, wire: HARD_CAP };
  const room = minus(minus(whole, sumOf([...head, CLOSE])), NOTE);

  const said = saidByMemories(candidates);
  const withdrawn = saidByWithdrawn(candidates);
  const digest = pickDigest(digestItems(candidates, said, withdrawn, settings, frame.now), settings, room);
  const { barredMemories, successions } = candidates;
  const pinnedItems = newerFirst(candidates.pinned, successions).map((memory) => pinnedItem(memory, barredMemories));
  const standing = pickStanding(candidates, said, withdrawn, minus(room, digest.used), frame.maxChars);
  const afterStanding = standing.reduce((left, { used }) => minus(left, used), minus(room, digest.used));
  const pinned = pick(pinnedItems, {
    layer: "pinned",
    title: TITLES.pinned,
    room: afterStanding,
    maxCount: settings.inject_pinned_max_count,
    maxChars: settings.inject_pinned_max_chars,
  });
  const afterPinned = minus(afterStanding, pinned.used);

  const outdated = outdatedObservations(candidates);
  const above = saidByStanding(standing.flatMap((layer) => layer.taken));
  const pickRecent = (space: Room, isShown: (id: number) => boolean): Layer =>
    pick(observationItems(candidates, { said, withdrawn, isShown, outdated, above }, frame.now), {
      layer: "observations",
      title: TITLES.observations,
      room: space,
      maxCount: settings.context_observations,
      maxChars: Number.POSITIVE_INFINITY,
    });
  const share = atMost(afterPinned, Math.floor(frame.maxChars * OBSERVATION_SHARE));
  const promised = pickRecent(share, () => true).used;

  const normalItems = scoredItems(
    newerFirst(candidates.normal, successions),
    settings.inject_key_prefix_quota,
    barredMemories,
  );
  const pickScored = (space: Room): Layer =>
    pick(normalItems, {
      layer: "scored",
      title: TITLES.scored,
      room: space,
      maxCount: settings.inject_max_count - pinned.taken.length,
      maxChars: Math.max(1, settings.inject_max_chars - sumOf(pinned.taken.map((item) => item.line)).chars),
    });
  const all = pickScored(minus(afterPinned, promised));
  const isListed = ({ row }: RankedMemory): boolean => !barredMemories.has(row.id);
  const isComplete =
    ![...pinned.cut, ...all.cut].some((item) => !item.isWithheld) && !candidates.reference.some(isListed);
  const reserve = isComplete ? 0 : Math.min(settings.inject_index_max_chars, Math.floor(frame.maxChars * INDEX_SHARE));
  const kept: Room = { chars: reserve, wire: reserve };
  const scored = reserve === 0 ? all : pickScored(minus(minus(afterPinned, promised), kept));
  const shownIds = new Set([...pinned.taken, ...scored.taken].map((item) => item.id));
  const observations = pickRecent(minus(minus(afterPinned, scored.used), kept), (id) => shownIds.has(id));

  const index = pickIndex(
    candidates,
    [pinned, scored],
    settings,
    minus(minus(afterPinned, scored.used), observations.used),
  );
  const layers = [digest, ...standing, pinned, scored, observations, index];
  const inside = layers.flatMap((layer) => layer.trace);
  if (layers.every((layer) => layer.taken.length === 0)) return { text: "", trace: inside, memoryIds: [] };
  const counted = candidates.total - pinned.taken.length - scored.taken.length - index.taken.length;
  const note = counted > 0 ? [frameEntry([leftOut(counted)])] : [];
  const trace = [frameEntry(head), ...inside, ...note, frameEntry([CLOSE])];
  return {
    text: rebuildBlock(trace),
    trace,
    memoryIds: [digest, pinned, scored].flatMap((layer) =>
      layer.taken.filter((item) => item.type === "memory").map((item) => item.id),
    ),
  };
}

/** The current task, and of the reflection what neither it nor a memory of the block says, nor was taken back or contradicted since. */
function pickStanding(
  candidates: Candidates,
  said: Said<number>,
  withdrawn: Said<Withdrawn>,
  room: Room,
  maxChars: number,
): Layer[] {
  const { task, reflection } = candidates.standing;
  const isWithdrawn = (text: string): boolean => said.find(text) === undefined && withdrawn.find(text) !== undefined;
  const outdated = outdatedStatements(candidates);
  const isLeftOut = (text: string): boolean =>
    said.find(text) !== undefined ||
    isWithdrawn(text) ||
    (reflection !== null && outdated.by({ texts: [text], at: reflection.createdAt }) !== undefined);
  const one = (layer: string, title: string, item: Item | null, left: Room): Layer[] =>
    item === null ? [] : [pick([item], { layer, title, room: left, maxCount: 1, maxChars: Number.POSITIVE_INFINITY })];
  const first = one("current-task", TITLES.task, task === null ? null : taskItem(task, isWithdrawn), room);
  const left = first.reduce((rest, { used }) => minus(rest, used), room);
  const isTask = saidByStanding(first.flatMap((layer) => layer.taken));
  const space = Math.min(Math.floor(maxChars * REFLECTION_SHARE), left.chars - 100, left.wire - 100);
  const item =
    reflection === null
      ? null
      : reflectionItem(reflection, space, (text) => isLeftOut(text) || isTask.find(text) !== undefined);
  return [...first, ...one("latest-reflection", TITLES.reflection, item, left)];
}

function pickDigest(items: DigestItem[], settings: Settings, room: Room): Layer {
  const projectsOf = (some: DigestItem[]): string[] => [...new Set(some.map((item) => item.project))];
  const mayCome = projectsOf(items.filter((item) => item.barred === undefined));
  const longest = (by: keyof Room): number => {
    const names = [...mayCome].sort((a, b) => costOf(b)[by] - costOf(a)[by]);
    return costOf(digestHint(names.slice(0, HINTED)))[by];
  };
  const layer = pick(items, {
    layer: "digest",
    title: TITLES.digest,
    // Room for the longest hint that may come of it.
    room: minus(room, { chars: longest("chars"), wire: longest("wire") }),
    maxCount: items.length,
    maxChars: settings.digest_max_chars,
  });
  if (layer.taken.length === 0) return layer;
  const hint = digestHint(projectsOf(layer.taken).slice(0, HINTED));
  return {
    ...layer,
    used: plus(layer.used, costOf(hint)),
    trace: [...layer.trace, frameEntry([hint], "digest", reason("hint"))],
  };
}

/** E34: what the layers before left out, and all reference memories, by score; what does not fit is only counted. */
function pickIndex(candidates: Candidates, before: Layer[], settings: Settings, room: Room): Layer {
  const leftIds = new Set(
    before.flatMap((layer) => layer.cut.flatMap((item) => (item.isWithheld === true ? [] : [item.id]))),
  );
  const left = [...candidates.pinned, ...candidates.normal].filter(({ row }) => leftIds.has(row.id));
  const listed = [...left, ...candidates.reference].sort((a, b) => b.score - a.score || a.row.id - b.row.id);
  const items = newerFirst(listed, candidates.successions).map((memory) =>
    indexItem(memory, candidates.barredMemories),
  );
  return pick(items, {
    layer: "index",
    title: TITLES.index,
    room,
    maxCount: listed.length,
    maxChars: settings.inject_index_max_chars,
  });
}
