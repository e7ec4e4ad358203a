/** The text that a hook hands to its agent, no longer than the host passes on. */
import type { App } from "../context";
import type { CaptureEvent } from "../contract/capture";
import type { Injection } from "../contract/inject";
import type { HostAdapter, TextCap } from "../hosts/adapter";
import { isStartDue } from "../inject/resume";
import { blockForEvent, PROMPT_SUBMIT, SESSION_START } from "../recall/for-event";
import { startForPrompt } from "../recall/service";

/** What is lost of a block that is asked for a few characters too long. */
const MARGIN = 0.98;
/** A shorter block says nothing. */
const MIN_CHARS = 200;

/** Builds a block of at most so many characters; `preview` = only to look. */
type Build = (maxChars: number, preview: boolean) => Promise<Injection>;

/** null = nothing to say. A block that cannot be built must not spoil the start of the agent's session, nor its turn. */
export async function contextFor(app: App, adapter: HostAdapter, event: CaptureEvent): Promise<string | null> {
  const build = builderFor(app, adapter, event);
  if (build === null) return null;
  try {
    const text = await within(adapter.cap, build);
    return text === "" ? null : text;
  } catch (error) {
    app.log.error({ err: error, event: event.type }, "no block could be built for a hook");
    return null;
  }
}

function builderFor(app: App, adapter: HostAdapter, event: CaptureEvent): Build | null {
  if (event.cwd === undefined) return null;
  // As sessions are stored, so that what the agent then does is laid beside what it was told.
  const request = { cwd: event.cwd, host: event.host, session: event.hostSessionId, branch: event.branch };
  if (event.type === "session_start") {
    const isResumed = event.source === "resume";
    return (maxChars, preview) =>
      blockForEvent(app, { ...request, event: SESSION_START, isResumed, maxChars, preview });
  }
  const prompt = event.type === "prompt" ? event.text.trim() : "";
  if (prompt === "") return null;
  if (adapter.startsAtPrompt === true && isStartDue(app.db, event.host, event.hostSessionId))
    return (maxChars, preview) => startForPrompt(app, { ...request, event: SESSION_START, prompt, maxChars, preview });
  return (maxChars, preview) => blockForEvent(app, { ...request, event: PROMPT_SUBMIT, prompt, maxChars, preview });
}

/** Where a host counts bytes, the block is looked at first, so that the one which is stored is the one that arrives. */
async function within(cap: TextCap, build: Build): Promise<string> {
  if (cap.bytes === undefined) return (await build(cap.chars, false)).text;
  let chars = cap.chars;
  while (chars >= MIN_CHARS) {
    const { text } = await build(chars, true);
    const bytes = Buffer.byteLength(text);
    if (bytes <= cap.bytes) return text === "" ? "" : (await build(chars, false)).text;
    chars = Math.min(chars, text.length) * (cap.bytes / bytes) * MARGIN;
    chars = Math.floor(chars);
  }
  return "";
}
