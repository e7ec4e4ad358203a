/** Search by the gateway (V2): everything that the account has, in the shapes of its four kinds of memory. */
import { type AccountScope, scopeOfAccount } from "../accounts/project";
import type { Caller } from "../accounts/service";
import type { App } from "../context";
import type { EvermeMemoryType, EvermeSearchBody, EvermeSearchResult } from "../contract/everme";
import type { SearchAnswer, SearchHit, SearchType } from "../contract/search";
import { type TakenBack, takenBackIn } from "../inject/taken-back";
import { loadRows } from "../search/rows-query";
import { search } from "../search/service";
import { QUERY_WAITS } from "../search/meaning";
import { SearchQuery } from "../contract/search";
import { agentMemoryIds, conversationNames } from "./repo";
import { partsOf } from "./rules";

const ALL: readonly EvermeMemoryType[] = ["episodic_memory", "profile", "raw_message", "agent_memory"];
/** Looked through for each kind, since memories of several kinds come in one list. */
const MOST = 100;
/** Newest cases and skills that are looked through by themselves. */
const MAX_AGENT_MEMORIES = 2000;

/** Nothing of another account is in it, by words or by meaning. Throws only for a broken database. */
export async function searchAccount(
  app: App,
  { account }: Pick<Caller, "account">,
  { query, topK, memoryTypes = [...ALL] }: EvermeSearchBody,
): Promise<EvermeSearchResult> {
  const wanted = new Set(memoryTypes);
  const result: EvermeSearchResult = {
    items: [],
    profiles: [],
    rawMessages: [],
    agentMemory: { cases: [], skills: [] },
  };
  const within = { ...scopeOfAccount(app.db, account.id), reviewedOnly: true };
  if (within.projectIds.length === 0 && within.withoutGlobal) return result;
  // An empty list of projects would find nothing at all, and a memory of no project is the local account's.
  if (within.projectIds.length === 0) within.projectIds = [0];
  const taken = takenBackIn(app, within.projectIds);
  const ask = (type: SearchType, only?: number[]): Promise<SearchHit[]> =>
    search(
      app,
      SearchQuery.parse({ query, type, limit: MOST, format: "full" }),
      QUERY_WAITS,
      { ...within, ...(only === undefined ? {} : { only }) },
      { judged: true },
    ).then((answer: SearchAnswer) => answer[type].map(scored).sort(byScore));
  if (wanted.has("episodic_memory"))
    result.items = episodes(app, [...(await ask("sessions")), ...(await ask("observations"))], topK, taken);
  if (wanted.has("raw_message"))
    result.rawMessages = rawMessages(app, [...(await ask("prompts")), ...(await ask("events"))], topK, taken);
  if (wanted.has("profile") || wanted.has("agent_memory")) {
    const memories = await ask("memories");
    // Of a full list others may have taken all places.
    const isFull = memories.length >= MOST && wanted.has("agent_memory");
    const only = isFull ? agentMemoryIds(app.db, withGlobal(within), MAX_AGENT_MEMORIES) : [];
    const learnt = only.length > 0 ? await ask("memories", only) : memories;
    const ofKind = (kind: string): SearchHit[] => learnt.filter((hit) => hit["kind"] === kind).slice(0, topK);
    if (wanted.has("profile")) result.profiles = memories.filter(isProfile).slice(0, topK).map(profileOf);
    if (wanted.has("agent_memory")) {
      result.agentMemory = { cases: ofKind("case").map(caseOf), skills: ofKind("skill").map(skillOf) };
    }
  }
  return result;
}

const withGlobal = ({ projectIds, withoutGlobal }: AccountScope): number[] =>
  withoutGlobal ? projectIds : [0, ...projectIds];

/** Under the least score that clients put in front of a prompt unasked (V26: `EVERME_INJECT_MIN_SCORE` 0.1). */
const UNSURE_BELOW = 0.1;
/** A score of 0 says to clients that nobody scored the row. */
const LEAST = 0.001;

/** What does not surely bear on the query keeps its order, below all that does. */
function scored(hit: SearchHit): SearchHit {
  if (hit["bears"] === true) return { ...hit, rank: Math.max(UNSURE_BELOW, hit.rank) };
  const share = Math.max(0, hit.rank) / (1 + Math.max(0, hit.rank));
  return { ...hit, rank: LEAST + (UNSURE_BELOW - 2 * LEAST) * share };
}

const common = (hit: SearchHit, type: string) => ({
  id: `${hit.type}:${hit.id}`,
  type,
  score: hit.match_type === "filter" ? null : hit.rank,
  timestamp: hit.created_at_epoch,
});

const byScore = (a: SearchHit, b: SearchHit): number =>
  b.rank - a.rank || b.created_at_epoch - a.created_at_epoch || b.id - a.id;

/** Without what was taken back or corrected since. */
function episodes(app: App, hits: SearchHit[], topK: number, taken: TakenBack): EvermeSearchResult["items"] {
  const best = hits.sort(byScore).slice(0, topK);
  const ids = (type: SearchType): number[] => best.filter((hit) => hit.type === type).map(({ id }) => id);
  const summaries = loadRows(app.db, "summary", ids("sessions"));
  const observations = loadRows(app.db, "observation", ids("observations"));
  const sessionOf = (hit: SearchHit): number | null =>
    (hit.type === "sessions" ? summaries.get(hit.id)?.sessionId : observations.get(hit.id)?.sessionId) ?? null;
  const names = conversationNames(
    app.db,
    best.flatMap((hit) => sessionOf(hit) ?? []),
  );
  return best.flatMap((hit) => {
    const summary = hit.type === "sessions" ? summaries.get(hit.id) : undefined;
    const observation = hit.type === "observations" ? observations.get(hit.id) : undefined;
    const texts = summary
      ? [summary.request, summary.completed, summary.learned, summary.nextSteps]
      : [observation?.title, observation?.summary];
    const told = eachOnce(texts.map((text) => taken.without(text ?? "")));
    const title = taken.without(hit.title) || (told[0] ?? "");
    const episode = told.join("\n") || taken.without(hit.preview) || title;
    const sessionId = names.get(sessionOf(hit) ?? -1) ?? null;
    return episode === "" ? [] : [{ ...common(hit, "episodic_memory"), title, episode, sessionId }];
  });
}

/** Without empty texts, and those that another one says whole. */
function eachOnce(texts: string[]): string[] {
  const said = texts.map((text) =>
    text
      .trim()
      .replace(/[.。]$/u, "")
      .toLowerCase(),
  );
  return texts.filter(
    (_, at) =>
      said[at] !== "" &&
      !said.some((other, i) => i !== at && other.startsWith(said[at] ?? "") && (other !== said[at] || i < at)),
  );
}

/** Without what was taken back or corrected since. */
function rawMessages(app: App, hits: SearchHit[], topK: number, taken: TakenBack): EvermeSearchResult["rawMessages"] {
  const best = hits.sort(byScore).slice(0, topK);
  const ids = (type: SearchType): number[] => best.filter((hit) => hit.type === type).map(({ id }) => id);
  const prompts = loadRows(app.db, "prompt", ids("prompts"));
  const events = loadRows(app.db, "event", ids("events"));
  const rowOf = (hit: SearchHit) => (hit.type === "prompts" ? prompts.get(hit.id) : events.get(hit.id));
  const names = conversationNames(
    app.db,
    best.flatMap((hit) => rowOf(hit)?.sessionId ?? []),
  );
  return best.flatMap((hit) => {
    const row = rowOf(hit);
    if (row === undefined) return [];
    const role = hit.type === "prompts" ? "user" : "kind" in row && row.kind === "tool" ? "tool" : "assistant";
    const stored = row.text === "" && "input" in row ? row.input : row.text;
    const content = taken.without(stored);
    if (content === "" && stored !== "") return [];
    const sessionId = names.get(row.sessionId) ?? null;
    return [{ ...common(hit, "raw_message"), role, senderName: role, content, sessionId }];
  });
}

const isProfile = (hit: SearchHit): boolean => hit["kind"] !== "case" && hit["kind"] !== "skill";
const valueOf = (hit: SearchHit): string => String(hit["value"] ?? hit.preview);

function profileOf(hit: SearchHit): EvermeSearchResult["profiles"][number] {
  const item_type = hit["kind"] === "trait" ? "implicit_traits" : "explicit_info";
  return { ...common(hit, "profile"), item_type, content: valueOf(hit), profileData: { embed_text: valueOf(hit) } };
}

function caseOf(hit: SearchHit): EvermeSearchResult["agentMemory"]["cases"][number] {
  const [taskIntent, approach] = partsOf(valueOf(hit), "Task", "Approach");
  return { ...common(hit, "agent_memory"), taskIntent, approach, content: valueOf(hit) };
}

function skillOf(hit: SearchHit): EvermeSearchResult["agentMemory"]["skills"][number] {
  const [name, description] = partsOf(valueOf(hit), "Skill", "Description");
  return { ...common(hit, "agent_memory"), name, description, content: valueOf(hit) };
}
