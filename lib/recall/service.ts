/** Prompt-time recall: what the store knows about what a person just typed. No language model, no waiting for one (C41). */
import type { App } from "../context";
import type { Injection } from "../contract/inject";
import type { Settings } from "../contract/settings";
import { reason } from "../contract/trace-reason";
import { numberList } from "../db/json";
import { cleanRequest, type BlockRequest, handOut } from "../inject/hand-out";
import type { Also } from "../inject/join";
import { blockSettings, ownMaxChars } from "../inject/block-settings";
import { anywhere, locate, locateAtStart, type Place } from "../inject/place";
import { HARD_CAP } from "../inject/room";
import { buildInjection, type InjectRequest } from "../inject/service";
import type { Withdrawn } from "../inject/candidates";
import { standingOf } from "../inject/standing";
import { createWithdrawn } from "../inject/withdrawn";
import { withdrawnIn } from "../inject/withdrawn-query";
import { localProjectIds } from "../projects/local-query";
import { readSettings } from "../settings/service";
import { cleanText } from "../text/clean";
import type { Said } from "../text/likeness";
import { headOf } from "../text/caps";
import { admit, type Candidate } from "./admit";
import { BRIEFING_CHARS, composeBriefing, MAX_HIGH, MAX_RECENT } from "./briefing";
import { composeRecall, type Found, type Wrapper } from "./compose";
import { findForPrompt, RECALL_WAITS, type RecallWaits } from "./find";
import { keywordsOf, PROMPT_CHARS } from "./keywords";
import type { TaskLine } from "./lines";
import { type OwnSession, ownSession } from "./own-session-query";
import { heldInSession, newestRows, type RecallScope, type RecallRef } from "./recall-query";
import { currentTask } from "./task";

const PROMPT_SUBMIT = "UserPromptSubmit";
const SESSION_START = "SessionStart";

export interface RecallRequest extends BlockRequest {
  /** As it was typed; private text and secrets are taken off before anything is done with it. */
  prompt: string;
  /** Characters; the setting `recall_max_chars` still bounds it. */
  maxChars?: number | undefined;
  /** Rows that the block may hold; never more than 15. */
  limit?: number | undefined;
  /** The tag around the block; default ours. */
  wrapper?: Wrapper | undefined;
  /** Look in all projects where neither `project` nor `cwd` is given. */
  mayBeAnywhere?: boolean | undefined;
}

/**
 * What a prompt brings back (C41–C47, C49): memories and observations of the project and its branch, and global memories, inside
 * `<keepsake-memory>` (`<codewatch-memory>` for that program's own mode). Stored with its trace under the event `UserPromptSubmit`; its memories count as used (E13). A session gets
 * nothing twice unless it changed. `text` is empty, and `id` 0, where nothing bears on the prompt (C46), it is private, empty or of stop
 * words alone (C49), or the project is off.
 * Throws `validation_failed` when neither `project` nor `cwd` is given, unless it may look anywhere.
 */
export async function recallForPrompt(
  app: App,
  asked: RecallRequest,
  waits: RecallWaits = RECALL_WAITS,
): Promise<Injection> {
  const { prompt, ...request } = cleanRequest(asked);
  const isPlaced = [request.project, request.cwd].some((named) => named !== undefined && named !== "");
  const place = request.mayBeAnywhere === true && !isPlaced ? anywhere(app) : locate(app, request);
  const recall = await prepareRecall(app, place, request, prompt, waits);
  const { recall_max_chars } = blockSettings(app, place, request.trial);
  const maxChars = Math.min(request.maxChars ?? recall_max_chars, recall_max_chars);
  return handOut(app, place, { ...request, event: PROMPT_SUBMIT }, () =>
    recall === null ? { text: "", trace: [] } : recall(heldBy(app, request), maxChars),
  ).answer;
}

/**
 * The block of a session's start and behind it what its first prompt brings back, each thing once, stored as one block (M39): for
 * hosts that ask but once. A prompt that is private, or that nothing bears on, gets the block of the start alone.
 * Throws `validation_failed` when neither `project` nor `cwd` is given.
 */
export async function startForPrompt(
  app: App,
  asked: InjectRequest & { prompt: string },
  waits: RecallWaits = RECALL_WAITS,
): Promise<Injection> {
  const { prompt, ...request } = cleanRequest(asked);
  const place = locate(app, request);
  const recall = await prepareRecall(app, place, request, prompt, waits);
  const { recall_max_chars } = blockSettings(app, place, request.trial);
  const also: Also | undefined =
    recall === null ? undefined : (held, maxChars) => recall(held, Math.min(maxChars, recall_max_chars));
  return buildInjection(app, request, also);
}

/**
 * Looks for what bears on a prompt, and answers what makes the block of it, to be called where it is stored: `held` is what the session
 * holds already, revisions by `type:id`. null = nothing bears on it, it is private, or the project is off.
 */
export async function prepareRecall(
  app: App,
  place: Place,
  request: BlockRequest & Pick<RecallRequest, "limit" | "wrapper">,
  prompt: string,
  waits: RecallWaits,
): Promise<Also | null> {
  const scope = scopeOf(app, place, blockSettings(app, place, request.trial));
  const text = place.isOff ? "" : openText(prompt);
  const candidates = text === "" ? [] : await findForPrompt(app, text, scope, waits);
  if (candidates.length === 0) return null;
  return (held, maxChars) => {
    const keywords = keywordsOf(text).map((keyword) => keyword.text);
    const withdrawn = saidByWithdrawn(app, scope);
    // As the rows are now: something may have changed while meaning was looked for.
    const own = ownOf(app, request);
    const found = admit(app, candidates, { scope, keywords, withdrawn, held, own });
    const task = taskOf(app, scope, request, withdrawn, held);
    const block = composeRecall(found, task, { maxChars, limit: request.limit, wrapper: request.wrapper });
    return { ...block, memoryIds: memoriesIn(block.trace) };
  };
}

/**
 * Codewatch's briefing for a session that begins (C48), inside `<codewatch-memory-briefing>`: current task, the branch's latest reflection,
 * high items that it does not hold yet; without either, recent ones.
 * Stored with its trace under the event `SessionStart`. Throws `validation_failed` when neither `project` nor `cwd` is given.
 */
export function briefingFor(app: App, asked: BlockRequest & { maxChars?: number | undefined }): Injection {
  const request = cleanRequest(asked);
  const place = locateAtStart(app, request);
  const scope = scopeOf(app, place, readSettings(app));
  const maxChars = Math.min(
    request.maxChars ?? BRIEFING_CHARS,
    ownMaxChars(place.projects, BRIEFING_CHARS) ?? HARD_CAP,
  );
  return handOut(app, place, { ...request, event: SESSION_START }, () => {
    const withdrawn = saidByWithdrawn(app, scope);
    // A session that begins holds nothing.
    const held = new Map<string, number>();
    const reflection = reflectionFor(app, place);
    const reflected = new Set(reflection === null ? [] : numberList(reflection.observationIds));
    const read = (which: "high" | "all", limit: number): Found[] => {
      // Twice as many: some of them may be barred, and what the reflection holds is told there.
      const refs = newestRows(app.db, scope, which, limit * 2 + (which === "high" ? MAX_HELD : 0))
        .filter(({ kind, id }) => which === "all" || kind === "memory" || !reflected.has(id))
        .slice(0, limit * 2);
      return admit(app, refs.map(asCandidate), { scope, keywords: [], withdrawn, held });
    };
    const task = taskOf(app, scope, {}, withdrawn, held);
    const items = { high: read("high", MAX_HIGH), recent: read("all", MAX_RECENT) };
    const told =
      reflection === null ? null : { ...reflection, isLeftOut: (text: string) => withdrawn.find(text) !== undefined };
    const block = composeBriefing({ task, reflection: told, ...items }, maxChars);
    return { ...block, memoryIds: memoriesIn(block.trace) };
  }).answer;
}

/** A prompt without private text, blocks of ours and secrets; empty where nothing is left. The cut comes first: what it opens stays shut. */
function openText(prompt: string): string {
  const { text, isPrivate } = cleanText(headOf(prompt, 2 * PROMPT_CHARS));
  return isPrivate ? "" : text.trim();
}

function scopeOf(app: App, place: Place, settings: Settings): RecallScope {
  const projectIds = place.reach ?? place.projects.map((project) => project.id);
  const isAll = settings.inject_scope === "all" && place.reach === undefined;
  const memoryProjects = isAll ? localProjectIds(app.db) : projectIds;
  return { memoryProjects, projectIds, branch: place.branch, now: app.now() };
}

const heldBy = (app: App, { host, session }: BlockRequest): Map<string, number> =>
  session === undefined || session === "" ? new Map() : heldInSession(app.db, host ?? null, session);

const ownOf = (app: App, { host, session }: BlockRequest): OwnSession | null =>
  session === undefined || session === "" ? null : ownSession(app.db, host ?? null, session);

function saidByWithdrawn({ db }: App, { memoryProjects }: RecallScope): Said<Withdrawn> {
  const projectIds = memoryProjects === null ? null : [0, ...memoryProjects];
  return createWithdrawn(withdrawnIn(db, projectIds));
}

function taskOf(
  app: App,
  { projectIds, branch }: RecallScope,
  { host, session }: BlockRequest,
  withdrawn: Said<Withdrawn>,
  held: ReadonlyMap<string, number>,
): TaskLine | null {
  const asking = session === undefined ? null : { host: host ?? null, session };
  const task = currentTask(app, projectIds, branch, asking, (text) => withdrawn.find(text) !== undefined);
  if (task === null) return null;
  return (held.get(`${task.type}:${task.id}`) ?? 0) >= task.revision ? null : task;
}

/** High ones that a reflection may hold beside those that it does not. */
const MAX_HELD = 100;

function reflectionFor(app: App, place: Place) {
  const { reflection } = standingOf(app, { projectIds: place.projects.map(({ id }) => id), branch: place.branch });
  return reflection === null ? null : { ...reflection, at: reflection.createdAt };
}

const asCandidate = (ref: RecallRef): Candidate => ({ ...ref, reason: reason("newest"), score: null, parts: null });

const memoriesIn = (trace: Injection["trace"] | { type: string; included: boolean; id: number }[]): number[] =>
  trace.flatMap((entry) => (entry.type === "memory" && entry.included ? [entry.id] : []));
