/** One run of a hook for any host: reads, writes, and says what memory knows (V55–V64, V68). Always ends well. */
import { bearerOf, canWrite, type Config, resolveConfig } from "../config";
import { createClient, type Client } from "../client";
import { mergeEnv, parseEnvFile } from "../env-file";
import { describeError } from "../errors";
import { flushAgentMemory, saveAgentMemory } from "../save";
import { getContext, searchMemory } from "../search";
import { isSessionResetPrompt } from "../text";
import type { HookInput, HostAdapter } from "./adapter";
import { createCheckpoints } from "./checkpoints";
import { deadlineOf, HOOK_EVENTS, type HookEventName } from "./deadlines";
import { readPrivate } from "./files";
import { hookOutput, profileBlock, recallBlock, recallQuery } from "./recall";
import { createTurnLedger } from "./turn-ledger";

export interface HookRun {
  adapter: HostAdapter;
  /** The host's name of the event. */
  event: string;
  raw: Readonly<Record<string, unknown>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Folder of checkpoints and ledgers, unless the environment names one. */
  stateDir: string;
  /** Is told faults and counts, never text. */
  log(line: string): void;
  /** When the hook began, milliseconds UTC; default when this is called. */
  startedAt?: number;
  now?: () => number;
}

interface Work {
  adapter: HostAdapter;
  event: HookEventName;
  input: HookInput;
  config: Config;
  client: Client;
  dir: string;
  log(line: string): void;
}

/** What the hook prints; "" = nothing. Never throws: what goes wrong is told to `log`. */
export async function runHook({
  adapter,
  event: name,
  raw,
  env,
  stateDir,
  log,
  now = Date.now,
  startedAt = now(),
}: HookRun): Promise<string> {
  try {
    const event = adapter.mapEvent === undefined ? HOOK_EVENTS.find((one) => one === name) : adapter.mapEvent(name);
    const input = event === undefined || event === null ? null : adapter.normalizeInput(raw);
    if (event === undefined || event === null || input === null) return "";
    const config = resolveConfig({}, mergeEnv(env, parseEnvFile((await readPrivate(adapter.envFile)) ?? "")));
    if (bearerOf(config) === "") {
      log("no token: set EVERME_AGENT_TOKEN, or EVERME_API_KEY to read only");
      return "";
    }
    const client = withinDeadline(
      createClient({ apiBase: config.apiBase, token: bearerOf(config), agentId: config.agentId }),
      (wanted) => deadlineOf(event, startedAt).requestTimeout(now(), wanted),
      config.timeoutMs,
    );
    return await handle({ adapter, event, input, config, client, dir: config.stateDir ?? stateDir, log });
  } catch (error) {
    log(describeError(error));
    return "";
  }
}

/** Each request has what is left when it begins (V64). */
function withinDeadline(client: Client, left: (wanted: number) => number, usual: number): Client {
  const requestWithMeta: Client["requestWithMeta"] = (method, path, body, options = {}) =>
    client.requestWithMeta(method, path, body, { ...options, timeoutMs: left(options.timeoutMs ?? usual) });
  return {
    requestWithMeta,
    request: async <T>(...call: Parameters<Client["request"]>) => (await requestWithMeta<T>(...call)).result,
  };
}

async function handle(work: Work): Promise<string> {
  const { adapter, event, input, config } = work;
  switch (event) {
    case "SessionStart":
      return printed(work, profileBlock((await getContext(work.client)).profile));
    case "UserPromptSubmit":
      return printed(work, await recall(work));
    case "PostToolUse":
      await adapter.bufferToolUse?.(input);
      return "";
    case "Stop":
    case "SubagentStop":
      if (canWrite(config) && !input.isRepeat) await store(work);
      return "";
    case "SessionEnd":
    case "PreCompact":
      if (!canWrite(config)) return "";
      await store(work);
      if (adapter.boundaryFlush !== false) await flush(work);
      return "";
  }
}

async function recall({ input, client, config }: Work): Promise<string> {
  const prompt = input.prompt ?? "";
  const query = isSessionResetPrompt(prompt) ? "" : recallQuery(prompt);
  if (query === "") return "";
  const bundle = await searchMemory(client, { query, topK: config.injectTopK });
  return recallBlock(bundle, { profile: config.injectProfile, minScore: config.injectMinScore });
}

/** V58: every write is durable before its answer, so that a later flush finds it; V59 says what stands on it. */
async function store(work: Work): Promise<void> {
  const { adapter, input, config, client, dir, log } = work;
  const ledger = createTurnLedger({ dir });
  // A checkpoint says by itself what is new; a compaction in the middle of a turn must not pass for the turn's end.
  const isTurn = isTurnEnd(work) || adapter.readStoreBatches === undefined;
  const key = isTurn ? ((await adapter.resolveTurnId?.(input)) ?? null) : null;
  if (key !== null) {
    const { isDuplicate, report } = await ledger.begin(input.sessionId, key, adapter.readStoreBatches !== undefined);
    if (isDuplicate) return;
    if (report !== null && config.telemetry) await tell(client, report, log);
  }
  if (adapter.readStoreBatches !== undefined) await storeBatches(work);
  else await storeTurn(work);
  if (key === null) return;
  const every = config.flushMode === "legacy" ? 1 : config.flushEveryTurns;
  const { isFlushDue } = await ledger.done(input.sessionId, key, every);
  if (isFlushDue) await flush(work);
}

/** One that fails stays due. */
async function flush({ client, input, dir }: Work): Promise<void> {
  await flushAgentMemory(client, { conversationId: input.sessionId });
  await createTurnLedger({ dir }).flushed(input.sessionId);
}

const isTurnEnd = ({ event }: Work): boolean => event === "Stop" || event === "SubagentStop";

async function storeBatches(work: Work): Promise<void> {
  const { adapter, input, config, client, dir, log } = work;
  const own = isTurnEnd(work) ? 1 : 0;
  const checkpoints = createCheckpoints({ dir });
  const before = (await checkpoints.read(input.sessionId))?.uploadedCount ?? 0;
  const batches = (await adapter.readStoreBatches?.(input, before)) ?? [];
  for (const [at, batch] of batches.entries()) {
    await saveAgentMemory(client, {
      conversationId: input.sessionId,
      messages: batch.messages,
      flush: false,
      sync: true,
      ...(adapter.turnBoundary === "stop" ? { channel: "hook", turns: at === batches.length - 1 ? own : 0 } : {}),
      taskBatching: adapter.taskBatching,
      log: config.debug ? log : undefined,
    });
    await checkpoints.commit(input.sessionId, batch.uploadedCount, { nativeMessageIds: batch.nativeMessageIds ?? [] });
  }
}

async function storeTurn({ adapter, input, config, client, log }: Work): Promise<void> {
  const messages = (await adapter.readLastTurn?.(input)) ?? [];
  if (messages.length === 0) return;
  await saveAgentMemory(client, {
    conversationId: input.sessionId,
    messages,
    flush: false,
    sync: true,
    channel: "hook",
    turns: 1,
    taskBatching: adapter.taskBatching,
    log: config.debug ? log : undefined,
  });
}

/** Milliseconds: what is told is never worth waiting for (V8). */
const TELEMETRY_TIMEOUT = 2000;

async function tell(client: Client, outcome: string, log: (line: string) => void): Promise<void> {
  const body = { event: "agent_memory_write", channel: "hooks", outcome, ts: Date.now() };
  try {
    await client.request("POST", "/mem/import-events", body, { timeoutMs: TELEMETRY_TIMEOUT });
  } catch (error) {
    log(`telemetry: ${describeError(error)}`);
  }
}

const printed = ({ adapter, event }: Work, block: string): string =>
  block === "" ? "" : (adapter.formatOutput ?? hookOutput)(event, block, "Keepsake: memory added");
