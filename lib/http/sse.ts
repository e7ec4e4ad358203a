/** Server-sent events: tails the activity feed by id, woken by commits; resumes, beats, and drops readers that stand still (M48). */
import { activityAfter, lastActivityId } from "../activity/query";
import type { App } from "../context";
import { AppError } from "../contract/errors";
import type { StreamFrame } from "../contract/stream";
import { openStreams, registerStream } from "../health/streams";

const MAX_STREAMS = 100;
const BATCH = 200;
const BUFFER_BYTES = 64 * 1024;

export interface StreamOptions {
  /** The id that the client saw last; undefined = only what comes from now on. */
  lastEventId?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds between heartbeats; a reader that takes nothing during two of them is dropped. */
  heartbeatMs?: number | undefined;
}

/**
 * Frames `{type: kind, …activity row}` with the row's id, after one `connected` frame. Throws `busy` when too many
 * streams are open. An id beyond the feed (a restored backup) starts at its end.
 */
export function activityStream(app: App, options: StreamOptions = {}): ReadableStream<Uint8Array> {
  if (openStreams() >= MAX_STREAMS) {
    throw new AppError("busy", "Too many streams are open.", { hint: "Close some browser tabs or clients." });
  }
  const newest = lastActivityId(app.db);
  let cursor = Math.min(options.lastEventId ?? newest, newest);
  let stop = (): void => undefined;
  let flush = (): void => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let stalled = 0;
        const send = (text: string): void => controller.enqueue(encode(text));
        const hasRoom = (): boolean => (controller.desiredSize ?? 0) > 0;
        flush = () => {
          while (hasRoom()) {
            const rows = activityAfter(app.db, cursor, BATCH);
            for (const row of rows) {
              cursor = row.id;
              send(frame({ type: row.kind, ...row }, row.id));
            }
            if (rows.length < BATCH) return;
          }
        };
        const beat = (): void => {
          stalled = hasRoom() ? 0 : stalled + 1;
          if (stalled >= 2) return end();
          if (stalled > 0) return;
          send(": keep-alive\n\n");
          flush();
        };
        const heartbeat = setInterval(() => guarded(beat), options.heartbeatMs ?? 15_000);
        heartbeat.unref();
        const stopListening = app.onWake(() => guarded(flush));
        const end = (): void => {
          stop();
          controller.close();
        };
        const guarded = (work: () => void): void => {
          try {
            work();
          } catch (error) {
            app.log.error({ err: error }, "stream ended");
            stop();
            controller.error(error);
          }
        };
        const unregister = registerStream(end);
        options.signal?.addEventListener("abort", end, { once: true });
        stop = () => {
          stop = () => undefined;
          clearInterval(heartbeat);
          stopListening();
          unregister();
          options.signal?.removeEventListener("abort", end);
        };
        send(`retry: 2000\n${frame({ type: "connected", last_event_id: cursor, timestamp: app.now() }, cursor)}`);
        flush();
        if (options.signal?.aborted === true) end();
      },
      // The reader took something: there is room again.
      pull: () => flush(),
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
  );
}

export const streamHeaders = (requestId: string): Record<string, string> => ({
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  connection: "keep-alive",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId,
});

/** What a browser sends when it connects again; nonsense counts as nothing. */
export function readLastEventId(header: string | null): number | undefined {
  if (header === null || !/^\d{1,15}$/.test(header.trim())) return undefined;
  return Number(header.trim());
}

const encoder = new TextEncoder();
const encode = (text: string): Uint8Array => encoder.encode(text);

const frame = (data: StreamFrame, id: number): string => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
