/** Writes a conversation's messages to the gateway, in as many requests as it takes (V5, V6, V36–V48). */
import { type Batch, splitMessages } from "./batches";
import type { Client, WithMeta } from "./client";
import { convertMessages, type LocalMessage } from "./messages";
import { splitTasks } from "./task-batches";

export interface SaveAgentMemoryInput {
  conversationId: string;
  /** In the host's shape or the wire's (V28, V29). Empty with `flush` = flush only. */
  messages: readonly unknown[];
  /** Asks for extraction after the last message; default true. */
  flush?: boolean | undefined;
  /** Asks for each request to be durable before its answer; default false. */
  sync?: boolean | undefined;
  /** Who sends: `hook`, `import`, … */
  channel?: string | undefined;
  /** Turns that these messages complete. */
  turns?: number | undefined;
  /** Ordinal of the first turn, from 0. */
  baseTurn?: number | undefined;
  /** Cuts by bytes along tasks instead of by number; never sent (V49). */
  taskBatching?: boolean | undefined;
  /** Messages are told by the host's ids of them (`nativeId`, `id` or `uuid`), which then go along. */
  deduplication?: "client-native-id" | undefined;
  /** A position of its own within the conversation; the gateway must say that it knows it (V46). */
  syncScope?: string | undefined;
  offline?: boolean | undefined;
  /** Is told ids and counts of each request, never text. */
  log?: ((line: string) => void) | undefined;
}

/** What the last request answered; the counts are of all. */
export interface SaveAgentMemoryResult {
  /** `accumulated`, `extracted` or `no_extraction` (queued, nothing drawn yet). */
  status?: string;
  /** Messages that were taken. */
  messageCount: number;
  /** Whether a flush was issued; whether anything came of it is said by `status`. */
  flushed: boolean;
  sessionId?: string;
  personalStatus?: string;
  personalExtracted?: boolean;
  requestId: string;
  requestIds: string[];
}

interface Body {
  conversationId: string;
  messages: unknown[];
  flush: boolean;
  sync?: true;
  channel?: string;
  turns?: number;
  baseTurn?: number;
  deduplication?: string;
  syncScope?: string;
  offline?: boolean;
}

interface SyncState {
  hookSyncScopeSupported?: unknown;
  syncScopeSupported?: unknown;
}

const PATH = "/mem/agent-memory";

/**
 * null = there is no conversation or nothing in it that can be kept, and nothing was sent. Throws `EvermeError` when a
 * request fails (the ones before it stay written), and `TypeError` for parameters that do not go together.
 */
export async function saveAgentMemory(
  client: Pick<Client, "request"> & Partial<Client>,
  input: SaveAgentMemoryInput,
): Promise<SaveAgentMemoryResult | null> {
  const { conversationId, messages = [], flush = true } = input;
  if (typeof conversationId !== "string" || conversationId.trim() === "") return null;
  const kept = convertMessages(messages);
  if (kept.length === 0 && (messages.length > 0 || !flush)) return null;
  checkTogether(input);
  if (input.syncScope !== undefined && kept.length > 0) await probeScope(client, input, input.syncScope);
  const answers: WithMeta<Partial<SaveAgentMemoryResult>>[] = [];
  for (const body of bodiesOf(input, kept)) {
    const answer = await send<Partial<SaveAgentMemoryResult>>(client, PATH, body);
    answers.push(answer);
    input.log?.(
      `${PATH} ${answers.length}: ${body.messages.length} messages, flush ${body.flush}, requestId ${answer.requestId}`,
    );
  }
  return sumOf(answers, flush);
}

/** Asks for extraction of what was written before (V37). */
export const flushAgentMemory = (
  client: Pick<Client, "request"> & Partial<Client>,
  { conversationId }: { conversationId: string },
): Promise<SaveAgentMemoryResult | null> => saveAgentMemory(client, { conversationId, messages: [], flush: true });

/** The bodies of the requests, in order. */
export function bodiesOf(input: SaveAgentMemoryInput, kept: readonly LocalMessage[]): Body[] {
  const { conversationId, flush = true, sync = false } = input;
  const shared = {
    ...(input.channel === undefined ? {} : { channel: input.channel }),
    ...(input.deduplication === undefined ? {} : { deduplication: input.deduplication }),
    ...(input.syncScope === undefined ? {} : { syncScope: input.syncScope }),
    ...(input.offline === undefined ? {} : { offline: input.offline }),
  };
  if (kept.length === 0) return [{ conversationId, messages: [], flush: true, ...(sync ? { sync } : {}), ...shared }];
  const batches = batchesOf(input, kept);
  return batches.map((batch, at) => {
    const isLast = at === batches.length - 1;
    return {
      conversationId,
      messages: batch.messages.map(({ message, nativeId }) =>
        input.deduplication === undefined || nativeId === undefined ? message : { ...message, id: nativeId },
      ),
      flush: flush && isLast,
      ...(sync || (flush && !isLast) ? { sync: true as const } : {}),
      ...shared,
      ...turnsOf(input, batches, at),
    };
  });
}

function batchesOf({ taskBatching = false, baseTurn }: SaveAgentMemoryInput, kept: readonly LocalMessage[]): Batch[] {
  const batches = taskBatching ? splitTasks(kept) : splitMessages(kept);
  return baseTurn === undefined ? batches : batches.flatMap((batch, at) => cutAtNextTurn(batch, batches[at - 1]));
}

/** V45: what is left of a turn goes alone, since the turns after it have their own numbers. */
function cutAtNextTurn(batch: Batch, before: Batch | undefined): Batch[] {
  const isMidTurn = before !== undefined && batch.messages[0]?.message.role !== "user";
  const next = isMidTurn ? batch.messages.findIndex(({ message }) => message.role === "user") : -1;
  if (next <= 0) return [batch];
  const completed = batch.completedTurns === 0 ? 0 : 1;
  return [
    { messages: batch.messages.slice(0, next), completedTurns: completed },
    { messages: batch.messages.slice(next), completedTurns: batch.completedTurns - completed },
  ];
}

/** V44, V45: the declared number stands on the last request; with a base each one says where it begins. */
function turnsOf({ turns, baseTurn }: SaveAgentMemoryInput, batches: readonly Batch[], at: number) {
  const isLast = at === batches.length - 1;
  if (baseTurn === undefined) return turns === undefined ? {} : { turns: isLast ? turns : 0 };
  const before = batches.slice(0, at).reduce((sum, { completedTurns }) => sum + completedTurns, 0);
  const own = batches[at]?.completedTurns ?? 0;
  return { baseTurn: baseTurn + before, turns: isLast && turns !== undefined ? Math.max(0, turns - before) : own };
}

function checkTogether({ deduplication, syncScope, baseTurn, offline, channel, turns }: SaveAgentMemoryInput): void {
  for (const [name, value] of Object.entries({ turns, baseTurn })) {
    if (value !== undefined && !(Number.isInteger(value) && value >= 0))
      throw new TypeError(`${name} counts turns from 0`);
  }
  if (deduplication === undefined) return;
  if (syncScope !== undefined) throw new TypeError("syncScope and deduplication do not go together");
  if (deduplication !== "client-native-id") throw new TypeError('deduplication is "client-native-id" or absent');
  if (channel !== "hook" || baseTurn !== undefined || offline === true) {
    throw new TypeError("deduplication needs the channel hook, and neither baseTurn nor offline");
  }
}

/** V46: nothing is written to a gateway that would take the scope for part of the conversation. */
async function probeScope(
  client: Pick<Client, "request"> & Partial<Client>,
  { conversationId, channel }: SaveAgentMemoryInput,
  syncScope: string,
): Promise<void> {
  const { result } = await send<SyncState>(client, `${PATH}/state`, { sessions: [{ conversationId, syncScope }] });
  const needed = channel === "hook" ? "hookSyncScopeSupported" : "syncScopeSupported";
  if (result?.[needed] !== true) {
    throw new TypeError(`The gateway does not support syncScope here (${needed} is not true); nothing was written.`);
  }
}

/** Clients that know no request ids serve as well. */
export async function send<T>(
  client: Pick<Client, "request"> & Partial<Client>,
  path: string,
  body: unknown,
): Promise<WithMeta<T>> {
  if (client.requestWithMeta !== undefined) return client.requestWithMeta<T>("POST", path, body);
  return { result: await client.request<T>("POST", path, body), requestId: "" };
}

function sumOf(answers: readonly WithMeta<Partial<SaveAgentMemoryResult>>[], flush: boolean): SaveAgentMemoryResult {
  const last = answers.at(-1);
  return {
    flushed: flush,
    ...last?.result,
    messageCount: answers.reduce((sum, { result }) => sum + (result?.messageCount ?? 0), 0),
    requestId: last?.requestId ?? "",
    requestIds: answers.map(({ requestId }) => requestId),
  };
}
