/** Notices that the program that started this one is gone, also where its end of the pipe stays open (E54). */

/** At least every 60 s is promised. */
export const LOOK_EVERY_MS = 10_000;

interface Process {
  readonly ppid: number;
  kill(pid: number, signal: 0): boolean;
}

/** True when `first`, the parent at the start, is gone: another process took this one over, or nobody has its number. */
export function isOrphan(self: Process, first: number): boolean {
  if (self.ppid !== first) return true;
  try {
    return !self.kill(first, 0);
  } catch (error) {
    // Somebody else's, which is there.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Calls `gone` once; keeps no process alive by itself. */
export function watchParent(self: Process, gone: () => void, everyMs = LOOK_EVERY_MS): () => void {
  const first = self.ppid;
  const timer = setInterval(() => {
    if (!isOrphan(self, first)) return;
    clearInterval(timer);
    gone();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
