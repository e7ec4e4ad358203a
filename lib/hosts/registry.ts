/** Host → adapter. A host without one is refused by name, so that nothing is stored in a shape that nobody reads. */
import { type Adapted, type IngestItem, requireHost, type SupportedHost } from "../contract/capture";
import type { HostAdapter } from "./adapter";
import { adaptHook } from "./claude-code/hook";
import { CONTEXT_EVENTS, hookReply } from "./claude-code/reply";
import { adaptTranscriptEnd, adaptTranscriptLine } from "./claude-code/transcript";

const claudeCode: HostAdapter = {
  hook: adaptHook,
  transcriptLine: adaptTranscriptLine,
  transcriptEnd: adaptTranscriptEnd,
  reply: hookReply,
  contextEvents: CONTEXT_EVENTS,
};

const ADAPTERS: Record<SupportedHost, HostAdapter> = { "claude-code": claudeCode };

/** The adapter of a host; throws `not_found` naming the hosts that have one. */
export function requireAdapter(host: string): HostAdapter {
  return ADAPTERS[requireHost(host)];
}

/** What one ingest item holds. Throws `ZodError` for its payload. */
export function adaptItem(item: IngestItem): Adapted {
  const adapter = requireAdapter(item.host);
  if (item.event === "TranscriptLine") return adapter.transcriptLine(item.payload);
  if (item.event === "TranscriptEnd") return adapter.transcriptEnd(item.payload);
  return adapter.hook(item.event, item.payload);
}
