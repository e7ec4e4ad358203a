/** Observations that tell as current what a newer memory changed: archived, or freed of the request that said it, as an operation that Undo takes back and that is then not redone. */
import type { App } from "../context";
import { judge } from "../contradictions/judge";
import { write } from "../db/write";
import { isTouched, OUTDATE } from "../extract/repo";
import { isDone } from "../extract/rules/done";
import { sentencesOf } from "../extract/rules/sentences";
import { statementsOf } from "../extract/rules/statements";
import { findMemory, type MemoryRow } from "../memories/repo";
import { findObservation, type ObservationRow, type ObservationValues, updateObservation } from "../observations/repo";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { indexEntity } from "../search/indexing";
import { COMPARER } from "./apply";
import { observationsHolding, wasBroughtBack } from "./compare-query";

const DECIDES: ReadonlySet<string> = new Set(["decision", "preference", "constraint", "fact"]);

/**
 * Of what was observed before the memory was said: decisions, and what is told as a state. What is told as done stays; it was done.
 * `revision`: of the memory that was compared.
 */
export function retireObservations(app: App, memoryId: number, revision: number, leads: string[]): void {
  const memory = findMemory(app.db, memoryId);
  if (memory === undefined || !mayRetire(memory, revision)) return;
  const ids = observationsHolding(app.db, memory.projectId, memory.createdAt, leads);
  if (!ids.some((id) => remedyFor(memory, findObservation(app.db, id)) !== null)) return;
  write(app, (tx) => {
    const now = app.now();
    const current = findMemory(tx, memoryId);
    if (current === undefined || !mayRetire(current, revision)) return;
    const changes = ids.flatMap((id): NewChange[] => {
      const row = findObservation(tx, id);
      const values = remedyFor(current, row);
      if (row === undefined || values === null) return [];
      if (isTouched(tx, "observations", id) || wasBroughtBack(tx, id)) return [];
      const after = updateObservation(tx, id, { ...values, updatedAt: now });
      indexEntity(tx, now, "observation", after);
      return [{ table: "observations", id, before: row, after }];
    });
    if (changes.length === 0) return;
    recordOperation(tx, now, {
      kind: OUTDATE,
      title: `Memory ${memoryId} replaced what ${changes.length === 1 ? "an observation" : `${changes.length} observations`} told`,
      actor: COMPARER,
      projectId: current.projectId,
      changes,
    });
  });
}

const mayRetire = (memory: MemoryRow, revision: number): boolean =>
  memory.status === "active" &&
  memory.reviewState === null &&
  memory.projectId !== 0 &&
  DECIDES.has(memory.attribute) &&
  memory.revision >= revision;

/** What the row is changed to; null where it tells nothing that the memory changed. */
function remedyFor(memory: MemoryRow, row: ObservationRow | undefined): ObservationValues | null {
  // While its turn goes on it is written anew with each event.
  if (row === undefined || row.source === "running") return null;
  if (row.status !== "active" || row.createdAt >= memory.createdAt) return null;
  const isChanged = (text: string): boolean =>
    judge(
      { key: memory.key, value: memory.value, attribute: memory.attribute, at: memory.createdAt },
      { key: "", value: text, attribute: "decision", at: row.createdAt },
    ).kind === "supersedes";
  if ((row.obsType === "decision" || !isDone(row.title)) && isChanged(row.title)) return { status: "archived" };
  // What was asked for is history, what was stated along with it is not.
  const stated = row.subtitle === null ? [] : statementsOf(sentencesOf(row.subtitle), "user");
  return stated.some(({ text }) => isChanged(text)) ? { subtitle: null } : null;
}
