/** Who answers a question: Keepsake's search in its three modes, and the two plain ways it is measured against. */
import Database from "better-sqlite3";
import type { App, Embedder } from "../../lib/context";
import { type SearchMode, SearchQuery, type SearchType } from "../../lib/contract/search";
import { search } from "../../lib/search/service";

export interface Ranker {
  name: string;
  /** Ids of notes or turns, best first, at most `DEPTH`. */
  rank(query: string): Promise<string[]>;
  close?(): void;
}

/** How deep a ranking goes; sessions are found by their turns, so it is deeper than any k. */
export const DEPTH = 100;
/** A measurement waits for the model, however busy the machine is. */
const WAITS = { hybrid: 120_000, vector: 120_000 };

const NAMES: Record<SearchMode, string> = { hybrid: "hybrid", fts: "words", vector: "meaning" };
export const RANKERS = [...Object.values(NAMES), "plain FTS5", "plain vectors"];

/** Keepsake's search over some kinds of rows, merged by score. `idOf` names what a row stands for. */
export function keepsake(
  app: App,
  mode: SearchMode,
  types: SearchType[],
  idOf: (type: SearchType, rowId: number) => string | undefined,
): Ranker {
  return {
    name: NAMES[mode],
    async rank(query) {
      const hits: { id: string; rank: number }[] = [];
      for (const type of types) {
        const answer = await search(app, SearchQuery.parse({ query, type, mode, limit: DEPTH }), WAITS);
        if (answer.degraded !== null) throw new Error(`The search was degraded: ${answer.degraded.reason}`);
        for (const hit of answer[type]) {
          const id = idOf(type, hit.id);
          if (id !== undefined) hits.push({ id, rank: hit.rank });
        }
      }
      if (types.length > 1) hits.sort((a, b) => b.rank - a.rank);
      return [...new Set(hits.map((hit) => hit.id))].slice(0, DEPTH);
    },
  };
}

/** Plain FTS5: `porter unicode61`, any of the words, bm25. */
export function plainWords(texts: ReadonlyMap<string, string>): Ranker {
  const db = new Database(":memory:");
  db.exec("CREATE VIRTUAL TABLE notes USING fts5(id UNINDEXED, text, tokenize = 'porter unicode61')");
  const insert = db.prepare("INSERT INTO notes (id, text) VALUES (?, ?)");
  for (const [id, text] of texts) insert.run(id, text);
  const select = db.prepare("SELECT id FROM notes WHERE notes MATCH ? ORDER BY bm25(notes), rowid LIMIT ?").pluck();
  return {
    name: "plain FTS5",
    rank(query) {
      const terms = query
        .split(/\s+/)
        .map((term) => term.replaceAll('"', ""))
        .filter((term) => /[\p{L}\p{N}]/u.test(term));
      if (terms.length === 0) return Promise.resolve([]);
      const match = terms.map((term) => `"${term}"`).join(" OR ");
      return Promise.resolve(select.all(match, DEPTH) as string[]);
    },
    close: () => void db.close(),
  };
}

/** Plain vectors: cosine of the same model over the same texts, whole, no floor. Embeds them with the first question. */
export function plainVectors(embedder: Embedder, texts: ReadonlyMap<string, string>): Ranker {
  const ids = [...texts.keys()];
  let embedded: Promise<Float32Array[]> | undefined;
  return {
    name: "plain vectors",
    async rank(query) {
      const vectors = await (embedded ??= embedAll(embedder, [...texts.values()]));
      const wanted = await embedder.embedQuery(query);
      return vectors
        .map((vector, i) => ({ id: ids[i] ?? "", cosine: dot(vector, wanted) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, DEPTH)
        .map(({ id }) => id);
    },
  };
}

async function embedAll(embedder: Embedder, texts: string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += 64) {
    vectors.push(...(await embedder.embedPassages(texts.slice(start, start + 64))));
  }
  return vectors;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
