/** What the memories that operations are about say now. Read when a page is drawn: the feed itself stores no text. */
import { touchedMemories } from "@/components/feed/touched";
import type { App } from "@/lib/context";
import type { OperationDetail } from "@/lib/contract/operations";
import { memoryPreviews } from "@/lib/memories/previews-query";

export const previewsOf = (app: App, operations: OperationDetail[]): ReadonlyMap<number, string> =>
  memoryPreviews(app.db, [...new Set(operations.flatMap(touchedMemories))]);
