/** Messages that come by the gateway: durable before the answer, dropped where their position says that they are there (§3.7). */
import { createHash } from "node:crypto";
import type { Caller } from "../accounts/service";
import { commitItems, type Outcome } from "../capture/commit";
import { prepareCaptured } from "../capture/ingest";
import type { Prepared } from "../capture/prepared";
import type { App, Tx } from "../context";
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
import { eventsOf, type Placed, placeMessages } from "./messages";
import {
  type ConversationRow,
  declareTurns,
  findReplay,
  keepReplay,
  sessionState,
  setWatermark,
  watermarkOf,
} from "./repo";

/** Answers are kept this long for requests that come again. */
const REPLAY_MS = 24 * 3_600_000;

type Request = Pick<AgentMemoryBody, "conversationId" | "flush"> & { messages: EvermeMessage[] } & Partial<
    Pick<AgentMemoryBody, "channel" | "turns" | "baseTurn" | "syncScope" | "deduplication">
  >;

/**
 * V5, V36–V48. What is answered is durable and found by a later search or flush, with `sync` or without. A request whose id was
 * answered before is not written again. Throws `forbidden` where the account's project takes nothing, `busy` or `disk_full`
 * where nothing can be stored.
 */
export function saveAgentMessages(
  app: App,
  caller: Caller,
  requestId: string,
  body: AgentMemoryBody,
): AgentMemoryResult {
  return save(app, caller, requestId, "agent", body);
}

/** V7: what a person said of themselves, without tools. Throws as {@link saveAgentMessages}. */
export function savePersonalMessages(app: App, caller: Caller, requestId: string, body: PersonalBody): PersonalResult {
  return PersonalResult.parse(save(app, caller, requestId, "personal", body));
}

function save(
  app: App,
  caller: Caller,
  requestId: string,
  kind: ConversationRow["kind"],
  body: Request,
): AgentMemoryResult {
  const { tokenId } = caller;
  const fingerprint = fingerprintOf(kind, body);
  const replay = findReplay(app.db, tokenId, requestId);
  if (replay?.fingerprint === fingerprint) return AgentMemoryResult.parse(JSON.parse(replay.result));
  const keep = (tx: Tx, result: AgentMemoryResult): void => {
    const now = app.now();
    const row = { tokenId, requestId, fingerprint, result: JSON.stringify(result), createdAt: now };
    keepReplay(tx, row, now - REPLAY_MS);
  };
  const { conversation, result } = write(app, (tx) => {
    const stored = store(app, tx, caller, kind, body);
    const accumulated: AgentMemoryResult = {
      sessionId: body.conversationId,
      status: body.flush ? "no_extraction" : "accumulated",
      messageCount: stored.count,
      flushed: body.flush,
      extracted: false,
      personalStatus: body.flush ? "no_extraction" : "accumulated",
      personalExtracted: false,
    };
    keep(tx, accumulated);
    return { conversation: stored.conversation, result: accumulated };
  });
  if (!body.flush) return result;
  const { any, personal } = flushConversation(app, conversation, hostSessionIdOf(conversation));
  const told: AgentMemoryResult = {
    ...result,
    status: any ? "extracted" : "no_extraction",
    extracted: any,
    personalStatus: personal ? "extracted" : "no_extraction",
    personalExtracted: personal,
  };
  write(app, (tx) => keep(tx, told));
  return told;
}

function store(app: App, tx: Tx, caller: Caller, kind: ConversationRow["kind"], body: Request) {
  const now = app.now();
  const name = nameOf(caller, kind, body.conversationId);
  const began = Math.min(body.messages[0]?.timestamp ?? now, now);
  const conversation = ensureConversation(tx, now, caller, name, began);
  const scope = body.syncScope ?? "";
  const watermark = watermarkOf(tx, conversation.id, scope);
  const isPositional = body.baseTurn !== undefined;
  const placed = placeMessages(body.messages, body.baseTurn ?? watermark).filter(
    ({ turn }) => !isPositional || turn >= watermark,
  );
  const items = prepareAll(app, conversation, placed, body);
  const outcomes = commitItems(app, actorOf(caller), items);
  refuseClosed(outcomes);
  if (body.deduplication === undefined) {
    const turns = body.turns ?? 0;
    setWatermark(tx, conversation.id, scope, isPositional ? (body.baseTurn ?? 0) + turns : watermark + turns);
  }
  if (body.channel === "hook" && (body.turns ?? 0) > 0) declareTurns(tx, conversation.id, body.turns ?? 0);
  const count = outcomes.filter(({ did }) => did === "stored" || did === "duplicate").length;
  return { conversation, count };
}

/** Cleaned, in the order in which they came: clients' clocks do not reorder a conversation. */
function prepareAll(app: App, conversation: ConversationRow, placed: Placed[], body: Request): Prepared[][] {
  const hostSessionId = hostSessionIdOf(conversation);
  const now = app.now();
  let at = sessionState(app.db, conversation.sessionId)?.lastEventAt ?? 0;
  const seen = new Map<string, number>();
  return placed.map(({ message, turn }) => {
    at = Math.max(at, Math.min(message.timestamp ?? now, now));
    const own = body.deduplication === undefined ? undefined : message.id;
    const events = eventsOf(message, hostSessionId, at, own === undefined ? app.newId("msg") : `native:${own}`);
    const prepared = prepareCaptured(app, events);
    if (body.baseTurn === undefined) return prepared;
    return prepared.map((event) => withPosition(event, body.syncScope ?? "", turn, seen));
  });
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

export const actorOf = ({ agentId }: Pick<Caller, "agentId">): Actor => ({
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
