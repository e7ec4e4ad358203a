/** Groups items into request bodies that stay below the server's bounds. */
import type { IngestItem } from "../../../lib/contract/capture";

const MAX_ITEMS = 500;
const MAX_BYTES = 4 * 1024 * 1024;

export interface Batch {
  /** NDJSON. */
  body: string;
  items: number;
}

/** A single item above the byte bound goes out alone: lines are bounded before. */
export async function* inBatches(items: AsyncIterable<IngestItem>): AsyncGenerator<Batch> {
  let lines: string[] = [];
  let bytes = 0;
  for await (const item of items) {
    const line = JSON.stringify(item);
    const size = Buffer.byteLength(line) + 1;
    if (lines.length > 0 && (lines.length >= MAX_ITEMS || bytes + size > MAX_BYTES)) {
      yield { body: lines.join("\n"), items: lines.length };
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield { body: lines.join("\n"), items: lines.length };
}
