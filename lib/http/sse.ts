/** Server-sent events: tails the activity feed by id, woken by commits; resumes, beats, and drops readers that stand still (M48). */
import { activityAfter, lastActivityId } from "../activity/query";
import type { App } from "../context";
import { AppError } from "../contract/errors";
import type { StreamFrame, StreamNames } from "../contract/stream";
import { openStreams, registerStream } from "../health/streams";
import { activeProjects, framesOf } from "../worker/frames-query";
import { type ProcessingStatus, processingStatus } from "../worker/processing-query";
import { watchProcessing } from "../worker/processing-watch";

const MAX_STREAMS = 100;
const BATCH = 50;
/** Rows without a name in the client's family cost no room: after so many, others get their turn. */
const BATCHES_AT_ONCE = 10;
const BUFFER_BYTES = 64 * 1024;

export interface StreamOptions {
  names?: StreamNames | undefined;
  /** The id that the client saw last; undefined = only what comes from now on. */
  lastEventId?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds between heartbeats; a reader that takes nothing during two of them is dropped. */
  heartbeatMs?: number | undefined;
}

/**
 * Frames of one family (`names`, default `worker`), after `connected`, `initial_load` and the processing status. Each has
 * the id of its row of the feed; what is no row has the id before it, so that who resumes there misses nothing. Throws
 * `busy` when too many streams are open. An id beyond the feed (a restored backup) starts at its end.
 */
export function activityStream(app: App, options: StreamOptions = {}): ReadableStream<Uint8Array> {
  if (openStreams() >= MAX_STREAMS) {
    throw new AppError("busy", "Too many streams are open.", { hint: "Close some browser tabs or clients." });
  }
  const names = options.names ?? "worker";
  const newest = lastActivityId(app.db);
  let cursor = Math.min(options.lastEventId ?? newest, newest);
  let stop = (): void => undefined;
  let flush = (): void => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let stalled = 0;
        let told: number | undefined;
        let status: ProcessingStatus | null = names === "native" ? null : processingStatus(app.db);
        let later: NodeJS.Immediate | undefined;
        let isTailing = false;
        const send = (data: StreamFrame): void => controller.enqueue(encode(frame(data, cursor)));
        const hasRoom = (): boolean => (controller.desiredSize ?? 0) > 0;
        const tellStatus = (): void => {
          if (status === null || status.queueDepth === told || !hasRoom()) return;
          told = status.queueDepth;
          send({ type: "processing_status", ...status, timestamp: app.now() });
        };
        /** One batch; false when there is nothing more, or no room for it. */
        const tail = (): boolean => {
          if (!hasRoom()) return false;
          const rows = activityAfter(app.db, cursor, BATCH);
          // One piece a batch: pieces cost more than what is in them.
          const pieces: string[] = [];
          let room = controller.desiredSize ?? 0;
          for (const { id, frame: data } of framesOf(app.db, names, rows)) {
            // Rows may be long: a slow reader holds one buffer of them, not a batch.
            if (data !== null && room <= 0) break;
            cursor = id;
            if (data === null) continue;
            const piece = frame(data, id);
            pieces.push(piece);
            room -= piece.length;
          }
          if (pieces.length > 0) controller.enqueue(encode(pieces.join("")));
          return rows.length === BATCH && room > 0;
        };
        const tailAll = (): void => {
          // Handing a frame to a reader that waits asks for more at once: within the loop that would send rows twice.
          if (isTailing) return;
          isTailing = true;
          try {
            let batches = 1;
            while (tail()) if (++batches > BATCHES_AT_ONCE) return goOn();
            tellStatus();
          } finally {
            isTailing = false;
          }
        };
        const goOn = (): void => {
          later ??= setImmediate(() => {
            later = undefined;
            flush();
          });
        };
        flush = () => guarded(tailAll);
        const beat = (): void => {
          stalled = hasRoom() ? 0 : stalled + 1;
          if (stalled >= 2) return end();
          if (stalled > 0) return;
          controller.enqueue(encode(": keep-alive\n\n"));
          tailAll();
        };
        const heartbeat = setInterval(() => guarded(beat), options.heartbeatMs ?? 15_000);
        heartbeat.unref();
        const stopListening = app.onWake(() => flush());
        const stopWatching =
          status === null
            ? () => undefined
            : watchProcessing(app, (next) => {
                status = next;
                guarded(tellStatus);
              });
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
          flush = () => undefined;
          clearInterval(heartbeat);
          clearImmediate(later);
          stopListening();
          stopWatching();
          unregister();
          options.signal?.removeEventListener("abort", end);
        };
        guarded(() => {
          controller.enqueue(encode("retry: 2000\n"));
          send({ type: "connected", last_event_id: cursor, timestamp: app.now() });
          if (names !== "native")
            send({ type: "initial_load", projects: activeProjects(app.db), timestamp: app.now() });
          tellStatus();
          tailAll();
        });
        if (options.signal?.aborted === true) end();
      },
      // The reader took something: there is room again. Between two pieces others get their turn, or one that reads as fast
      // as it is sent would hold up the whole server for as long as the feed is.
      pull: () =>
        new Promise((resolve) => {
          setImmediate(() => {
            flush();
            resolve();
          });
        }),
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
