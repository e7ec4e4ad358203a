/** Messages that come by the gateway: durable before the answer, dropped where their position says that they are there (§3.7). */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { Speaker } from "../accounts/service";
import { CHUNK_ITEMS, commitItems, type Outcome } from "../capture/commit";
import { prepareCaptured } from "../capture/ingest";
import type { Prepared } from "../capture/prepared";
import type { App, Handle, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import {
  type AgentMemoryBody,
  AgentMemoryResult,
  type EvermeMessage,
  type PersonalBody,
  PersonalResult,
} from "../contract/everme";
import { write } from "../db/write";
import { ensureConversation, hostSessionIdOf, nameOf } from "./conversation";
import { flushConversation } from "./flush";
import { inTurn } from "./in-turn";
import { eventsOf, placeMessages } from "./messages";
import {
  type ConversationName,
  type ConversationRow,
  declareTurns,
  findConversation,
  findReplay,
  keepReplay,
  type ReplayRow,
  sessionState,
  setWatermark,
  watermarkOf,
} from "./repo";
import { scopeName, storedName } from "./stored-name";
import { toolUsesOf } from "./tool-uses";

/** Answers are kept this long for requests that come again. */
export const REPLAY_MS = 24 * 3_600_000;

type Request = Pick<AgentMemoryBody, "conversationId" | "flush"> & { messages: EvermeMessage[] } & Partial<
    Pick<AgentMemoryBody, "channel" | "turns" | "baseTurn" | "syncScope" | "deduplication">
  >;

/**
 * V5, V36–V48. What is answered is durable and found by a later search or flush, with `sync` or without. A request whose id was
 * answered before is not written again; one that broke off in its flush goes on with that. Throws `forbidden` where the
 * account's project takes nothing, `busy` or `disk_full` where nothing can be stored.
 */
export function saveAgentMessages(
  app: App,
  caller: Speaker,
  requestId: string,
  body: AgentMemoryBody,
): Promise<AgentMemoryResult> {
  return save(app, caller, requestId, "agent", body);
}

/** V7: what a person said of themselves, without tools. Throws as {@link saveAgentMessages}. */
export async function savePersonalMessages(
  app: App,
  caller: Speaker,
  requestId: string,
  body: PersonalBody,
): Promise<PersonalResult> {
  return PersonalResult.parse(await save(app, caller, requestId, "personal", body));
}

/** The answer to a request, as it is kept, without what the request itself says; `flushing` = its messages are stored, its flush is not over. */
const Kept = AgentMemoryResult.omit({ sessionId: true }).extend({ flushing: z.boolean().optional() });
type Kept = z.infer<typeof Kept>;

async function save(
  app: App,
  caller: Speaker,
  requestId: string,
  kind: ConversationRow["kind"],
  body: Request,
): Promise<AgentMemoryResult> {
  const fingerprint = fingerprintOf(kind, body);
  const name = nameOf(caller, kind, body.conversationId);
  const asked = { tokenId: caller.tokenId, requestId, fingerprint };
  const known = keptAnswer(app.db, asked);
  const prepared = known === null ? await prepareAll(app, hostSessionIdOf(name), body) : [];
  const first =
    known ?? write(app, (tx) => keptAnswer(tx, asked) ?? storeRequest(app, tx, caller, name, body, prepared, asked));
  const answer = (kept: Kept): AgentMemoryResult =>
    AgentMemoryResult.parse({ sessionId: body.conversationId, ...kept });
  if (first.flushing !== true) return answer(first);
  return inTurn(app, `conversation ${JSON.stringify(name)}`, async () => {
    // The same request may have been asked a second time while the first one went on.
    const now = keptAnswer(app.db, asked);
    const conversation = findConversation(app.db, name);
    if (conversation === undefined || (now !== null && now.flushing !== true)) {
      return answer(now ?? first);
    }
    return flushConversation(app, conversation, hostSessionIdOf(name), (tx, { any, personal }) => {
      // Of personal memory only a fact of the person counts: an episode is none.
      const counts = kind === "personal" ? personal : any;
      const told: Kept = {
        ...first,
        status: counts ? "extracted" : "no_extraction",
        extracted: counts,
        personalStatus: personal ? "extracted" : "no_extraction",
        personalExtracted: personal,
        flushing: false,
      };
      keepAnswer(app, tx, asked, told);
      return answer(told);
    });
  });
}

/** Without a key (`tokenId` null) the id is made here and never comes again: no answer is kept. */
type Asked = Pick<ReplayRow, "requestId" | "fingerprint"> & Pick<Speaker, "tokenId">;

function keptAnswer(handle: Handle, { tokenId, requestId, fingerprint }: Asked): Kept | null {
  const replay = tokenId === null ? undefined : findReplay(handle, tokenId, requestId);
  return replay?.fingerprint === fingerprint ? Kept.parse(JSON.parse(replay.result)) : null;
}

function keepAnswer(app: App, tx: Tx, { tokenId, ...asked }: Asked, answer: Kept): void {
  if (tokenId === null) return;
  const now = app.now();
  keepReplay(tx, { ...asked, tokenId, result: JSON.stringify(answer), createdAt: now }, now - REPLAY_MS);
}

/** Messages, positions and the answer: all of it or nothing. */
function storeRequest(
  app: App,
  tx: Tx,
  caller: Speaker,
  name: ConversationName,
  body: Request,
  prepared: Prepared[][],
  asked: Asked,
): Kept {
  const answer: Kept = {
    status: body.flush ? "no_extraction" : "accumulated",
    messageCount: store(app, tx, caller, name, body, prepared),
    flushed: body.flush,
    extracted: false,
    personalStatus: body.flush ? "no_extraction" : "accumulated",
    personalExtracted: false,
    ...(body.flush ? { flushing: true } : {}),
  };
  keepAnswer(app, tx, asked, answer);
  return answer;
}

/** Answers how many messages of the request are there now. */
function store(
  app: App,
  tx: Tx,
  caller: Speaker,
  name: ConversationName,
  body: Request,
  prepared: Prepared[][],
): number {
  // A flush of what nobody began begins nothing.
  if (body.messages.length === 0 && findConversation(tx, name) === undefined) return 0;
  const now = app.now();
  const began = Math.min(body.messages[0]?.timestamp ?? now, now);
  const conversation = ensureConversation(tx, now, caller, name, began);
  const scope = scopeName(body.syncScope);
  const watermark = watermarkOf(tx, conversation.id, scope);
  const isPositional = body.baseTurn !== undefined;
  const placed = placeMessages(body.messages, body.baseTurn ?? watermark);
  let at = sessionState(tx, conversation.sessionId)?.lastEventAt ?? 0;
  const seen = new Map<string, number>();
  const uses = toolUsesOf(tx, conversation.sessionId, () => app.newId("use"));
  const items = placed.flatMap(({ message, turn }, index) => {
    if (isPositional && turn < watermark) return [];
    // In the order in which they came: clients' clocks do not reorder a conversation.
    at = Math.max(at, Math.min(message.timestamp ?? now, now));
    const placeOf = (event: Prepared): string | null => {
      if (event.type !== "tool") return null;
      const content = [event.name, event.input];
      if (isPositional) return JSON.stringify([scope, turn, ...content]);
      return body.deduplication === undefined ? null : JSON.stringify([message.id ?? null, ...content]);
    };
    const events = (prepared[index] ?? []).map((event) => uses.name({ ...event, at }, placeOf(event)));
    return [isPositional ? events.map((event) => withPosition(event, scope, turn, seen)) : events];
  });
  const outcomes = commitItems(app, actorOf(caller), items);
  refuseClosed(outcomes);
  if (body.deduplication === undefined) {
    const turns = body.turns ?? 0;
    setWatermark(tx, conversation.id, scope, isPositional ? (body.baseTurn ?? 0) + turns : watermark + turns);
  }
  if (body.channel === "hook" && (body.turns ?? 0) > 0) declareTurns(tx, conversation.id, body.turns ?? 0);
  return outcomes.filter(({ did }) => did === "stored" || did === "duplicate").length;
}

/** Cleaned, one entry a message; others pass in between. */
async function prepareAll(app: App, hostSessionId: string, body: Request): Promise<Prepared[][]> {
  const prepared: Prepared[][] = [];
  for (const [index, message] of body.messages.entries()) {
    if (index > 0 && index % CHUNK_ITEMS === 0) await setImmediate();
    const own = body.deduplication === undefined ? undefined : message.id;
    const key = own === undefined ? app.newId("msg") : `native:${storedName(own)}`;
    prepared.push(prepareCaptured(app, eventsOf(message, hostSessionId, app.now(), key)));
  }
  return prepared;
}

/**
 * The same text at the same place is the same message: a batch that comes again before its turn was counted is not written
 * twice. Made of the text as it is stored, which holds nothing private.
 */
function withPosition(event: Prepared, scope: string, turn: number, seen: Map<string, number>): Prepared {
  if (event.type !== "prompt" && event.type !== "message") return event;
  const place = createHash("sha256")
    .update(JSON.stringify([scope, turn, event.type, event.text]))
    .digest("hex");
  const nth = (seen.get(place) ?? 0) + 1;
  seen.set(place, nth);
  return { ...event, key: `u:pos:${place}:${nth}` };
}

export const actorOf = ({ agentId }: Pick<Speaker, "agentId">): Actor => ({
  kind: "agent",
  name: agentId === null ? "everme" : `everme:${agentId}`,
});

function refuseClosed(outcomes: Outcome[]): void {
  const isClosed = outcomes.some((one) => one.did === "skipped" && one.reason === "project_excluded");
  if (isClosed) {
    throw new AppError("forbidden", "The account's project takes nothing now.", {
      hint: "Set its mode to auto in the console.",
    });
  }
  const rejected = outcomes.find((one) => one.did === "rejected");
  if (rejected !== undefined) throw new AppError("internal", "A message could not be stored.");
}

/** What makes two requests with one id the same: never their text, of which a hash could be guessed. */
const fingerprintOf = (
  kind: string,
  { conversationId, messages, flush, turns, baseTurn, syncScope }: Request,
): string =>
  createHash("sha256")
    .update(JSON.stringify([kind, conversationId, messages.length, flush, turns, baseTurn, syncScope]))
    .digest("hex");
