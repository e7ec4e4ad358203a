/**
 * What a row of the feed is called on the stream (M48): at most one frame a row, so that its id says exactly what a client
 * has seen. Pure; `frames-query.ts` reads what the frames show.
 */
import type { Activity } from "../contract/operations";
import type { StreamFrame, StreamNames } from "../contract/stream";
import type { ObservationRow, PromptRow, SummaryRow } from "../contract/worker-rows";

/** Rows by id, as they are now; what was deleted since is missing. */
export interface Shown {
  observations: ReadonlyMap<number, ObservationRow>;
  summaries: ReadonlyMap<number, SummaryRow>;
  prompts: ReadonlyMap<number, PromptRow>;
  /** Names by project id. */
  projects: ReadonlyMap<number, string>;
  /** Observations that are archived by now; summaries and prompts never are. */
  archived: ReadonlySet<number>;
  /** `session:turn` of turns whose prompt was private: nothing of them is summarised. */
  privateTurns: ReadonlySet<string>;
}

type Noun = "observation" | "summary" | "prompt";
/** `undone`: Undo brought it back, took it away, or gave it the words of before; the row says which. */
type Change = "created" | "updated" | "removed" | "undone";
interface RowSubject {
  is: Noun;
  change: Change;
  id: number;
}
/** What a row of the feed comes to. */
export type Subject =
  | { is: "started" | "completed" | "queued"; sessionId: number }
  | { is: "ended"; sessionId: number; turn: number }
  | RowSubject;

const CREATED = new Set(["created", "added", "saved", "recorded", "imported"]);
const REMOVED = new Set(["archived", "deleted", "hard_deleted", "forgotten", "expired", "faded"]);

/** null = claude-mem has no name for it: memories, jobs, housekeeping. Those are on `native` alone. */
export function subjectOf(row: Activity): Subject | null {
  const { session_id: sessionId, entity_id: id, entity_type: entity } = row;
  const [noun, verb = ""] = row.kind.split(".", 2);
  if (row.kind === "operation.undone")
    return isNoun(entity) && id !== null ? { is: entity, change: "undone", id } : null;
  if (isNoun(noun)) {
    if (id === null || entity !== noun) return null;
    return { is: noun, change: CREATED.has(verb) ? "created" : REMOVED.has(verb) ? "removed" : "updated", id };
  }
  if (sessionId === null) return null;
  switch (row.kind) {
    case "session.started":
      return { is: "started", sessionId };
    case "session.ended":
      return { is: "completed", sessionId };
    case "event.created":
      // Messages are events too; what is observed are uses of tools.
      return row.data["kind"] === "tool" ? { is: "queued", sessionId } : null;
    case "turn.ended":
      return id === null ? null : { is: "ended", sessionId, turn: id };
    default:
      return null;
  }
}

const isNoun = (word: string | null | undefined): word is Noun =>
  word === "observation" || word === "summary" || word === "prompt";

export const turnKey = (sessionId: number, turn: number): string => `${sessionId}:${turn}`;

export const nativeFrame = (row: Activity): StreamFrame => ({ type: row.kind, ...row, timestamp: row.created_at });

/** null where this family has no name for it, or nothing is left to show. */
export function workerFrame(
  row: Activity,
  subject: Subject,
  shown: Shown,
  names: Exclude<StreamNames, "native">,
): StreamFrame | null {
  const timestamp = row.created_at;
  const isLegacy = names === "legacy";
  switch (subject.is) {
    case "started": {
      const project = shown.projects.get(row.project_id ?? 0) ?? "unknown";
      return { type: "session_started", sessionDbId: subject.sessionId, project, timestamp };
    }
    case "queued":
      return { type: "observation_queued", sessionDbId: subject.sessionId, timestamp };
    case "completed":
      return { type: "session_completed", sessionDbId: subject.sessionId, timestamp };
    case "ended":
      if (isLegacy || shown.privateTurns.has(turnKey(subject.sessionId, subject.turn))) return null;
      return { type: "summarize_queued", sessionDbId: subject.sessionId, timestamp };
    case "observation":
    case "summary":
    case "prompt":
      return rowFrame(subject, shown, isLegacy, timestamp);
  }
}

/** What replaces an observation may archive it or leave it, and Undo may do anything: the row says which. */
function isGone({ is, change, id }: RowSubject, shown: Shown): boolean {
  if (change === "removed") return true;
  if (change === "created") return false;
  const isMissing = !shown[ROWS[is]].has(id);
  return (change === "undone" && isMissing) || (is === "observation" && shown.archived.has(id));
}

const ROWS = { observation: "observations", summary: "summaries", prompt: "prompts" } as const;

/**
 * A refined row keeps its id and comes as `_updated`: who counts or notifies on `_created` must not do it twice, and the
 * page's own clients pass over names they do not know. The older family has one name for both, and its clients put the
 * later frame in place of the one with the same id.
 */
function rowFrame(subject: RowSubject, shown: Shown, isLegacy: boolean, timestamp: number): StreamFrame | null {
  const { is: noun, id } = subject;
  if (isGone(subject, shown)) return isLegacy ? null : { type: `${noun}_removed` as const, id, timestamp };
  const verb = subject.change === "created" ? "created" : "updated";
  if (noun === "observation") {
    const observation = shown.observations.get(id);
    if (observation === undefined) return null;
    return { type: isLegacy ? "new_observation" : (`observation_${verb}` as const), observation, timestamp };
  }
  if (noun === "summary") {
    const summary = shown.summaries.get(id);
    if (summary === undefined) return null;
    return { type: isLegacy ? "new_summary" : (`summary_${verb}` as const), summary, timestamp };
  }
  const row = shown.prompts.get(id);
  // A prompt is never refined; one that was restored is no new one.
  if (row === undefined || verb !== "created") return null;
  const { claude_session_id, project, prompt_number, prompt_text, created_at_epoch } = row;
  const prompt = { id, claude_session_id, project, prompt_number, prompt_text, created_at_epoch };
  return isLegacy ? { type: "new_prompt", prompt, timestamp } : { type: "new_prompt", ...prompt, timestamp };
}
