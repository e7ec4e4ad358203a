/** The example session that the package carries, for a store that holds nothing yet. */
import { join } from "node:path";
import { ingest } from "../capture/ingest";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { listFeed } from "../operations/feed";
import { undoOperation } from "../operations/undo";
import { holdsNothing } from "../overview/empty-query";
import { transcriptItems } from "../transcripts/items";
import { SAMPLE_FILES } from "../contract/sample-files";

export interface SampleLoaded {
  /** The import, which Undo takes back. */
  operationId: number | null;
}

/** Throws `conflict` when something is stored already: an example among a person's own memories would be in their way. */
export async function loadSample(app: App, actor: Actor): Promise<SampleLoaded> {
  if (!holdsNothing(app.db))
    throw new AppError("conflict", "The store is not empty, so the example was left out.", {
      hint: "Look at what is there; the example is only for a store that holds nothing.",
    });
  const items: unknown[] = [];
  const problems = { badLines: 0, tooLongLines: 0, replacedBytes: 0 };
  for (const name of SAMPLE_FILES) {
    const file = join(app.env.root, "bin", "sample", name);
    for await (const item of transcriptItems(file, problems, () => undefined)) items.push(item);
  }
  const { accepted } = await ingest(app, items, actor);
  const imported = listFeed(app, { group: "imports", limit: 1 }).items[0];
  // It was here and was taken out: a session that was forgotten takes nothing in, so the taking out is undone.
  if (accepted === 0 && typeof imported?.undone_by === "number")
    return { operationId: undoOperation(app, imported.undone_by, actor).operation_id };
  return { operationId: imported?.id ?? null };
}
