/** Takes conversations in as a host would send them, asks their questions, and scores turns and sessions. */
import { performance } from "node:perf_hooks";
import type { Embedder } from "../../lib/context";
import { ingest } from "../../lib/capture/ingest";
import type { SearchType } from "../../lib/contract/search";
import { LANES } from "../../lib/jobs/handlers";
import { drain } from "../../lib/jobs/runner";
import type { Conversation, EvidenceQuestion, Session, Turn } from "./conversation";
import { allAt, anyAt, groupRanking, mean, ndcgAt, recallAt, reciprocalRank } from "./metrics";
import { keepsake, plainVectors, plainWords, type Ranker } from "./rankers";
import { openStore, type Store } from "./store";

export const KS = [1, 5, 10, 20] as const;

export interface ConversationRow {
  level: "turn" | "session";
  category: string;
  ranker: string;
  questions: number;
  /** By place in `KS`. */
  recall: number[];
  any: number[];
  all: number[];
  ndcg10: number;
  mrr: number;
  /** Milliseconds a query. */
  ms: number;
}

interface Answer {
  category: string;
  ranker: string;
  ms: number;
  turns: { ranked: string[]; relevant: Set<string> };
  sessions: { ranked: string[]; relevant: Set<string> };
}

const MINUTE = 60_000;
const DAY = 86_400_000;
/** What the plain vectors look at of a turn; the model reads no more of it. */
const PLAIN_CHARS = 2_000;
const ALL = "all";

/** Rows by level, category and ranker (`only` names one); each conversation has a store of its own. */
export async function runConversations(
  embedder: Embedder,
  conversations: Conversation[],
  say: (text: string) => void,
  only?: string,
): Promise<ConversationRow[]> {
  const answers: Answer[] = [];
  for (const [i, conversation] of conversations.entries()) {
    const turns = conversation.sessions.flatMap((session) => session.turns);
    const { questions, unscored } = conversation;
    say(
      `${i + 1}/${conversations.length} ${conversation.id}: ${conversation.sessions.length} sessions, ${turns.length} turns, ${questions.length} questions (${unscored} without evidence) …`,
    );
    const store = await openStore(embedder);
    try {
      const { idOf, lost } = await takeIn(store, conversation);
      if (lost.length > 0) say(`  ${lost.length} turns hold nothing that is kept: ${lost.slice(0, 5).join(", ")}`);
      const modes = (["hybrid", "fts", "vector"] as const).map((mode) =>
        keepsake(store.app, mode, ["prompts", "events"], idOf),
      );
      const texts = new Map(turns.map((turn) => [turn.id, turn.text]));
      const heads = new Map(turns.map((turn) => [turn.id, turn.text.slice(0, PLAIN_CHARS)]));
      const rankers = [...modes, plainWords(texts), plainVectors(embedder, heads)];
      for (const ranker of rankers.filter(({ name }) => only === undefined || name === only)) {
        for (const question of questions) answers.push(await answer(conversation, question, ranker));
        ranker.close?.();
      }
    } finally {
      await store.close();
    }
  }
  return summarize(answers);
}

/** Stores the turns as lines of transcripts, one a session; answers what turn a row stands for, and turns that were not kept. */
export async function takeIn(
  { app, clock }: Store,
  conversation: Conversation,
): Promise<{ idOf: (type: SearchType, rowId: number) => string | undefined; lost: string[] }> {
  const { sessions } = conversation;
  const last = Math.max(...sessions.map((session) => session.at + session.turns.length * MINUTE));
  clock.now = last + DAY;
  for (const session of sessions) {
    const result = await ingest(app, [...session.turns.map((turn, i) => line(session, turn, i)), end(session)]);
    const [first] = result.rejected;
    if (first !== undefined) throw new Error(`A turn of ${conversation.id} was refused: ${first.error}`);
  }
  await drain(
    app,
    LANES.filter((lane) => lane.name === "index"),
  );
  const rows = { prompts: rowsOf(app, "prompts"), events: rowsOf(app, "events") };
  const stored = new Set([...rows.prompts.values(), ...rows.events.values()]);
  const ids = sessions.flatMap((session) => session.turns.map((turn) => turn.id));
  return {
    idOf: (type, rowId) => (type === "prompts" || type === "events" ? rows[type].get(rowId) : undefined),
    lost: ids.filter((id) => !stored.has(id)),
  };
}

/** Turn ids by row: a line's uuid is its row's key. */
function rowsOf(app: Store["app"], table: "prompts" | "events"): Map<number, string> {
  const sql = `SELECT id, dedupe_key AS key FROM ${table}`;
  const rows = app.sqlite.prepare(sql).all() as { id: number; key: string }[];
  return new Map(rows.map(({ id, key }) => [id, key.slice(key.indexOf(":") + 1)]));
}

function line(session: Session, turn: Turn, place: number) {
  const text = turn.text;
  const message =
    turn.role === "user"
      ? { role: "user", content: text }
      : { id: turn.id, role: "assistant", stop_reason: "end_turn", content: [{ type: "text", text }] };
  const timestamp = new Date(session.at + place * MINUTE).toISOString();
  return {
    host: "claude-code",
    event: "TranscriptLine",
    payload: { type: turn.role, uuid: turn.id, sessionId: session.id, timestamp, cwd: "/recall", message },
  };
}

const end = (session: Session) => ({
  host: "claude-code",
  event: "TranscriptEnd",
  payload: { sessionId: session.id },
});

async function answer(conversation: Conversation, question: EvidenceQuestion, ranker: Ranker): Promise<Answer> {
  const sessionOf = new Map(
    conversation.sessions.flatMap((session) => session.turns.map((turn) => [turn.id, session.id] as const)),
  );
  const started = performance.now();
  const ranked = await ranker.rank(question.text);
  const ms = performance.now() - started;
  const groupOf = (id: string): string | undefined => sessionOf.get(id);
  return {
    category: question.category,
    ranker: ranker.name,
    ms,
    turns: { ranked, relevant: new Set(question.evidence) },
    sessions: {
      ranked: groupRanking(ranked, groupOf),
      relevant: new Set(groupRanking(question.evidence, groupOf)),
    },
  };
}

function summarize(answers: Answer[]): ConversationRow[] {
  const categories = [...new Set(answers.map((each) => each.category))].sort();
  const rankers = [...new Set(answers.map((each) => each.ranker))];
  return (["turn", "session"] as const).flatMap((level) =>
    [ALL, ...categories].flatMap((category) =>
      rankers.flatMap((ranker): ConversationRow[] => {
        const chosen = answers.filter(
          (each) => each.ranker === ranker && (category === ALL || each.category === category),
        );
        return chosen.length === 0 ? [] : [scores(level, category, ranker, chosen)];
      }),
    ),
  );
}

function scores(level: "turn" | "session", category: string, ranker: string, answers: Answer[]): ConversationRow {
  const lists = answers.map((each) => (level === "turn" ? each.turns : each.sessions));
  type Measure = (ranked: string[], relevant: Set<string>, k: number) => number;
  const at = (measure: Measure, k: number): number =>
    mean(lists.map(({ ranked, relevant }) => measure(ranked, relevant, k)));
  return {
    level,
    category,
    ranker,
    questions: answers.length,
    recall: KS.map((k) => at(recallAt, k)),
    any: KS.map((k) => at(anyAt, k)),
    all: KS.map((k) => at(allAt, k)),
    ndcg10: at(ndcgAt, 10),
    mrr: mean(lists.map(({ ranked, relevant }) => reciprocalRank(ranked, relevant))),
    ms: mean(answers.map((each) => each.ms)),
  };
}
