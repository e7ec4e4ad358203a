/** A hook of a host: stored like any item, answered in the host's own format. */
import type { CaptureEvent, HookBody, IngestItem } from "../contract/capture";
import { requireHost } from "../contract/capture";
import { AppError } from "../contract/errors";
import type { App } from "../context";
import { writeRefusal } from "../db/write";
import type { HostAdapter } from "../hosts/adapter";
import { requireAdapter } from "../hosts/registry";
import { forgetIdentity } from "../projects/identify";
import { deliverSpool } from "../spool/service";
import { catchUp } from "./catch-up";
import { contextFor } from "./hook-context";
import { ingest } from "./ingest";

/** What the program that delivers a hook says beside the host's own words. */
export interface Delivery {
  /** Counts before the body's own. */
  event?: string | undefined;
  /** The same key again is a duplicate: an event whose answer came too late is kept by the program and sent again. */
  key?: string | undefined;
  /** Where the host ran it; for hosts whose bodies name no folder. */
  folder?: string | undefined;
}

export interface HookAnswer {
  /** For hosts that call over HTTP. */
  reply: object;
  /** For the hook program's stdout; empty = nothing to say. */
  print: string;
}

/**
 * Stores the event and answers what the host reads from its hook. Session start carries the block to inject, also
 * while the store takes no writes; a prompt carries what it brings back. What was spooled while no server ran is stored first.
 * Throws `not_found` for a host without adapter, `validation_failed` for a body without event or session.
 */
export async function takeHook(app: App, host: string, body: HookBody, delivery: Delivery = {}): Promise<HookAnswer> {
  const supported = requireHost(host);
  const adapter = requireAdapter(supported);
  const event = delivery.event ?? body.hook_event_name ?? body.agent_action_name;
  if (event === undefined) {
    throw new AppError("validation_failed", "hook_event_name is missing.", {
      hint: "Send the host's own hook body, or name the event in the address: ?event=NAME.",
      details: [{ path: "hook_event_name", message: "is missing" }],
    });
  }
  const payload = delivery.folder === undefined ? body : { ...body, keepsake_cwd: delivery.folder };
  const item: IngestItem = { host: supported, event, payload, idempotencyKey: delivery.key };
  const asked = adapter.contextEvents.includes(event) ? firstOf(adapter, event, payload) : null;
  if (asked?.type === "session_start") forgetIdentity(app, asked.cwd);
  // What waits there must not cost what happens now.
  await deliverSpool(app).catch((error: unknown) => app.log.error({ err: error }, "the spool could not be delivered"));
  try {
    const result = await ingest(app, [item]);
    const refused = result.rejected[0];
    if (refused !== undefined) throw new AppError("validation_failed", refused.error);
  } catch (error) {
    // Such an event says only that a session began, which the next one says too; the agent asks for its block but once.
    const code = asked?.type === "session_start" ? writeRefusal(error) : null;
    if (code === null) throw error;
    app.log.warn({ code, event }, "hook not stored");
  }
  catchUp(app, supported, event, body);
  const context = asked === null ? null : await contextFor(app, adapter, asked);
  const print =
    context === null ? "" : (adapter.print?.(event, context) ?? JSON.stringify(adapter.reply(event, context)));
  return { reply: adapter.reply(event, context), print };
}

/** null where nothing of it is captured, or it cannot be read: then storing it says why. */
function firstOf(adapter: HostAdapter, event: string, payload: Record<string, unknown>): CaptureEvent | null {
  try {
    const adapted = adapter.hook(event, payload);
    return "skip" in adapted ? null : (adapted.events[0] ?? null);
  } catch {
    return null;
  }
}
