/** Tells streams when the processing status changes: one look for all of them, however many there are. */
import type { App } from "../context";
import { type ProcessingStatus, processingStatus } from "./processing-query";

/** At once after a commit, so that what is soon done is seen at all; then a burst of commits costs one look. */
const REST_MS = 100;

interface Watch {
  listeners: Set<(status: ProcessingStatus) => void>;
  stop(): void;
}

const watches = new WeakMap<App, Watch>();

/** Calls `listener` after each change, not at the start. Answers the way to stop; the last one to stop ends the looking. */
export function watchProcessing(app: App, listener: (status: ProcessingStatus) => void): () => void {
  let watch = watches.get(app);
  if (watch === undefined) watches.set(app, (watch = startWatch(app)));
  const { listeners, stop } = watch;
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || watches.get(app)?.listeners !== listeners) return;
    watches.delete(app);
    stop();
  };
}

function startWatch(app: App): Watch {
  const listeners = new Set<(status: ProcessingStatus) => void>();
  let last = processingStatus(app.db);
  let resting: NodeJS.Timeout | undefined;
  let isStale = false;
  const look = (): void => {
    if (resting !== undefined) {
      isStale = true;
      return;
    }
    isStale = false;
    resting = setTimeout(() => {
      resting = undefined;
      // Jobs end without a commit that wakes anybody: while there are some, look again.
      if (isStale || last.isProcessing) look();
    }, REST_MS).unref();
    const status = read();
    if (status === null) return;
    const changed = status.queueDepth !== last.queueDepth;
    last = status;
    if (changed) for (const listener of [...listeners]) listener(status);
  };
  const read = (): ProcessingStatus | null => {
    try {
      return app.sqlite.open ? processingStatus(app.db) : null;
    } catch (error) {
      // A busy or failing disk: the next commit looks again.
      app.log.warn({ err: error }, "processing status not read");
      return null;
    }
  };
  const stopListening = app.onWake(look);
  if (last.isProcessing) look();
  return {
    listeners,
    stop: () => {
      clearTimeout(resting);
      stopListening();
    },
  };
}
