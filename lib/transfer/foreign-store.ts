/** Stores prompts, observations and summaries of claude-mem, each once, at the time and in the turn they belong to. */
import type { SummaryTexts } from "../contract/extraction";
import { insertSummary } from "../observations/repo";
import { isBuried, derivedIdentity, promptIdentity } from "../operations/tombstones";
import { STORE_IMPORT } from "../operations/take-back";
import { indexEntity } from "../search/indexing";
import { reindexRow } from "../operations/rows-repo";
import type { ContentHash } from "./content-hash";
import {
  closeTurnForGood,
  type ForeignTable,
  hasEvidence,
  hasSummary,
  hasTurn,
  insertForeignObservation,
  insertPrompt,
  insertTurn,
  isPrivateTurn,
  nameOfSession,
  nextTurn,
  projectName,
  samePrompt,
  setStatus,
  statusOf,
  wasTakenBack,
} from "./foreign-repo";
import { type ForeignChunk, type Outcome, SOURCE, timeOf, touch } from "./foreign-run";
import type { ForeignObservation, ForeignPrompt, ForeignSummary } from "./foreign-rows";
import { homeOf } from "./foreign-sessions";
import { madeRow } from "./import-log";
import { findLink, saveLink } from "./links-repo";
import { BURIED, PRIVATE } from "./refusals";
import { evidenceNamed } from "./restore-repo";

const FOLLOWS_PRIVATE = { reason: "The prompt that it follows is private." };
const CONFIDENCE = 0.7;

/** The same content, whatever its id was: the row that stands for it, if it came in before. */
function known(
  chunk: ForeignChunk,
  table: Exclude<ForeignTable, "sessions" | "reflections" | "tasks">,
  sourceId: string,
): Outcome | null {
  const { tx } = chunk;
  const link = findLink(tx, SOURCE, sourceId);
  const status = link === undefined ? undefined : statusOf(tx, table, link.id);
  if (link === undefined || status === undefined) return null;
  if (status !== "deleted" || !wasTakenBack(tx, table, link.id, STORE_IMPORT)) return "known";
  setStatus(tx, table, link.id, "active");
  reindexRow(tx, chunk.now, table, link.id);
  chunk.changes.push({ table, id: link.id, before: { status: "deleted" }, after: { status: "active" } });
  return "imported";
}

/** `id` names the row in its source, content says which it is; both lead to one row of ours. */
function link(chunk: ForeignChunk, table: string, id: number, ...sourceIds: string[]): void {
  for (const sourceId of sourceIds) saveLink(chunk.tx, chunk.now, SOURCE, { sourceId, table, id });
}

/** Judges by identity first, then by content; what came in this very run under another identity is a duplicate. */
function knownOrDuplicate(
  chunk: ForeignChunk,
  table: "observations" | "summaries",
  identity: string | null,
  content: string,
): Outcome | null {
  const { run, tx } = chunk;
  const same = identity === null ? null : known(chunk, table, identity);
  if (same !== null) return same;
  if (run.seen.has(content)) {
    const first = findLink(tx, SOURCE, content);
    if (identity !== null && first !== undefined) link(chunk, table, first.id, identity);
    return "duplicate";
  }
  const twin = known(chunk, table, content);
  if (twin === null) return null;
  const found = findLink(tx, SOURCE, content);
  if (identity !== null && found !== undefined) link(chunk, table, found.id, identity);
  // A row without an id is its content: then it is the row itself that is known.
  return twin === "known" && identity !== null ? "duplicate" : twin;
}

/** Needs a session. The same words from a hook at nearly the same time are the same prompt. */
export function takePrompt(chunk: ForeignChunk, row: ForeignPrompt): Outcome {
  const { tx, now, run } = chunk;
  const home = homeOf(chunk, row, true);
  if ("reason" in home) return home;
  const sessionId = home.sessionId ?? 0;
  const at = timeOf(chunk, row.at);
  const key = promptKey(chunk, row);
  const identity = `prompt:${sessionId}:${key}`;
  const named = evidenceNamed(tx, "prompts", sessionId, key);
  if (named !== undefined) link(chunk, "prompts", named.id, identity);
  const seen = `prompt:${JSON.stringify([row.session, row.number, row.at, row.text])}`;
  const same = known(chunk, "prompts", identity);
  if (same !== null) return same;
  if (run.seen.has(seen)) return "duplicate";
  if (chunk.hasBuried && isBuried(tx, promptIdentity(sessionId, row.text))) return BURIED;
  run.seen.add(seen);
  const twin = row.isPrivate ? undefined : samePrompt(tx, sessionId, { text: row.text, isPrivate: false, at });
  if (twin !== undefined) {
    link(chunk, "prompts", twin.id, identity);
    if (row.number !== null) numberTurn(chunk, sessionId, row.number, twin.number);
    return "duplicate";
  }
  const number = row.number !== null && !hasTurn(tx, sessionId, row.number) ? row.number : nextTurn(tx, sessionId);
  insertTurn(tx, sessionId, number, at, row.isPrivate);
  const stored = insertPrompt(tx, {
    sessionId,
    projectId: home.projectId,
    promptNumber: number,
    text: row.text,
    isPrivate: row.isPrivate,
    originalChars: row.originalChars,
    dedupeKey: key,
    createdAt: at,
  });
  if (row.number !== null) numberTurn(chunk, sessionId, row.number, number);
  link(chunk, "prompts", stored.id, identity);
  chunk.changes.push(madeRow("prompts", stored));
  touch(chunk, sessionId, home.projectId, at);
  if (row.isPrivate) {
    run.privateTurns.add(turnName(row));
    return PRIVATE;
  }
  indexEntity(tx, now, "prompt", stored);
  return "imported";
}

const turnName = (row: Pick<ForeignPrompt, "session" | "number">): string =>
  `${row.session.content ?? row.session.memory ?? ""}\n${row.number ?? 0}`;

/** Nothing of a turn is kept whose prompt is private (M15); a dry run's chunk left no row that says so. */
function followsPrivate(
  { tx, run }: ForeignChunk,
  row: Pick<ForeignObservation, "session" | "number">,
  sessionId: number,
  turn: number,
): boolean {
  const told = run.sessions.get(`m:${row.session.memory ?? ""}`)?.content;
  const content = row.session.content ?? told ?? null;
  const name = turnName({ session: { ...row.session, content }, number: row.number });
  return run.privateTurns.has(name) || isPrivateTurn(tx, sessionId, turn);
}

/**
 * The same in every store where the source numbers and dates its prompts; a text alone would give itself away but for the
 * key of the hash. A line of a transcript that is this prompt takes its place.
 */
function promptKey({ hash }: ForeignChunk, { number, at, text }: ForeignPrompt): string {
  return number !== null && at !== null ? `m:${number}:${at}` : `m:${number ?? 0}:${at ?? 0}:${hash("text", [text])}`;
}

/** Rows of the original say by number which prompt they follow; here it may have another one. */
function numberTurn(chunk: ForeignChunk, sessionId: number, theirs: number, ours: number): void {
  if (theirs === ours) return;
  const sourceId = `turn:${sessionId}:${theirs}`;
  if (findLink(chunk.tx, SOURCE, sourceId) === undefined) link(chunk, "turns", ours, sourceId);
}

const turnOf = (chunk: ForeignChunk, sessionId: number, theirs: number): number =>
  findLink(chunk.tx, SOURCE, `turn:${sessionId}:${theirs}`)?.id ?? theirs;

/** Stands without a session where the row names none. `id`: the row's own in its source, null = it has none. */
export function takeObservation(chunk: ForeignChunk, row: ForeignObservation, id: string | null): Outcome {
  const { tx, now, run } = chunk;
  const home = homeOf(chunk, row, false);
  if ("reason" in home) return home;
  const { sessionId, projectId } = home;
  const content = contentOfObservation(chunk.hash, projectName(tx, projectId), row);
  const identity = identityOf("observation", id, row);
  const outcome = knownOrDuplicate(chunk, "observations", identity, content);
  if (outcome !== null) return outcome;
  if (chunk.hasBuried && isBuriedObservation(chunk, row)) return BURIED;
  const at = timeOf(chunk, row.at);
  const turn = sessionId === null || row.number === null ? null : turnOf(chunk, sessionId, row.number);
  if (sessionId !== null && turn !== null) {
    if (followsPrivate(chunk, row, sessionId, turn)) return FOLLOWS_PRIVATE;
    settleTurn(chunk, sessionId, turn, at);
  }
  const stored = insertForeignObservation(tx, {
    sessionId,
    projectId,
    turn,
    title: row.title,
    subtitle: row.subtitle,
    summary: row.summary,
    facts: JSON.stringify(row.facts),
    concepts: JSON.stringify(row.concepts),
    filesRead: JSON.stringify(row.filesRead),
    filesModified: JSON.stringify(row.filesModified),
    obsType: row.obsType,
    category: row.category,
    priority: row.priority,
    confidence: CONFIDENCE,
    source: SOURCE,
    metadata: row.namedType === null ? "{}" : JSON.stringify({ type: row.namedType }),
    createdAt: at,
    updatedAt: at,
  });
  run.seen.add(content);
  link(chunk, "observations", stored.id, content, ...(identity === null ? [] : [identity]));
  indexEntity(tx, now, "observation", stored);
  chunk.changes.push(madeRow("observations", stored));
  touch(chunk, sessionId, projectId, at);
  return "imported";
}

/** What an observation says in its project; used by every import, so that two of them don't say it twice. */
export const contentOfObservation = (
  hash: ContentHash,
  project: string,
  row: Pick<ForeignObservation, "title" | "subtitle" | "summary" | "facts">,
): string => hash("observation", [project, row.title, row.subtitle, row.summary, row.facts]);

/** What a summary says in its session; numbers of sessions differ from store to store, and in each try of a dry run. */
export const contentOfSummary = (hash: ContentHash, session: string, texts: SummaryTexts): string => {
  const { request, investigated, learned, completed, nextSteps, notes } = texts;
  return hash("summary", [session, request, investigated, learned, completed, nextSteps, notes]);
};

/** Ids of the original are of one database; with session and time they are of one row. */
function identityOf(kind: string, id: string | null, row: ForeignObservation | ForeignSummary): string | null {
  return id === null ? null : `${kind}:${id}:${row.session.memory ?? row.session.content ?? ""}:${row.at ?? 0}`;
}

/** A memory of these words may have been deleted, too. */
const isBuriedObservation = ({ tx }: ForeignChunk, row: ForeignObservation): boolean =>
  isBuried(tx, derivedIdentity("observations", row)) ||
  [row.title, row.summary, ...row.facts].some((text) => text !== "" && isBuried(tx, text));

/** The turn that the row belongs to is there, and stays as it came in. */
function settleTurn(chunk: ForeignChunk, sessionId: number, turn: number, at: number): void {
  if (!hasTurn(chunk.tx, sessionId, turn)) insertTurn(chunk.tx, sessionId, turn, at, false);
  if (!hasEvidence(chunk.tx, sessionId, turn)) closeTurnForGood(chunk.tx, sessionId, turn);
}

/** Needs a session; beside a summary or evidence of its turn it becomes a turn of its own. `id` as of {@link takeObservation}. */
export function takeSummary(chunk: ForeignChunk, row: ForeignSummary, id: string | null): Outcome {
  const { tx, now, run } = chunk;
  const home = homeOf(chunk, row, true);
  if ("reason" in home) return home;
  const sessionId = home.sessionId ?? 0;
  const { request, investigated, learned, completed, nextSteps, notes } = row;
  const texts = { request, investigated, learned, completed, nextSteps, notes };
  const content = contentOfSummary(chunk.hash, nameOfSession(tx, sessionId), texts);
  const identity = identityOf("summary", id, row);
  const outcome = knownOrDuplicate(chunk, "summaries", identity, content);
  if (outcome !== null) return outcome;
  if (chunk.hasBuried && isBuried(tx, derivedIdentity("summaries", texts))) return BURIED;
  const at = timeOf(chunk, row.at);
  const asked = row.number === null ? null : turnOf(chunk, sessionId, row.number);
  if (asked !== null && followsPrivate(chunk, row, sessionId, asked)) return FOLLOWS_PRIVATE;
  // One summary a turn: a further one, and one of a turn that is ours to extract, becomes a turn of its own.
  const isFree = asked !== null && !hasSummary(tx, sessionId, asked) && !hasEvidence(tx, sessionId, asked);
  const turn = isFree ? asked : nextTurn(tx, sessionId);
  settleTurn(chunk, sessionId, turn, at);
  const stored = insertSummary(tx, {
    sessionId,
    projectId: home.projectId,
    turn,
    ...texts,
    filesRead: JSON.stringify(row.filesRead),
    filesModified: JSON.stringify(row.filesModified),
    source: SOURCE,
    createdAt: at,
    updatedAt: at,
  });
  run.seen.add(content);
  link(chunk, "summaries", stored.id, content, ...(identity === null ? [] : [identity]));
  indexEntity(tx, now, "summary", stored);
  chunk.changes.push(madeRow("summaries", stored));
  touch(chunk, sessionId, home.projectId, at);
  return "imported";
}
