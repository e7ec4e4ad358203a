/** Job `turn.observe`: what a turn has done shows up while it goes on, as one row that later events extend (M3). */
import type { App, Tx } from "../context";
import type { ExtractedObservation, Extraction, TurnEvidence } from "../contract/extraction";
import { sourceRefs, stringList } from "../db/json";
import { write } from "../db/write";
import type { ClaimedJob, JobHandler } from "../jobs/types";
import { isBare } from "../observations/bare";
import {
  derivedObservationsOf,
  insertObservation,
  type ObservationRow,
  type ObservationValues,
  updateObservation,
} from "../observations/repo";
import { lastChange, setAfter } from "../operations/repo";
import { indexEntity } from "../search/indexing";
import { EXTRACTION, isOutdated, isTouched, type TurnContext, wasUndone } from "./repo";
import { runningObservation } from "./rules/running";
import { type RunningEvidence, runningEvidence } from "./running-query";
import { announce, differs, homeOf, refOf, valuesOf } from "./store";
import { readableTurn, turnOf } from "./turn-job";

/** Of a row that grows twice a second no vector is made each time. */
const QUIET_MS = 5_000;
const MAX_FILES = 100;
const MAX_FACTS = 20;
const MAX_EVENTS = 100;

export const observeHandler: JobHandler = {
  batch: 1,
  run(app: App, jobs: ClaimedJob[]): Promise<void> {
    for (const job of jobs) observe(app, job);
    return Promise.resolve();
  },
};

/**
 * What stands of a turn once it was read at its end: the row that ran stays, as the least that is to be told, where
 * nothing else tells what the tools did. Turns of transcripts never had one.
 */
export function finalObservations(
  evidence: TurnEvidence,
  { observations }: Pick<Extraction, "observations">,
): ExtractedObservation[] {
  if (evidence.fromTranscript || observations.some(({ obsType }) => obsType !== "decision")) return observations;
  const running = runningObservation(evidence);
  return running === null ? observations : [{ ...running, priority: "low" }, ...observations];
}

/** Does nothing for a turn that is gone, private, of a transcript or a forgotten session, or that was extracted meanwhile. */
function observe(app: App, job: ClaimedJob): void {
  const asked = turnOf(job);
  const { sessionId, turn } = asked;
  const context = readableTurn(app, asked);
  if (context === null || context.turn.fromTranscript) return;
  // Nothing is awaited from here to the write: what is read now is what the write finds.
  if (context.turn.extractedRevision > 0 && wasUndone(app.db, sessionId, turn)) return;
  const rows = derivedObservationsOf(app.db, sessionId, turn);
  const running = rows.find((row) => row.source === "running");
  const told = rows.filter((row) => row.obsType !== "decision");
  const main = running ?? told.find((row) => row.status === "active");
  if (main === undefined) {
    // A person who removed what the turn told does not expect it back with the next event.
    if (told.length === 0) begin(app, context);
  } else if (main.status === "active" && !isTouched(app.db, "observations", main.id) && !isOutdated(app.db, main.id)) {
    extend(app, context, main);
  }
}

function begin(app: App, context: TurnContext): void {
  const seen = runningEvidence(app.db, context);
  const extracted = runningObservation(seen.evidence, seen.counts);
  if (extracted === null) return;
  write(app, (tx) => {
    const now = app.now();
    const row = insertObservation(tx, {
      ...homeOf(context),
      ...valuesOf(extracted, refOf(context)),
      source: "running",
      createdAt: Math.min(seen.evidence.items[0]?.at ?? now, now),
      updatedAt: now,
    });
    publish(tx, now, context, row, "created");
  });
}

function extend(app: App, context: TurnContext, row: ObservationRow): void {
  // The operation that made the row what it is goes on holding what it says, so that it can be undone.
  const holder = row.source === "running" ? null : lastChange(app.db, "observations", row.id);
  if (holder !== null && holder.kind !== EXTRACTION) return;
  const values = isBare(row) ? retold(app, context, row) : continued(app, context, row);
  if (values === null || !differs(row, values)) return;
  write(app, (tx) => {
    const now = app.now();
    const after = updateObservation(tx, row.id, { ...values, updatedAt: now });
    if (holder !== null) setAfter(tx, holder, after);
    publish(tx, now, context, after, "updated");
  });
}

/** The whole turn anew. Of a very long one only a part is read: files that were seen before stay. */
function retold(app: App, context: TurnContext, row: ObservationRow): ObservationValues | null {
  const { evidence, counts } = runningEvidence(app.db, context);
  const extracted = runningObservation(evidence, counts);
  if (extracted === null) return null;
  const isPart = counts !== undefined;
  const filesRead = isPart ? united(row.filesRead, extracted.filesRead) : extracted.filesRead;
  const filesModified = isPart ? united(row.filesModified, extracted.filesModified) : extracted.filesModified;
  return valuesOf({ ...extracted, filesRead, filesModified }, refOf(context));
}

/** What an extraction concluded stays; what was done since stands behind it until the next one. */
function continued(app: App, context: TurnContext, row: ObservationRow): ObservationValues | null {
  const [ref] = sourceRefs(row.sources);
  const known = ref?.event_ids ?? [];
  const { evidence }: RunningEvidence = runningEvidence(app.db, context, Math.max(0, ...known));
  const extracted = runningObservation(evidence);
  if (extracted === null) return null;
  const facts = stringList(row.facts);
  const fresh = [extracted.title, ...extracted.facts].filter((fact) => !facts.includes(fact) && fact !== row.title);
  const eventIds = [...known, ...extracted.eventIds].slice(-MAX_EVENTS);
  return {
    facts: JSON.stringify([...facts, ...fresh].slice(0, Math.max(MAX_FACTS, facts.length))),
    filesRead: JSON.stringify(united(row.filesRead, extracted.filesRead)),
    filesModified: JSON.stringify(united(row.filesModified, extracted.filesModified)),
    sources: JSON.stringify([{ ...(ref ?? refOf(context)), event_ids: eventIds }]),
  };
}

const united = (json: string, files: string[]): string[] =>
  [...new Set([...stringList(json), ...files])].slice(0, MAX_FILES);

function publish(tx: Tx, now: number, context: TurnContext, row: ObservationRow, did: "created" | "updated"): void {
  indexEntity(tx, now, "observation", row, did === "created" ? 0 : QUIET_MS);
  announce(tx, now, context, `observation.${did}`, "observation", row.id);
}
