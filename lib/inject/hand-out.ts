/** Hands a block to an agent: stores it with its trace, counts what it holds as used, and answers it all the same where nothing can be stored. */
import { appendActivity } from "../activity/repo";
import type { App, Tx } from "../context";
import type { Injection, TraceEntry } from "../contract/inject";
import { write, writeRefusal } from "../db/write";
import { countAccess } from "../memories/repo";
import { isPaused } from "../pauses/service";
import { sessionNamed } from "../reflections/sessions-repo";
import { cleanText } from "../text/clean";
import { estimateTokens } from "../text/estimate";
import type { Trial } from "./block-settings";
import type { Place } from "./place";
import { insertInjection } from "./repo";
import { unused } from "./trace";

export interface BlockRequest {
  /** Key, name or alias, or a comma list of them. */
  project?: string | undefined;
  /** Names the project when `project` is absent, and its branch when `branch` is. */
  cwd?: string | undefined;
  /** Absent and not known from `cwd` = all branches. */
  branch?: string | undefined;
  host?: string | undefined;
  session?: string | undefined;
  /** Only look: nothing is stored, no access is counted. */
  preview?: boolean | undefined;
  /** Look at what other settings would make of it; stores nothing either. */
  trial?: Trial | undefined;
}

/** Nobody gets what is only looked at. */
export const isLook = ({ preview, trial }: BlockRequest): boolean => preview === true || trial !== undefined;

/** A block of any event, made from its trace. */
export interface Block {
  /** Empty when there is nothing to say. */
  text: string;
  trace: TraceEntry[];
  /** Memories whose value is in it (E13). */
  memoryIds?: number[];
}

/** Like the request that it is for. */
interface HandedTo extends BlockRequest {
  event: string;
}

/** What names the place is shown in the block and stored with it: free of secrets and private text, as all that is stored. */
export function cleanRequest<T extends BlockRequest>(request: T): T {
  const clean = (text: string | undefined) => (text === undefined ? undefined : cleanText(text).text.trim());
  return {
    ...request,
    project: clean(request.project),
    cwd: clean(request.cwd),
    branch: clean(request.branch),
    host: clean(request.host),
    session: clean(request.session),
  };
}

/**
 * Makes the block inside the transaction that stores it. `id` is 0 where nothing is stored: nothing in it, a preview, a project
 * that is off, or a store that takes no writes now, which costs the agent nothing. `request` is clean.
 */
export function handOut(
  app: App,
  place: Place,
  request: HandedTo,
  build: () => Block,
): { answer: Injection; isRefused: boolean } {
  const unstored = (block: Block) => toAnswer(app, place, request, block, 0);
  if (place.isOff || (!isLook(request) && isResting(app, place, request)))
    return { answer: unstored({ text: "", trace: [] }), isRefused: false };
  if (isLook(request)) return { answer: unstored(build()), isRefused: false };
  try {
    const answer = write(app, (tx) => {
      const block = build();
      return block.text === ""
        ? unstored(block)
        : toAnswer(app, place, request, block, store(app, tx, place, request, block));
    });
    return { answer, isRefused: false };
  } catch (error) {
    const code = writeRefusal(error);
    if (code === null) throw error;
    app.log.warn({ code, event: request.event }, "injection not stored");
    return { answer: unstored(build()), isRefused: true };
  }
}

/** A person let recall rest for the session or its project. */
function isResting(app: App, place: Place, { host, session }: HandedTo): boolean {
  const known = session === undefined ? undefined : sessionNamed(app.db, host ?? null, session);
  return isPaused(app.db, "recall", { sessionId: known?.id, projectId: place.projects[0]?.id ?? 0 });
}

function store(app: App, tx: Tx, place: Place, request: HandedTo, block: Block): number {
  const now = app.now();
  const projectId = place.projects[0]?.id ?? 0;
  countAccess(tx, now, block.memoryIds ?? []);
  const id = insertInjection(tx, now, {
    projectId,
    branch: place.branch,
    host: request.host ?? null,
    hostSessionId: request.session ?? null,
    event: request.event,
    text: block.text,
    trace: block.trace,
  });
  appendActivity(tx, now, {
    kind: "injection.created",
    projectId,
    entityType: "injection",
    entityId: id,
    data: { chars: block.text.length, memories: block.memoryIds?.length ?? 0 },
  });
  return id;
}

const toAnswer = (app: App, place: Place, request: HandedTo, block: Block, id: number): Injection => ({
  id,
  project_id: place.projects[0]?.id ?? 0,
  project: place.names.join(", ") || null,
  branch: place.branch,
  host: request.host ?? null,
  session: request.session ?? null,
  event: request.event,
  text: block.text,
  chars: block.text.length,
  tokens: estimateTokens(block.text.length),
  created_at: app.now(),
  trace: block.trace.map(unused),
});
