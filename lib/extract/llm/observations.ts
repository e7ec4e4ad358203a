/** A model's observations as ours: bounded, in our vocabulary, with the files that the tools really touched. Pure. */
import type { ExtractedObservation, TurnEvidence } from "../../contract/extraction";
import { readOutcomes } from "../rules/outcomes";
import type { ReadObservation } from "./schema";
import { safeLine, safeLines, safeText } from "./texts";
import { knownConcepts, nearestCategory, nearestPriority, nearestType } from "./vocabulary";

const MAX = { observations: 8, title: 160, subtitle: 200, narrative: 2000, fact: 500, facts: 10, events: 50 } as const;
/** A model read the whole turn, and yet only reports it. */
const CONFIDENCE = 0.8;

/** `uses`: event ids by number; numbers that are none of this turn's are left out. */
export function observationsFrom(
  read: readonly ReadObservation[],
  evidence: TurnEvidence,
  uses: readonly number[],
): ExtractedObservation[] {
  const found: ExtractedObservation[] = [];
  const titles = new Set<string>();
  for (const one of read) {
    if (found.length >= MAX.observations) break;
    const observation = toObservation(one, evidence, uses);
    if (observation === null || titles.has(observation.title)) continue;
    titles.add(observation.title);
    found.push(observation);
  }
  return withAllFiles(found, evidence);
}

export const eventIdsOf = (numbers: readonly number[], uses: readonly number[]): number[] =>
  [...new Set(numbers.flatMap((number) => uses[number - 1] ?? []))].slice(0, MAX.events);

function toObservation(
  read: ReadObservation,
  evidence: TurnEvidence,
  uses: readonly number[],
): ExtractedObservation | null {
  const facts = safeLines(read.facts, MAX.fact, MAX.facts);
  const title = safeLine(read.title, MAX.title);
  if (title === "") return null;
  const narrative = safeText(read.narrative, MAX.narrative);
  const subtitle = safeLine(read.subtitle, MAX.subtitle);
  const named = eventIdsOf(read.uses, uses);
  const files = filesOf(evidence, new Set(named));
  const obsType = nearestType(read.type, files.modified.length > 0);
  return {
    title,
    subtitle: subtitle === "" || subtitle === title ? null : subtitle,
    summary: narrative === "" ? title : narrative,
    facts,
    concepts: knownConcepts(read.concepts),
    filesRead: files.read,
    filesModified: files.modified,
    obsType,
    category: nearestCategory(read.category, obsType),
    priority: nearestPriority(read.priority, obsType),
    confidence: CONFIDENCE,
    eventIds: named.length > 0 ? named : closingOf(evidence),
  };
}

function filesOf(evidence: TurnEvidence, named: ReadonlySet<number>): { read: string[]; modified: string[] } {
  if (named.size === 0) return { read: [], modified: [] };
  const items = evidence.items.filter(({ eventId }) => named.has(eventId));
  const { filesRead, filesModified } = readOutcomes({ ...evidence, items });
  return { read: filesRead, modified: filesModified };
}

/** Where no tool use is named, the last message is what tells it. */
const closingOf = ({ items }: TurnEvidence): number[] => {
  const closing = items.findLast(({ kind }) => kind === "message");
  return closing === undefined ? [] : [closing.eventId];
};

const MAX_FILES = 100;

/** A file that was changed and that no observation tells of goes to the work of the turn: it must be found by its name. */
function withAllFiles(observations: ExtractedObservation[], evidence: TurnEvidence): ExtractedObservation[] {
  const { filesModified, filesRead } = readOutcomes(evidence);
  const told = new Set(observations.flatMap((one) => one.filesModified));
  const untold = filesModified.filter((file) => !told.has(file));
  const work =
    observations.find(({ obsType }) => obsType !== "decision" && obsType !== "discovery") ?? observations.at(0);
  return observations.map((one) => ({
    ...one,
    filesModified: one === work ? [...one.filesModified, ...untold].slice(0, MAX_FILES) : one.filesModified,
    // One that names no tool uses was drawn from all of them.
    filesRead: one === work && one.filesRead.length === 0 ? filesRead : one.filesRead,
  }));
}
