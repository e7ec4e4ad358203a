import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readBeam } from "./beam";
import { readLocomo } from "./locomo";
import { readOptions } from "./options";
import { parsePythonLiteral } from "./python-literal";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keepsake-recall-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, content: unknown): string => {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};

const SAMPLE = {
  sample_id: "talk-1",
  conversation: {
    speaker_a: "Noor",
    speaker_b: "Emil",
    session_10_date_time: "12:05 am on 3 June, 2023",
    session_10: [{ speaker: "Emil", dia_id: "D10:1", text: "The kiln broke again." }],
    session_2_date_time: "1:56 pm on 8 May, 2023",
    session_2: [
      { speaker: "Noor", dia_id: "D2:1", text: "I bought a cello." },
      { speaker: "Emil", dia_id: "D2:2", text: "", blip_caption: "a cello beside a window" },
      { speaker: "Noor", dia_id: "D2:3", text: " " },
    ],
    session_2_observation: { ignored: true },
  },
  qa: [
    { question: "What did Noor buy?", answer: "a cello", evidence: ["D2:1"], category: 4 },
    { question: "What do they own?", answer: 7, evidence: ["D02:01; D2:2", "D:10:1"], category: 1 },
    { question: "Did Noor sell it?", adversarial_answer: "yes", evidence: [], category: 5 },
    { question: "Which page?", evidence: ["D44:9", "D"], category: 2 },
  ],
};

describe("LoCoMo's layout", () => {
  it("becomes sessions by number with their times, and questions whose evidence exists", () => {
    const [talk, ...more] = readLocomo(put("locomo.json", [SAMPLE]));
    expect(more).toEqual([]);
    expect(talk).toEqual({
      id: "talk-1",
      sessions: [
        {
          id: "session_2",
          at: Date.UTC(2023, 4, 8, 13, 56),
          turns: [
            { id: "D2:1", role: "user", text: "Noor: I bought a cello." },
            { id: "D2:2", role: "assistant", text: "Emil: [picture: a cello beside a window]" },
          ],
        },
        {
          id: "session_10",
          at: Date.UTC(2023, 5, 3, 0, 5),
          turns: [{ id: "D10:1", role: "assistant", text: "Emil: The kiln broke again." }],
        },
      ],
      questions: [
        { text: "What did Noor buy?", category: "single-hop", evidence: ["D2:1"] },
        { text: "What do they own?", category: "multi-hop", evidence: ["D2:1", "D2:2", "D10:1"] },
      ],
      unscored: 2,
    });
  });

  it("is cut to the limit", () => {
    const path = put("locomo.json", [SAMPLE, { ...SAMPLE, sample_id: 2 }, SAMPLE]);
    expect(readLocomo(path, 2).map((each) => each.id)).toEqual(["talk-1", "2"]);
  });

  it.each<[string, unknown, RegExp]>([
    ["no JSON", "{", /is not JSON/],
    ["no list", { a: 1 }, /not in LoCoMo's layout/],
    ["nothing", [], /not in LoCoMo's layout/],
    ["no questions", [{ sample_id: "x", conversation: {} }], /qa/],
    ["no sessions", [{ sample_id: "x", conversation: {}, qa: [] }], /no session_N/],
    ["broken turns", [{ sample_id: "x", conversation: { session_1: [{ text: "a" }] }, qa: [] }], /session_1 of x/],
  ])("says what is wrong: %s", (_, content, message) => {
    expect(() => readLocomo(put("broken.json", content))).toThrow(message);
  });

  it("says that a file is not there, or is a folder", () => {
    expect(() => readLocomo(join(folder, "none.json"))).toThrow(/There is no/);
    expect(() => readLocomo(folder)).toThrow(/is not a file/);
  });
});

const user = (id: number, content: string, time?: string) => ({ role: "user", id, content, time_anchor: time });
const agent = (id: number, content: string) => ({ role: "assistant", id, content });
const BATCHES = [
  {
    batch_number: 1,
    turns: [
      [user(0, "Plan the bakery site. ->-> 1,1", "March-15-2024"), agent(1, "Start with the oven page.")],
      [user(2, "The oven runs at 230 degrees. ->-> 1,2"), agent(3, "Noted.")],
    ],
  },
  { batch_number: 2, turns: [[user(4, "The oven now runs at 210 degrees.")]] },
];
const QUESTIONS = {
  abstention: [{ question: "Who paid for it?", rubric: ["nobody said"] }],
  knowledge_update: [
    { question: "How hot is the oven?", source_chat_ids: { original_info: [2], updated_info: [4] } },
    { question: "What is on page nine?", source_chat_ids: [99] },
  ],
  event_ordering: [{ question: "What came first?", source_chat_ids: [0, 2, 2] }],
};

describe("BEAM's layout", () => {
  it("a folder of conversations: batches become sessions, ids become turns, marks go", () => {
    put("10/chat.json", BATCHES);
    put("10/probing_questions/probing_questions.json", QUESTIONS);
    put("2/chat.json", BATCHES);
    put("2/probing_questions/probing_questions.json", QUESTIONS);
    put("notes.txt", "no chat");
    const read = readBeam(folder);
    expect(read.map((each) => each.id)).toEqual(["2", "10"]);
    expect(readBeam(folder, 1)).toHaveLength(1);
    expect(readBeam(join(folder, "10", "chat.json"))).toEqual([read[1]]);
    expect(read[0]).toEqual({
      id: "2",
      sessions: [
        {
          id: "s1",
          at: Date.UTC(2024, 2, 15, 12),
          turns: [
            { id: "s1:t1", role: "user", text: "Plan the bakery site." },
            { id: "s1:t2", role: "assistant", text: "Start with the oven page." },
            { id: "s1:t3", role: "user", text: "The oven runs at 230 degrees." },
            { id: "s1:t4", role: "assistant", text: "Noted." },
          ],
        },
        {
          id: "s2",
          at: Date.UTC(2024, 2, 16, 12),
          turns: [{ id: "s2:t1", role: "user", text: "The oven now runs at 210 degrees." }],
        },
      ],
      questions: [
        { text: "How hot is the oven?", category: "knowledge_update", evidence: ["s1:t3", "s2:t1"] },
        { text: "What came first?", category: "event_ordering", evidence: ["s1:t1", "s1:t3"] },
      ],
      unscored: 2,
    });
  });

  it("rows of the published table: lists of messages, questions as Python prints them", () => {
    const chat = [BATCHES[0]?.turns.flat(), BATCHES[1]?.turns.flat()];
    const asked = `{'knowledge_update': [{'question': "How hot is Noor's oven?", 'source_chat_ids': [2, 4], 'x': None}]}`;
    const row = { conversation_id: "7", chat, probing_questions: asked };
    const [read] = readBeam(put("rows.jsonl", `${JSON.stringify(row)}\n\n`));
    expect(read?.sessions.map((session) => session.turns.length)).toEqual([4, 1]);
    expect(read?.questions).toEqual([
      { text: "How hot is Noor's oven?", category: "knowledge_update", evidence: ["s1:t3", "s2:t1"] },
    ]);
  });

  it("plans in their order; an id that two messages have is no evidence", () => {
    const chat = [{ "plan-10": [{ turns: [[user(0, "tenth")]] }] }, { "plan-2": null, "plan-1": BATCHES }];
    const asked = {
      a: [{ question: "which?", source_chat_ids: [0] }],
      b: [{ question: "hot?", source_chat_ids: [4] }],
    };
    const [read] = readBeam(put("rows.json", [{ chat, probing_questions: asked }]));
    expect(read?.sessions.map((session) => session.turns[0]?.text)).toEqual([
      "tenth",
      "Plan the bakery site.",
      "The oven now runs at 210 degrees.",
    ]);
    expect(read?.questions.map((question) => question.evidence)).toEqual([["s3:t1"]]);
    expect(read?.unscored).toBe(1);
  });

  it.each<[string, unknown, RegExp]>([
    ["no JSON", "nonsense", /is not JSON/],
    ["another layout", [{ chat: "text", probing_questions: {} }], /no messages/],
    ["no questions", [{ chat: BATCHES }], /not in BEAM's layout/],
    ["broken questions", [{ chat: BATCHES, probing_questions: "{'a': [" }], /neither JSON nor a Python literal/],
  ])("says what is wrong: %s", (_, content, message) => {
    expect(() => readBeam(put("broken.json", content))).toThrow(message);
  });

  it("says that a folder has no chat, or its questions are missing", () => {
    expect(() => readBeam(folder)).toThrow(/holds no chat.json/);
    put("1/chat.json", BATCHES);
    expect(() => readBeam(folder)).toThrow(/There is no .*probing_questions.json/);
  });
});

describe("a Python literal", () => {
  it("is read without being run", () => {
    expect(parsePythonLiteral(`{'a': [1, -2.5, (True, None,)], "b": 'it\\'s \\u4e2d\\n', 3: {}}`)).toEqual({
      a: [1, -2.5, [true, null]],
      b: "it's 中\n",
      3: {},
    });
  });

  it.each(["", "{'a' 1}", "[1 2]", "'open", "__import__('os')", "[1] [2]", "'\\u12'"])("%j is refused", (text) => {
    expect(() => parsePythonLiteral(text)).toThrow(SyntaxError);
  });

  it("nesting beyond all measure is refused", () => {
    expect(() => parsePythonLiteral("[".repeat(100_000))).toThrow(/too deep/);
  });

  it("a key that looks like a prototype stays data", () => {
    const read = parsePythonLiteral(`{'__proto__': {'polluted': True}}`) as Record<string, unknown>;
    expect(Object.keys(read)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("the command line", () => {
  it("names sets, kinds and files", () => {
    const options = readOptions(["--set", "zh", "--kind", "typo", "--kind", "paraphrase", "--limit", "3"]);
    expect(options.sets.map((set) => set.name)).toEqual(["zh"]);
    expect(options).toMatchObject({ kinds: ["typo", "paraphrase"], limit: 3, isWhole: false, abstain: false });
    expect(readOptions([])).toMatchObject({ limit: Infinity, isWhole: true });
  });

  it.each([
    ["--set", "xx"],
    ["--set", "toString"],
    ["--kind", "none"],
    ["--only", "nobody"],
    ["--limit", "0"],
    ["--what"],
  ])("refuses %s %s", (...args) => {
    expect(() => readOptions(args)).toThrow(/--/);
  });
});
