/** Host → adapter. A host without one is refused by name, so that nothing is stored in a shape that nobody reads. */
import { type Adapted, type IngestItem, requireHost, type SupportedHost } from "../contract/capture";
import { RECORD_EVENT } from "../contract/transcript-record";
import { AppError } from "../contract/errors";
import type { HostAdapter } from "./adapter";
import { adaptHook } from "./claude-code/hook";
import { CAP, CONTEXT_EVENTS, hookReply } from "./claude-code/reply";
import { adaptTranscriptEnd, adaptTranscriptLine } from "./claude-code/transcript";
import { adaptCodexHook } from "./codex/hook";
import { CODEX_CAP, CODEX_CONTEXT_EVENTS, codexReply } from "./codex/reply";
import { adaptCursorHook } from "./cursor/hook";
import { CURSOR_CAP, CURSOR_CONTEXT_EVENTS, cursorReply } from "./cursor/reply";
import { adaptGeminiHook } from "./gemini/hook";
import { GEMINI_CAP, GEMINI_CONTEXT_EVENTS, geminiReply } from "./gemini/reply";
import { adaptKimiHook } from "./kimi/hook";
import { KIMI_CAP, KIMI_CONTEXT_EVENTS, kimiPrint, kimiReply } from "./kimi/reply";
import { adaptOpencodeHook } from "./opencode/hook";
import { OPENCODE_CAP, OPENCODE_CONTEXT_EVENTS, opencodeReply } from "./opencode/reply";
import { adaptRecord } from "./record";
import { adaptWindsurfHook } from "./windsurf/hook";
import { WINDSURF_CAP, windsurfReply } from "./windsurf/reply";

const claudeCode: HostAdapter = {
  hook: adaptHook,
  transcriptLine: adaptTranscriptLine,
  transcriptEnd: adaptTranscriptEnd,
  reply: hookReply,
  contextEvents: CONTEXT_EVENTS,
  cap: CAP,
};

/** Transcripts of the others are read by `lib/transcripts`, which tells records. */
const noLines = (): never => {
  throw new AppError("validation_failed", "Lines of this host's transcripts are not read one by one.", {
    hint: "Import the file: keepsake import FILE.",
  });
};
const live = (adapter: Omit<HostAdapter, "transcriptLine" | "transcriptEnd">): HostAdapter => ({
  ...adapter,
  transcriptLine: noLines,
  transcriptEnd: noLines,
});

const ADAPTERS: Record<SupportedHost, HostAdapter> = {
  "claude-code": claudeCode,
  codex: live({ hook: adaptCodexHook, reply: codexReply, contextEvents: CODEX_CONTEXT_EVENTS, cap: CODEX_CAP }),
  gemini: live({ hook: adaptGeminiHook, reply: geminiReply, contextEvents: GEMINI_CONTEXT_EVENTS, cap: GEMINI_CAP }),
  cursor: live({ hook: adaptCursorHook, reply: cursorReply, contextEvents: CURSOR_CONTEXT_EVENTS, cap: CURSOR_CAP }),
  kimi: live({
    hook: adaptKimiHook,
    reply: kimiReply,
    print: kimiPrint,
    contextEvents: KIMI_CONTEXT_EVENTS,
    cap: KIMI_CAP,
    startsAtPrompt: true,
  }),
  opencode: live({
    hook: adaptOpencodeHook,
    reply: opencodeReply,
    contextEvents: OPENCODE_CONTEXT_EVENTS,
    cap: OPENCODE_CAP,
    startsAtPrompt: true,
  }),
  windsurf: live({ hook: adaptWindsurfHook, reply: windsurfReply, contextEvents: [], cap: WINDSURF_CAP }),
};

/** The adapter of a host; throws `not_found` naming the hosts that have one. */
export function requireAdapter(host: string): HostAdapter {
  return ADAPTERS[requireHost(host)];
}

/** What one ingest item holds. Throws `ZodError` for its payload. */
export function adaptItem(item: IngestItem): Adapted {
  if (item.event === RECORD_EVENT) return adaptRecord(item.host, item.payload);
  const adapter = requireAdapter(item.host);
  if (item.event === "TranscriptLine") return adapter.transcriptLine(item.payload);
  if (item.event === "TranscriptEnd") return adapter.transcriptEnd(item.payload);
  return adapter.hook(item.event, item.payload);
}
