/** How to take an import of transcripts back: each session of it is one operation (docs/import.md). */
import type { Client } from "../../../lib/client";
import type { Operation } from "../../../lib/contract/operations";
import { formatCount } from "../../../lib/format";
import { typed } from "../typed";

const KIND = "session.import";
const SHOWN = 10;
const PAGE = 100;

/** Number of the newest operation so far; 0 = none. */
export async function newestOperation(client: Client): Promise<number> {
  const { items } = await client.operations.list({ limit: 1 });
  return items[0]?.id ?? 0;
}

/** Lines on the sessions that came in behind operation `before`; none where nothing new did. */
export async function undoLines(client: Client, before: number): Promise<string[]> {
  const made: Operation[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await client.operations.list({ actor: "person", name: "cli", limit: PAGE, ...(cursor && { cursor }) });
    const newer = page.items.filter(({ id }) => id > before);
    made.push(...newer.filter(({ kind }) => kind === KIND));
    if (newer.length < page.items.length || page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  if (made.length === 0) return [];
  const [only] = made;
  if (made.length === 1 && only !== undefined) return [`To take it back: ${typed(`undo ${only.id}`)}`];
  const shown = made.reverse().slice(0, SHOWN);
  const rest = made.length - shown.length;
  return [
    "To take a session back:",
    ...shown.map(({ id, title }) => `  ${typed(`undo ${id}`)}  ${title}`),
    ...(rest > 0 ? [`  … and ${formatCount(rest)} more; the console's page Activity holds them all.`] : []),
  ];
}
