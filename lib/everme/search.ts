/** Search by the gateway (V2): everything that the account has, in the shapes of its four kinds of memory. */
import { scopeOfAccount } from "../accounts/project";
import type { Caller } from "../accounts/service";
import type { App } from "../context";
import type { EvermeMemoryType, EvermeSearchBody, EvermeSearchResult } from "../contract/everme";
import type { SearchAnswer, SearchHit, SearchType } from "../contract/search";
import { loadRows } from "../search/rows-query";
import { search } from "../search/service";
import { QUERY_WAITS } from "../search/meaning";
import { SearchQuery } from "../contract/search";
import { conversationNames } from "./repo";
import { partsOf } from "./rules";

const ALL: readonly EvermeMemoryType[] = ["episodic_memory", "profile", "raw_message", "agent_memory"];
/** Looked through for each kind, since memories of several kinds come in one list. */
const MOST = 100;

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
  const ask = (type: SearchType): Promise<SearchHit[]> =>
    search(app, SearchQuery.parse({ query, type, limit: MOST, format: "full" }), QUERY_WAITS, within).then(
      (answer: SearchAnswer) => answer[type],
    );
  if (wanted.has("episodic_memory"))
    result.items = episodes(app, [...(await ask("sessions")), ...(await ask("observations"))], topK);
  if (wanted.has("raw_message"))
    result.rawMessages = rawMessages(app, [...(await ask("prompts")), ...(await ask("events"))], topK);
  if (wanted.has("profile") || wanted.has("agent_memory")) {
    const memories = await ask("memories");
    const ofKind = (kind: string): SearchHit[] => memories.filter((hit) => hit["kind"] === kind).slice(0, topK);
    if (wanted.has("profile")) result.profiles = memories.filter(isProfile).slice(0, topK).map(profileOf);
    if (wanted.has("agent_memory")) {
      result.agentMemory = { cases: ofKind("case").map(caseOf), skills: ofKind("skill").map(skillOf) };
    }
  }
  return result;
}

const common = (hit: SearchHit, type: string) => ({
  id: `${hit.type}:${hit.id}`,
  type,
  score: hit.match_type === "filter" ? null : hit.rank,
  timestamp: hit.created_at_epoch,
});

const byScore = (a: SearchHit, b: SearchHit): number =>
  b.rank - a.rank || b.created_at_epoch - a.created_at_epoch || b.id - a.id;

function episodes(app: App, hits: SearchHit[], topK: number): EvermeSearchResult["items"] {
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
  return best.map((hit) => {
    const summary = hit.type === "sessions" ? summaries.get(hit.id) : undefined;
    const observation = hit.type === "observations" ? observations.get(hit.id) : undefined;
    const texts = summary
      ? [summary.request, summary.completed, summary.learned, summary.nextSteps]
      : [observation?.title, observation?.summary];
    const episode = texts.filter((text) => text !== undefined && text !== "").join("\n");
    const sessionId = names.get(sessionOf(hit) ?? -1) ?? null;
    return {
      ...common(hit, "episodic_memory"),
      title: hit.title,
      episode: episode || hit.preview || hit.title,
      sessionId,
    };
  });
}

function rawMessages(app: App, hits: SearchHit[], topK: number): EvermeSearchResult["rawMessages"] {
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
    const content = row.text === "" && "input" in row ? row.input : row.text;
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
