/**
 * OpenClaw's context engine on the agent SDK (V69), after docs.openclaw.ai/concepts/context-engine and the interface in its
 * repository, as of November 2026: recalls before a run, keeps each turn that the host has accepted, and leaves the conversation
 * and its compaction to OpenClaw. A method that throws costs the person the engine until the next start: none does because a
 * gateway is away. A turn that could not even be kept here is not called committed, and the host keeps it.
 *
 * Left out, since nothing says what they would owe a memory: importing older history (`bootstrap`), transcript maintenance and
 * sub-agents. A host without `commitTurn` recalls only: its `afterTurn` may come beside `commitTurn` in others, and nothing tells
 * the two apart.
 */
import { bearerOf, canWrite, type Config } from "../config";
import { createClient, type Client } from "../client";
import { describeError } from "../errors";
import { recallBlock, recallQuery } from "../runtime/recall";
import { flushAgentMemory } from "../save";
import { searchMemory } from "../search";
import { extractText, isSessionResetPrompt } from "../text";
import type { Outbox } from "./openclaw-outbox";
import { outgoingMessage, withoutMemoryOutput } from "./outgoing";

interface Session {
  sessionId: string;
}
export interface AssembleParams extends Session {
  messages: unknown[];
  /** What the person asked; older hosts have it as the last message. */
  prompt?: string;
}
export interface CommitParams extends Session {
  advancementKey: string;
  messages: unknown[];
  isHeartbeat?: boolean;
}

export interface ContextEngine {
  readonly info: {
    id: string;
    name: string;
    ownsCompaction: false;
    acceptedHostParams: string[];
    transcriptSemantics: {
      currentTurnFence: "before-current-turn-entry-v1";
      turnAdvancementIdempotency: "atomic-idempotent-v1";
    };
  };
  ingest(): Promise<{ ingested: boolean }>;
  assemble(params: AssembleParams): Promise<{
    messages: unknown[];
    estimatedTokens: number;
    systemPromptAddition?: string;
  }>;
  compact(params: Session): Promise<unknown>;
  commitTurn(params: CommitParams): Promise<{ status: "committed" | "duplicate" }>;
  dispose(): Promise<void>;
}

export interface ContextEngineOptions {
  config: Config;
  /** Shared by all engines of a process. */
  outbox: Outbox;
  /** OpenClaw's own compaction. */
  delegateCompaction(params: unknown): Promise<unknown>;
  /** Is told faults and counts, never text. */
  log(line: string): void;
}

export const ENGINE_ID = "keepsake-everme";

/** Milliseconds that a run waits for memory. */
const RECALL_MS = 3000;
const FLUSH_MS = 5000;
const UNITS_PER_TOKEN = 4;

export function createContextEngine({ config, outbox, delegateCompaction, log }: ContextEngineOptions): ContextEngine {
  const clientOf = (timeoutMs: number): Client =>
    createClient({
      apiBase: config.apiBase,
      token: bearerOf(config),
      agentId: config.agentId,
      timeoutMs: Math.min(timeoutMs, config.timeoutMs),
      name: "keepsake-openclaw",
    });
  /** A run asks the model several times about one prompt: the same block each time keeps the model's cache. */
  let asked: { query: string; block: string } | null = null;
  let sending: Promise<void> = Promise.resolve();

  const recall = async ({ prompt, messages }: AssembleParams): Promise<string> => {
    const said = prompt ?? lastSaid(messages);
    const query = isSessionResetPrompt(said) ? "" : recallQuery(said);
    if (query === "" || bearerOf(config) === "") return "";
    if (asked?.query === query) return asked.block;
    const bundle = await searchMemory(clientOf(RECALL_MS), { query, topK: config.injectTopK });
    const block = recallBlock(bundle, { profile: config.injectProfile, minScore: config.injectMinScore });
    asked = { query, block };
    return block;
  };

  return {
    info: {
      id: ENGINE_ID,
      name: "Keepsake memory",
      ownsCompaction: false,
      acceptedHostParams: ["sessionKey", "prompt", "runtimeSettings", "sessionTarget", "runtimeContext", "abortSignal"],
      transcriptSemantics: {
        currentTurnFence: "before-current-turn-entry-v1",
        turnAdvancementIdempotency: "atomic-idempotent-v1",
      },
    },
    // Turns are kept as a whole, once the host has accepted them.
    ingest: () => Promise.resolve({ ingested: false }),
    async assemble(params) {
      const block = await orElse(() => recall(params), "", log);
      const units = JSON.stringify(params.messages).length + block.length;
      return {
        messages: params.messages,
        estimatedTokens: Math.ceil(units / UNITS_PER_TOKEN),
        ...(block === "" ? {} : { systemPromptAddition: block }),
      };
    },
    async compact(params) {
      if (canWrite(config)) {
        const flush = () => flushAgentMemory(clientOf(FLUSH_MS), { conversationId: params.sessionId });
        await orElse(flush, null, log);
      }
      return delegateCompaction(params);
    },
    async commitTurn({ sessionId, advancementKey, messages, isHeartbeat }) {
      // Nobody said anything in a heartbeat.
      if (!canWrite(config) || isHeartbeat === true) return { status: "committed" };
      const kept = withoutMemoryOutput(messages.map(outgoingMessage).filter((one) => one !== null));
      const isNew = await outbox.add({ sessionId, key: advancementKey, messages: kept });
      sending = outbox.deliver(clientOf(config.timeoutMs));
      return { status: isNew ? "committed" : "duplicate" };
    },
    dispose: () => sending,
  };
}

async function orElse<T>(work: () => Promise<T>, otherwise: T, log: (line: string) => void): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log(describeError(error));
    return otherwise;
  }
}

function lastSaid(messages: readonly unknown[]): string {
  for (const one of [...messages].reverse()) {
    const { role, content } = (one ?? {}) as { role?: unknown; content?: unknown };
    if (role === "user") return extractText(content);
  }
  return "";
}
