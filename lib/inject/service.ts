/** Builds and stores the block that an agent gets at session start. Waits for no model and no network. */
import type { App } from "../context";
import type { Injection } from "../contract/inject";
import { requestDueMaintenance } from "../housekeeping/schedule";
import { blockSettings } from "./block-settings";
import { composeBlock } from "./compose";
import { type Block, type BlockRequest, cleanRequest, handOut, isLook } from "./hand-out";
import { type Also, joinBlocks } from "./join";
import { locateAtStart } from "./place";
import { findCandidates } from "./query";
import { changedSince, earlierBlock, SESSION_RESUME } from "./resume";
import { relevanceTerms } from "./score";

const SESSION_START = "SessionStart";
/** Addresses that answer without a token. */
const OPEN_HOSTS = ["127.0.0.1", "localhost", "::1"];

export interface InjectRequest extends BlockRequest {
  /** Hook event, e.g. `SessionStart`. */
  event?: string | undefined;
  /** Characters; the setting `inject_max_chars`, or the project's own size, still bounds it. */
  maxChars?: number | undefined;
  /** The host takes the session up with its context as it was: only what changed since its last block is told. */
  isResumed?: boolean | undefined;
}

/**
 * The session-start block (E27–E38, M39). `text` is empty, and `id` 0, when there is nothing to inject; a project that is
 * unknown still gets global memories, a project whose mode is `off` gets nothing. While the store takes no writes, the agent
 * gets its block all the same, unstored (`id` 0). A session that is resumed keeps what it was told, so that it gets what changed since, or
 * nothing; one that was compacted or cleared lost it, and gets its block anew. At a session start maintenance that is due is asked for, never waited
 * for (E39). `also` makes what stands behind the block, e.g. what a first prompt brings back; the whole keeps within the same bound.
 * Throws `validation_failed` when neither `project` nor `cwd` is given.
 */
export function buildInjection(app: App, asked: InjectRequest, also?: Also): Injection {
  const request = cleanRequest(asked);
  const event = request.event ?? SESSION_START;
  const place = locateAtStart(app, request);
  const settings = blockSettings(app, place, request.trial);
  const earlier = request.isResumed === true ? earlierBlock(app.db, request.host ?? null, request.session ?? "") : null;
  const stored = earlier === null ? event : SESSION_RESUME;
  const { answer, isRefused } = handOut(app, place, { ...request, event: stored }, () => {
    const scope = {
      projectIds: place.projects.map((project) => project.id),
      branch: place.branch,
      terms: relevanceTerms(request.cwd, place.names, settings.inject_project_aliases),
    };
    const frame = {
      project: place.names.join(", ") || null,
      branch: place.branch,
      now: app.now(),
      searchUrl: searchUrl(app),
      isResumed: earlier !== null,
    };
    const found = findCandidates(app, scope, settings);
    const candidates = earlier === null ? found : changedSince(found, earlier);
    const maxChars = Math.min(request.maxChars ?? settings.inject_max_chars, settings.inject_max_chars);
    const start = (chars: number): Block => composeBlock(candidates, settings, { ...frame, maxChars: chars });
    return also === undefined ? start(maxChars) : joinBlocks(start, also, maxChars);
  });
  // Last, and not at all where the store takes no writes: waiting for it twice would make the agent wait.
  if (event === SESSION_START && !isRefused && !place.isOff && !isLook(request)) requestDueMaintenance(app);
  return answer;
}

/** Where an agent with nothing but a shell finds more; null while that is not known, or asks for a token. */
function searchUrl({ env }: App): string | null {
  if (env.servedPort === null || env.requireToken || !OPEN_HOSTS.includes(env.host)) return null;
  return `http://127.0.0.1:${env.servedPort}/api/memory-search`;
}
