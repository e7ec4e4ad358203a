/** A hook that a host delivers over HTTP: stored like any item, answered in the host's own format. */
import { type HookBody, type IngestItem, requireHost } from "../contract/capture";
import { AppError } from "../contract/errors";
import type { App } from "../context";
import { writeRefusal } from "../db/write";
import type { HostAdapter } from "../hosts/adapter";
import { SessionId } from "../hosts/fields";
import { requireAdapter } from "../hosts/registry";
import { blockForEvent, PROMPT_SUBMIT, SESSION_START } from "../recall/for-event";
import { ingest } from "./ingest";

/**
 * Stores the event and answers what the host reads from its hook. Session start carries the block to inject, also
 * while the store takes no writes; a prompt carries what it brings back.
 * Throws `not_found` for a host without adapter, `validation_failed` for a body without session.
 */
export async function takeHook(app: App, host: string, body: HookBody): Promise<object> {
  const supported = requireHost(host);
  const adapter = requireAdapter(supported);
  const event = body.hook_event_name;
  const item: IngestItem = { host: supported, event, payload: body };
  const wantsContext = adapter.contextEvents.includes(event);
  try {
    const result = await ingest(app, [item]);
    const refused = result.rejected[0];
    if (refused !== undefined) throw new AppError("validation_failed", refused.error);
  } catch (error) {
    // Such an event says only that a session began, which the next one says too; the agent asks for its block but once.
    const code = event === SESSION_START ? writeRefusal(error) : null;
    if (code === null) throw error;
    app.log.warn({ code, event }, "hook not stored");
  }
  return adapter.reply(event, wantsContext ? await contextFor(app, adapter, host, body) : null);
}

/** A block that cannot be built must not spoil the start of the agent's session, nor its turn. */
async function contextFor(app: App, adapter: HostAdapter, host: string, body: HookBody): Promise<string | null> {
  const event = body.hook_event_name;
  const cwd = typeof body["cwd"] === "string" ? body["cwd"] : undefined;
  if (cwd === undefined) return null;
  try {
    // As sessions are stored, so that what the agent then does is laid beside what it was told.
    const request = { cwd, host, session: SessionId.safeParse(body["session_id"]).data };
    const isResumed = body["source"] === "resume";
    if (event === SESSION_START) return (await blockForEvent(app, { ...request, event, isResumed })).text;
    const prompt = promptOf(adapter, body);
    return prompt === "" ? null : (await blockForEvent(app, { ...request, event: PROMPT_SUBMIT, prompt })).text;
  } catch (error) {
    app.log.error({ err: error, event }, "no block could be built for a hook");
    return null;
  }
}

function promptOf(adapter: HostAdapter, body: HookBody): string {
  const adapted = adapter.hook(body.hook_event_name, body);
  if ("skip" in adapted) return "";
  return adapted.events
    .map((event) => (event.type === "prompt" ? event.text : ""))
    .join("\n")
    .trim();
}
