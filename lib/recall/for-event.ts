/** The block of a hook's event. What a hook hands to an agent and what a person looks at come from this one function. */
import type { App } from "../context";
import type { Injection } from "../contract/inject";
import type { BlockRequest } from "../inject/hand-out";
import { buildInjection } from "../inject/service";
import { recallForPrompt } from "./service";

export const SESSION_START = "SessionStart";
export const PROMPT_SUBMIT = "UserPromptSubmit";

export interface EventRequest extends BlockRequest {
  event: typeof SESSION_START | typeof PROMPT_SUBMIT;
  /** What a person typed; of no account at a session's start. */
  prompt?: string | undefined;
  /** The host takes the session up with its context as it was. */
  isResumed?: boolean | undefined;
  /** Characters; settings still bound it. */
  maxChars?: number | undefined;
}

/** `text` is empty where there is nothing to say. Throws `validation_failed` when neither `project` nor `cwd` is given. */
export async function blockForEvent(app: App, request: EventRequest): Promise<Injection> {
  const { event, prompt = "", isResumed, ...asked } = request;
  if (event === SESSION_START) return buildInjection(app, { ...asked, event, isResumed });
  return recallForPrompt(app, { ...asked, prompt });
}
