/** Puts the session-start block together within its budgets, and says why each candidate is in or out. Pure (E27–E36). */
import type { TraceEntry } from "../contract/inject";
import type { Settings } from "../contract/settings";
import type { Candidates } from "./candidates";
import { CLOSE, digestHint, type FrameOptions, leftOut, opening, TITLES } from "./frame";
import {
  type DigestItem,
  digestItems,
  indexItem,
  observationItems,
  pinnedItem,
  saidByMemories,
  saidByWithdrawn,
  scoredItems,
} from "./items";
import { type Layer, pick } from "./pick";
import { atMost, costOf, HARD_CAP, minus, type Room, sumOf } from "./room";

/** What recent work may take of the block before the memories had their turn. */
const OBSERVATION_SHARE = 0.3;
/** Room kept for the index where something will have to stand in it, as a share of the block. */
const INDEX_SHARE = 0.15;
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
 * Layers in E27's order: preamble, digest, pinned, scored, recent work, index, note. Pinned and digest take their room
 * first, recent work a share, the scored layer what they leave, then recent work and index what is left over.
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
  const pinned = pick(candidates.pinned.map(pinnedItem), {
    layer: "pinned",
    title: TITLES.pinned,
    room: minus(room, digest.used),
    maxCount: settings.inject_pinned_max_count,
    maxChars: settings.inject_pinned_max_chars,
  });
  const afterPinned = minus(minus(room, digest.used), pinned.used);

  const pickRecent = (space: Room, isShown: (id: number) => boolean): Layer =>
    pick(observationItems(candidates, said, withdrawn, isShown, frame.now), {
      layer: "observations",
      title: TITLES.observations,
      room: space,
      maxCount: settings.context_observations,
      maxChars: Number.POSITIVE_INFINITY,
    });
  const share = atMost(afterPinned, Math.floor(frame.maxChars * OBSERVATION_SHARE));
  const promised = pickRecent(share, () => true).used;

  const pickScored = (space: Room): Layer =>
    pick(scoredItems(candidates.normal, settings.inject_key_prefix_quota), {
      layer: "scored",
      title: TITLES.scored,
      room: space,
      maxCount: settings.inject_max_count - pinned.taken.length,
      maxChars: Math.max(1, settings.inject_max_chars - sumOf(pinned.taken.map((item) => item.line)).chars),
    });
  const all = pickScored(minus(afterPinned, promised));
  const isComplete =
    all.cut.length + pinned.cut.length + candidates.reference.length === 0 &&
    candidates.normal.length === all.taken.length;
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
  const layers = [digest, pinned, scored, observations, index];
  const body = layers.flatMap((layer) => layer.lines);
  const trace = layers.flatMap((layer) => layer.trace);
  if (body.length === 0) return { text: "", trace, memoryIds: [] };
  const counted = candidates.total - pinned.taken.length - scored.taken.length - index.taken.length;
  const note = counted > 0 ? [leftOut(counted)] : [];
  return {
    text: [...head, ...body, ...note, CLOSE].join("\n"),
    trace,
    memoryIds: [digest, pinned, scored].flatMap((layer) =>
      layer.taken.filter((item) => item.type === "memory").map((item) => item.id),
    ),
  };
}

function pickDigest(items: DigestItem[], settings: Settings, room: Room): Layer {
  const projects = [...new Set(items.filter((item) => item.barred === undefined).map((item) => item.project))];
  const hint = digestHint(projects.slice(0, 3));
  const layer = pick(items, {
    layer: "digest",
    title: TITLES.digest,
    room: minus(room, costOf(hint)),
    maxCount: items.length,
    maxChars: settings.digest_max_chars,
  });
  if (layer.lines.length > 0) {
    layer.lines.push(hint);
    layer.used = sumOf(layer.lines);
  }
  return layer;
}

/** E34: what the layers before left out, and all reference memories, by score; what does not fit is only counted. */
function pickIndex(candidates: Candidates, before: Layer[], settings: Settings, room: Room): Layer {
  const leftIds = new Set(before.flatMap((layer) => layer.cut.map((item) => item.id)));
  const left = [...candidates.pinned, ...candidates.normal].filter(({ row }) => leftIds.has(row.id));
  const listed = [...left, ...candidates.reference].sort((a, b) => b.score - a.score || a.row.id - b.row.id);
  return pick(listed.map(indexItem), {
    layer: "index",
    title: TITLES.index,
    room,
    maxCount: listed.length,
    maxChars: settings.inject_index_max_chars,
  });
}
