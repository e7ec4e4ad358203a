import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHashEmbedder } from "../../lib/embed/hash-embedder";
import type { Conversation } from "./conversation";
import { runConversations, takeIn } from "./conversation-run";
import { runNotes, storeNotes } from "./notes";
import type { RecallSet } from "./questions";
import { plainVectors, plainWords } from "./rankers";
import { abstentionTable, conversationTable, notesTable } from "./report";
import { openStore, rememberPassages, type Store } from "./store";

const quiet = (): void => undefined;
const embedder = createHashEmbedder();

const SET: RecallSet = {
  name: "small",
  notes: [
    { id: "a", text: "The ferry timetable is imported from ferry_plan.csv" },
    { id: "b", text: "Lighthouse cameras are rebooted at dawn" },
    { id: "c-older", text: "The harbour master is Lena", fact: { key: "port:staff:master", isNewer: false } },
    { id: "c-newer", text: "The harbour master is Otto", fact: { key: "port:staff:master", isNewer: true } },
  ],
  questions: [
    { id: "a-i", kind: "identifier", text: "ferry_plan.csv", right: "a" },
    { id: "b-r", kind: "reordered", text: "dawn cameras lighthouse", right: "b" },
    { id: "b-x", kind: "reordered", text: "zeppelin", right: "b" },
    { id: "c-u", kind: "updated-fact", text: "harbour master", right: "c-newer", older: "c-older" },
  ],
};

describe("the sets of notes", () => {
  it("are asked of every ranker; a fact under one key is superseded", async () => {
    const rows = await runNotes(embedder, SET, ["identifier", "reordered", "updated-fact"], quiet);
    const words = (kind: string) => rows.find((row) => row.kind === kind && row.ranker === "words");
    expect(words("identifier")).toMatchObject({ questions: 1, r1: 1, mrr: 1, missed: [] });
    expect(words("reordered")).toMatchObject({ questions: 2, r1: 0.5, r10: 0.5, mrr: 0.5, missed: ["b-x"] });
    expect(words("updated-fact, same key")).toMatchObject({ r1: 1, newerFirst: 1 });
    expect(new Set(rows.map((row) => row.kind))).toEqual(
      new Set(["identifier", "reordered", "updated-fact", "updated-fact, same key", "updated-fact, strange keys"]),
    );
    expect(new Set(rows.map((row) => row.ranker))).toEqual(
      new Set(["hybrid", "words", "meaning", "plain FTS5", "plain vectors"]),
    );
    expect(notesTable(rows).split("\n")).toHaveLength(rows.length + 1);
  });

  it("older states of a fact are written first, each note at a time of its own", async () => {
    const store = await openStore(embedder);
    try {
      await storeNotes(store, SET.notes, "kin");
      const rows = store.app.sqlite.prepare("SELECT key, created_at AS at FROM memories ORDER BY at").all() as {
        key: string;
        at: number;
      }[];
      expect(rows[0]?.key).toBe("port:staff:master");
      expect(rows.map((row) => row.key).sort()).toEqual(["a", "b", "port:staff:master", "port:staff:master_now"]);
      expect(new Set(rows.map((row) => row.at)).size).toBe(4);
    } finally {
      await store.close();
    }
  });
});

describe("the plain ways", () => {
  const texts = new Map(SET.notes.map((note) => [note.id, note.text]));

  it("FTS5 takes any word, with signs of its own language as ordinary text", async () => {
    const words = plainWords(texts);
    expect((await words.rank("dawn OR rebooting"))[0]).toBe("b");
    expect(await words.rank('" * ( -')).toEqual([]);
    expect(await words.rank('NEAR("x')).toEqual([]);
    words.close?.();
  });

  it("vectors rank everything", async () => {
    const ranker = plainVectors(embedder, texts);
    const ranked = await ranker.rank("Lighthouse cameras are rebooted at dawn");
    expect(ranked).toHaveLength(4);
    expect(ranked[0]).toBe("b");
  });
});

const TALK: Conversation = {
  id: "talk",
  sessions: [
    {
      id: "one",
      at: Date.UTC(2024, 2, 15),
      turns: [
        { id: "t1", role: "assistant", text: "Good morning, the greenhouse is quiet." },
        { id: "t2", role: "user", text: "Thanks!" },
        { id: "t3", role: "user", text: "Thanks!" },
        { id: "t4", role: "assistant", text: "The orchids moved to shelf nine." },
        { id: "t5", role: "assistant", text: "<private>hidden</private>" },
      ],
    },
    {
      id: "two",
      at: Date.UTC(2024, 2, 20),
      turns: [
        { id: "u1", role: "user", text: "Where is the fertiliser kept?" },
        { id: "u2", role: "assistant", text: "The fertiliser is in the blue shed." },
      ],
    },
  ],
  questions: [
    { text: "orchids shelf nine", category: "fact", evidence: ["t4"] },
    { text: "fertiliser", category: "place", evidence: ["u1", "u2"] },
  ],
  unscored: 0,
};

describe("conversations", () => {
  let store: Store;
  beforeEach(async () => {
    store = await openStore(embedder);
  });
  afterEach(() => store.close());

  it("go in by ingest as prompts and messages of dated sessions, equal turns apart", async () => {
    const { idOf, lost } = await takeIn(store, TALK);
    expect(lost).toEqual(["t5"]);
    const read = (sql: string): unknown[] => store.app.sqlite.prepare(sql).pluck().all();
    const prompts = read("SELECT id FROM prompts ORDER BY id") as number[];
    expect(prompts.map((id) => idOf("prompts", id))).toEqual(["t2", "t3", "u1"]);
    const events = read("SELECT id FROM events WHERE kind = 'message' ORDER BY id") as number[];
    expect(events.map((id) => idOf("events", id))).toEqual(["t1", "t4", "u2"]);
    expect(idOf("memories", 1)).toBeUndefined();
    const times = read("SELECT created_at FROM prompts ORDER BY id");
    expect(times[0]).toBe(Date.UTC(2024, 2, 15) + 60_000);
    expect(times[2]).toBe(Date.UTC(2024, 2, 20));
  });

  it("are scored by turn and by session, by category and in all", async () => {
    const said: string[] = [];
    const rows = await runConversations(embedder, [TALK], (text) => said.push(text));
    const words = (level: string, category: string) =>
      rows.find((row) => row.level === level && row.category === category && row.ranker === "words");
    expect(words("turn", "fact")).toMatchObject({ questions: 1, recall: [1, 1, 1, 1], mrr: 1, ndcg10: 1 });
    expect(words("turn", "place")).toMatchObject({ recall: [0.5, 1, 1, 1], any: [1, 1, 1, 1], all: [0, 1, 1, 1] });
    expect(words("turn", "all")).toMatchObject({ questions: 2, recall: [0.75, 1, 1, 1] });
    expect(words("session", "place")).toMatchObject({ recall: [1, 1, 1, 1], all: [1, 1, 1, 1] });
    expect(conversationTable(rows).split("\n")).toHaveLength(rows.length + 1);
    expect(said.join("\n")).toContain("2 sessions, 7 turns, 2 questions");
    expect(said.join("\n")).toContain("t5");
  });
});

describe("remembered passages", () => {
  it("are embedded once and stay in their order", async () => {
    const asked: string[][] = [];
    const counted = {
      ...embedder,
      embedPassages: (texts: string[]) => {
        asked.push(texts);
        return embedder.embedPassages(texts);
      },
    };
    const remembering = rememberPassages(counted);
    await remembering.embedPassages(["one", "two", "one"]);
    const again = await remembering.embedPassages(["two", "three", "one"]);
    expect(asked).toEqual([["one", "two"], ["three"]]);
    expect(again).toEqual(await embedder.embedPassages(["two", "three", "one"]));
  });
});

describe("tables", () => {
  it("pad their columns and keep three digits", () => {
    const row = { what: "off topic", questions: 3, share: 2 / 3, others: [] };
    expect(abstentionTable([row])).toBe("for injection    n  share\noff topic        3  0.667");
  });
});
