/** What the shape of a memory's key says to injection: session logs (E29) and the prefix that the quota counts (E33). Pure. */

export interface LogKey {
  /** Who the log is about: the key's head without `project:`. */
  project: string;
  /** `YYYY-MM-DD` from the key, or null. */
  date: string | null;
}

/** E29: `…:progress:log:<date>`, with or without the `project:` head. null = an ordinary memory. */
export function parseLogKey(key: string): LogKey | null {
  const segments = key.split(":");
  const length = segments.length;
  if (length < 4 || segments[length - 3] !== "progress" || segments[length - 2] !== "log") return null;
  const head = segments.slice(0, length - 3);
  if (head.length > 1 && head[0] === "project") head.shift();
  const project = head.join(":");
  if (project === "") return null;
  const match = /^(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)/.exec(segments[length - 1] ?? "");
  return { project, date: match === null ? null : validDate(`${match[1]}-${match[2]}-${match[3]}`) };
}

function validDate(date: string): string | null {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : date;
}

/** E33: the first two segments. */
export function keyPrefix(key: string): string {
  const first = key.indexOf(":");
  if (first < 0) return key;
  const second = key.indexOf(":", first + 1);
  return second < 0 ? key : key.slice(0, second);
}
