/** Test helper: everything the derived indexes in SQLite hold, so that two states can be compared. */
import type { App } from "../context";
import { SearchKind } from "../contract/common";
import { optimizeWords } from "../operations/purge-repo";

/** Every word at every place, and every text that stands in the vector index. */
export function dumpIndexes(app: App): { words: Record<string, unknown[]>; vectors: unknown[] } {
  optimizeWords(app.sqlite);
  const words = SearchKind.options.map((kind) => {
    app.sqlite.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${kind}_dump USING fts5vocab(main, ${kind}_words, instance)`,
    );
    return [
      kind,
      app.sqlite.prepare(`SELECT term, doc, col, "offset" FROM temp.${kind}_dump ORDER BY 1, 2, 3, 4`).all(),
    ];
  });
  return {
    words: Object.fromEntries(words) as Record<string, unknown[]>,
    vectors: app.sqlite.prepare("SELECT kind, entity_id, chunk, text_hash FROM vector_entries ORDER BY 1, 2, 3").all(),
  };
}
