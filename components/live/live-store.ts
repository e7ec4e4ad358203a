/** One EventSource a tab: what happened since the page was drawn, and whether the line is up. Closed while the tab is hidden. */
import { isServerThere } from "./server-there";

type Connection = "connecting" | "open" | "reconnecting" | "asleep";

export interface LiveEvent {
  id: string;
  type: string;
  sessionId: number | null;
  operation: number | null;
}

export interface LiveSnapshot {
  connection: Connection;
  /** Not yet on the page, oldest first. */
  unseen: readonly LiveEvent[];
}

export interface LiveStore {
  subscribe(changed: () => void): () => void;
  read(): LiveSnapshot;
  /** Events of the operation are this tab's own and already on the page. */
  own(operation: number): void;
  /** The page was drawn anew. */
  clear(): void;
  /** Called when the line is back after a loss: the page may have missed something. */
  onReturn(listener: () => void): () => void;
}

/** Frames that tell of the line or the queue, not of rows. */
const QUIET = new Set(["connected", "initial_load", "processing_status", "heartbeat"]);
const MAX_UNSEEN = 999;
const MAX_OWN = 200;
const RETRY_MS = 3000;
/** A line on which nothing was heard for so long may be dead without anybody having closed it: then the server is asked. */
const SILENT_MS = 15_000;

export const INITIAL_LIVE: LiveSnapshot = { connection: "connecting", unseen: [] };

/** `url` has a query already. `after`: id of the last event that the page shows already; empty = from now on. */
export function createLiveStore(url: string, after: string): LiveStore {
  let snapshot = INITIAL_LIVE;
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;
  let heardAt = 0;
  let lastId = after;
  let wasLost = false;
  const listeners = new Set<() => void>();
  const returns = new Set<() => void>();
  const mine = new Set<number>();

  const set = (change: Partial<LiveSnapshot>) => {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  };

  const receive = (message: MessageEvent<string>) => {
    heardAt = Date.now();
    if (message.lastEventId !== "") lastId = message.lastEventId;
    const event = readFrame(message);
    if (event === null || (event.operation !== null && mine.has(event.operation))) return;
    set({ unseen: [...snapshot.unseen, event].slice(-MAX_UNSEEN) });
  };

  const connect = () => {
    disconnect();
    heardAt = Date.now();
    watch = setInterval(() => void lookAfter(source), SILENT_MS / 3);
    source = new EventSource(lastId === "" ? url : `${url}&lastEventId=${encodeURIComponent(lastId)}`);
    source.onmessage = receive;
    source.onopen = () => {
      heardAt = Date.now();
      set({ connection: "open" });
      if (wasLost) for (const listener of returns) listener();
      wasLost = false;
    };
    source.onerror = () => {
      wasLost = true;
      set({ connection: "reconnecting" });
      // The browser tries again by itself unless the server answered with an error.
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(connect, RETRY_MS);
    };
  };

  function disconnect() {
    clearTimeout(retry);
    clearInterval(watch);
    source?.close();
    source = null;
  }

  /** After a sleep, or where the server hangs, the browser goes on waiting on a line that nobody speaks into any more. */
  const lookAfter = async (line: EventSource | null) => {
    if (line === null || line.readyState !== EventSource.OPEN || Date.now() - heardAt < SILENT_MS) return;
    // A second time, because a server that has much to do may be late once.
    const isThere = (await isServerThere()) || (await isServerThere());
    if (source !== line) return;
    heardAt = Date.now();
    if (isThere) return;
    disconnect();
    wasLost = true;
    set({ connection: "reconnecting" });
    source = line;
    retry = setTimeout(() => void revive(line), RETRY_MS);
  };

  const revive = async (line: EventSource) => {
    const isThere = await isServerThere();
    if (source !== line) return;
    if (isThere) connect();
    else retry = setTimeout(() => void revive(line), RETRY_MS);
  };

  const followVisibility = () => {
    if (!document.hidden) {
      if (source === null) connect();
      return;
    }
    disconnect();
    wasLost = true;
    set({ connection: "asleep" });
  };

  return {
    subscribe(changed) {
      listeners.add(changed);
      if (listeners.size === 1) {
        document.addEventListener("visibilitychange", followVisibility);
        if (!document.hidden) connect();
      }
      return () => {
        listeners.delete(changed);
        if (listeners.size > 0) return;
        document.removeEventListener("visibilitychange", followVisibility);
        disconnect();
      };
    },
    read: () => snapshot,
    own(operation) {
      mine.add(operation);
      if (mine.size > MAX_OWN) mine.delete([...mine][0] ?? operation);
      set({ unseen: snapshot.unseen.filter((event) => event.operation !== operation) });
    },
    clear: () => set({ unseen: [] }),
    onReturn(listener) {
      returns.add(listener);
      return () => void returns.delete(listener);
    },
  };
}

/** null for frames that announce no row, and for what is no frame of ours. By hand: a schema library would weigh more than the page. */
function readFrame(message: MessageEvent<string>): LiveEvent | null {
  const frame = parseObject(message.data);
  if (frame === null || typeof frame["type"] !== "string" || QUIET.has(frame["type"])) return null;
  const data = frame["data"];
  const operation = typeof data === "object" && data !== null && "operation" in data ? data.operation : null;
  return {
    id: message.lastEventId,
    type: frame["type"],
    sessionId: numberOrNull(frame["session_id"] ?? frame["sessionDbId"]),
    operation: numberOrNull(operation),
  };
}

const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null);

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // A proxy between may cut a frame; the next one or the refresh after reconnecting makes up for it.
    return null;
  }
}
