/** What the package exports as `keepsake/agent-sdk`: the client of an EverMe gateway, ours or another's (V27). */
export { MAX_MESSAGES_PER_REQUEST } from "./agent/batches";
export {
  type Client,
  type ClientOptions,
  createClient,
  execWithRetry,
  type RequestOptions,
  type WithMeta,
} from "./agent/client";
export {
  assertConfigUsable,
  bearerOf,
  canWrite,
  type Config,
  DEFAULT_API_BASE,
  type Environment,
  type FlushMode,
  type HostConfig,
  resolveConfig,
  TIMEOUT_MS,
  UPLOAD_TIMEOUT_MS,
} from "./agent/config";
export { mergeEnv, parseEnvFile } from "./agent/env-file";
export { describeError, EvermeError, type EvermeErrorFields, type EvermeErrorType } from "./agent/errors";
export {
  AGENT_MEMORY_ROLES,
  AGENT_MEMORY_TOOL_CALL_TYPES,
  type AgentMessage,
  type AssistantMessage,
  convertAgentMessage,
  type ToolCall,
  type ToolMessage,
  type UserMessage,
} from "./agent/messages";
export { savePersonalMemory, type SavePersonalMemoryInput, type SavePersonalMemoryResult } from "./agent/personal";
export { buildMemoryPrompt, MEMORY_TYPE_LABELS, MEMORY_TYPES, type MemoryPromptOptions } from "./agent/prompt";
export { redactError } from "./agent/redact";
export { flushAgentMemory, saveAgentMemory, type SaveAgentMemoryInput, type SaveAgentMemoryResult } from "./agent/save";
export {
  getContext,
  type GetContextInput,
  type MemoryBundle,
  type MemoryContext,
  type MemoryType,
  searchMemory,
  type SearchMemoryInput,
} from "./agent/search";
export { extractText, isSessionResetPrompt, stripChannelMetadata, toText } from "./agent/text";
export type { HookInput, HostAdapter, StoreBatch } from "./agent/runtime/adapter";
export { type Checkpoint, type Checkpoints, createCheckpoints } from "./agent/runtime/checkpoints";
export { type Deadline, deadlineOf, HOOK_EVENTS, type HookEventName } from "./agent/runtime/deadlines";
export { hookOutput, profileBlock, recallBlock, recallQuery } from "./agent/runtime/recall";
export { type HookRun, runHook } from "./agent/runtime/run";
export {
  createToolEventBuffer,
  type ToolEvent,
  type ToolEventBuffer,
  type ToolEventBufferOptions,
} from "./agent/runtime/tool-buffer";
export { readTranscript } from "./agent/runtime/transcript";
export { createTurnLedger, type TurnLedger, type TurnStart } from "./agent/runtime/turn-ledger";
