/** The worker's event stream by `fetch`: resumes where it was, skips what it cannot read, ends at once (M48, M52). */
import type { z } from "zod";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { ActivityFrame as ActivityFrameSchema, StreamFrame } from "../../contract/stream";
import { isRefusal, WorkerFrameError, WorkerTimeoutError, WorkerUnavailableError } from "./errors";
import { refusalOf, urlOf } from "./request";
import { checkTime, type Target } from "./target";

type ActivityFrame = z.infer<typeof ActivityFrameSchema>;

/** One JSON object of the stream; `type` says which. A newer worker may send types that are not among these. */
export type WorkerEvent = Exclude<StreamFrame, ActivityFrame>;

export interface StreamOptions {
  /** What went wrong: a frame that is no JSON, a lost connection, a refusal, a listener that threw. Default: `console.error`. */
  onError?: ((error: Error) => void) | undefined;
  /** Each time that the stream is there, after a reconnect too. */
  onOpen?: (() => void) | undefined;
  /** Only what came after this id. */
  lastEventId?: string | number | undefined;
  /** `legacy`: the names of claude-mem 7.0 itself, `new_observation` and the like. */
  names?: "worker" | "legacy" | undefined;
  /** Milliseconds before the next attempt; 5,000. */
  reconnectDelay?: number | undefined;
  /** Milliseconds without a byte, heartbeats included, after which the connection counts as lost; 45,000. */
  idleTimeout?: number | undefined;
  /** Closes the stream. */
  signal?: AbortSignal | undefined;
}

export interface WorkerStream {
  /** Ends connection and timers; no callback is called any more. */
  close(): void;
  /** Resolves when the stream ended for good: closed, or refused by the worker. */
  readonly closed: Promise<void>;
  /** Id of the last frame that came in. */
  readonly lastEventId: string | undefined;
}

const PATH = "/stream";
/** Characters of one frame; the worker's largest are far below. */
const MAX_FRAME = 4_000_000;
/** What may go into a header again. */
const EVENT_ID = /^[\x21-\x7e]{1,200}$/;

/**
 * Connects at once and again 5 s after each loss. Stops, after one report, when the worker refuses for good: 4xx but 408
 * and 429, so a missing or wrong token too.
 */
export function openStream(
  target: Target,
  onEvent: (event: WorkerEvent) => void,
  options: StreamOptions = {},
): WorkerStream {
  const ended = new AbortController();
  const { signal } = options;
  const delay = checkTime(options.reconnectDelay ?? 5000, "reconnectDelay");
  const idleTimeout = checkTime(options.idleTimeout ?? 45_000, "idleTimeout");
  let lastEventId = options.lastEventId === undefined ? undefined : String(options.lastEventId);
  if (lastEventId !== undefined && !EVENT_ID.test(lastEventId)) throw new TypeError("lastEventId is no id of a frame");

  const isOpen = (): boolean => !ended.signal.aborted;
  const close = (): void => {
    ended.abort();
    signal?.removeEventListener("abort", close);
  };
  // eslint-disable-next-line no-console -- without a listener a lost stream must still be seen (M52)
  const onError = options.onError ?? console.error;
  const report = (error: unknown): void => {
    if (!isOpen()) return;
    try {
      onError(error instanceof Error ? error : new Error("A listener failed", { cause: error }));
    } catch (mistake) {
      // Nobody is left to hear it: it surfaces as an uncaught error, as in `EventTarget`.
      queueMicrotask(() => {
        throw mistake;
      });
    }
  };
  /** A listener's mistake must not end the stream. */
  const tell = (listener: () => void): void => {
    try {
      if (isOpen()) listener();
    } catch (error) {
      report(error);
    }
  };
  const take = (message: EventSourceMessage): void => {
    if (!isOpen()) return;
    if (message.id !== undefined && EVENT_ID.test(message.id)) lastEventId = message.id;
    const event = parseEvent(message.data);
    if (event === null) report(new WorkerFrameError(message.id));
    else tell(() => onEvent(event));
  };
  const run = async (): Promise<void> => {
    while (isOpen()) {
      const error = await readConnection(target, {
        lastEventId,
        names: options.names,
        idleTimeout,
        signal: ended.signal,
        onOpen: () => tell(() => options.onOpen?.()),
        onMessage: take,
      });
      report(error);
      if (isRefusal(error)) return close();
      await pause(delay, ended.signal);
    }
  };

  if (signal?.aborted === true) close();
  else signal?.addEventListener("abort", close, { once: true });
  const closed = run();
  return {
    close,
    closed,
    get lastEventId() {
      return lastEventId;
    },
  };
}

interface Connection {
  lastEventId: string | undefined;
  names: StreamOptions["names"];
  idleTimeout: number;
  signal: AbortSignal;
  onOpen: () => void;
  onMessage: (message: EventSourceMessage) => void;
}

/** Reads one connection to its end and answers why it ended. Never throws. */
async function readConnection(target: Target, connection: Connection): Promise<Error> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let isIdle = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isIdle = true;
      abort();
    }, ms);
  };
  connection.signal.addEventListener("abort", abort, { once: true });
  try {
    watch(target.timeouts.search);
    const response = await target.fetch(urlOf(target, PATH, { names: connection.names }), {
      headers: {
        ...target.headers,
        accept: "text/event-stream",
        ...(connection.lastEventId === undefined ? {} : { "last-event-id": connection.lastEventId }),
      },
      redirect: "error",
      cache: "no-store",
      signal: controller.signal,
    });
    if (!response.ok || !isEventStream(response)) return await refusalOf(response, PATH);
    connection.onOpen();
    await readFrames(response, connection.onMessage, () => watch(connection.idleTimeout));
    return new WorkerUnavailableError();
  } catch (error) {
    return isIdle ? new WorkerTimeoutError(PATH) : new WorkerUnavailableError({ cause: error });
  } finally {
    clearTimeout(timer);
    connection.signal.removeEventListener("abort", abort);
    abort();
  }
}

async function readFrames(
  response: Response,
  onMessage: (message: EventSourceMessage) => void,
  onBytes: () => void,
): Promise<void> {
  if (response.body === null) return;
  const parser = createParser({ onEvent: onMessage, maxBufferSize: MAX_FRAME });
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    onBytes();
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

const isEventStream = (response: Response): boolean =>
  response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") === true;

function parseEvent(text: string): WorkerEvent | null {
  try {
    const value: unknown = JSON.parse(text);
    const isEvent = typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
    return isEvent ? (value as WorkerEvent) : null;
  } catch {
    // Reported by the caller, without the text.
    return null;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
