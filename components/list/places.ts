/** Where a list was left, so that back and reload lead to the same rows. Kept in the tab's own storage. */

export interface Place {
  /** First row in sight. */
  index: number;
  /** Pixels of it that are scrolled away. */
  hidden: number;
}

const KEY = "keepsake-places";
const BACK = "keepsake-back";
/** Lists that are remembered; the oldest go first. */
const MAX_PLACES = 50;
/** A view that is drawn so long after a step back was reached by it. */
const BACK_MS = 5_000;

const read = (): Record<string, Place> => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, Place>;
  } catch {
    // A browser without storage, or something else in it: then nothing is remembered.
    return {};
  }
};

const store = (name: string, text: string): void => {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // The same.
  }
};

/** The top needs no remembering. */
export function rememberPlace(list: string, place: Place): void {
  const { [list]: _, ...others } = read();
  const kept = Object.entries(others).slice(1 - MAX_PLACES);
  const isTop = place.index === 0 && place.hidden <= 0;
  store(KEY, JSON.stringify(Object.fromEntries(isTop ? kept : [...kept, [list, place]])));
}

/** A step back or forward was made: what is drawn next goes on where it was left. */
export const markStep = (): void => store(BACK, String(Date.now()));

/** Null where the view was reached by a link: that begins at the top. */
export function recallPlace(list: string): Place | null {
  if (!isReturn()) return null;
  return read()[list] ?? null;
}

function isReturn(): boolean {
  try {
    const stepped = Number(sessionStorage.getItem(BACK) ?? 0);
    sessionStorage.removeItem(BACK);
    if (Date.now() - stepped < BACK_MS) return true;
  } catch {
    return false;
  }
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Of a page that was loaded anew, only the first moments are the return.
  return navigation !== undefined && navigation.type !== "navigate" && performance.now() < BACK_MS;
}
