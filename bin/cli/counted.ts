/** Numbers of rows in words: `1 project, 12 memories`. */
import { formatCount } from "../../lib/format";

/** What does not take an s. */
const MANY: Record<string, string> = {
  memory: "memories",
  summary: "summaries",
};
const ONE = Object.fromEntries(Object.entries(MANY).map(([one, many]) => [many, one]));

/** `kind`: as the contract names it, for one row or for several. */
export function counted(kind: string, count: number): string {
  const one = ONE[kind] ?? (kind in MANY ? kind : kind.replace(/s$/, ""));
  return `${formatCount(count)} ${count === 1 ? one : (MANY[one] ?? `${one}s`)}`;
}
