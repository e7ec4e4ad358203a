/** A hook that a host delivers over HTTP: stored like any item, answered in the host's own format. */
import type { HookBody, Host, IngestItem } from "../contract/capture";
import { AppError } from "../contract/errors";
import type { App } from "../context";
import { writeRefusal } from "../db/write";
import { requireAdapter } from "../hosts/registry";
import { buildInjection } from "../inject/service";
import { ingest } from "./ingest";

/**
 * Stores the event and answers what the host reads from its hook. Session start carries the block to inject, also
 * while the store takes no writes.
 * Throws `not_found` for a host without adapter, `validation_failed` for a body without session.
 */
export async function takeHook(app: App, host: string, body: HookBody): Promise<object> {
  const adapter = requireAdapter(host);
  const event = body.hook_event_name;
  const item: IngestItem = { host: host as Host, event, payload: body };
  const wantsContext = adapter.contextEvents.includes(event);
  try {
    const result = await ingest(app, [item]);
    const refused = result.rejected[0];
    if (refused !== undefined) throw new AppError("validation_failed", refused.error);
  } catch (error) {
    // Such an event says only that a session began, which the next one says too; the agent asks for its block but once.
    const code = wantsContext ? writeRefusal(error) : null;
    if (code === null) throw error;
    app.log.warn({ code, event }, "hook not stored");
  }
  return adapter.reply(event, wantsContext ? contextFor(app, host, event, body) : null);
}

/** A block that cannot be built must not spoil the start of the agent's session. */
function contextFor(app: App, host: string, event: string, body: HookBody): string | null {
  const cwd = typeof body["cwd"] === "string" ? body["cwd"] : undefined;
  if (cwd === undefined) return null;
  try {
    const session = typeof body["session_id"] === "string" ? body["session_id"] : undefined;
    return buildInjection(app, { cwd, host, session, event }).text;
  } catch (error) {
    app.log.error({ err: error, event }, "no block could be built for a hook");
    return null;
  }
}
