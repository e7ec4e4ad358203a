/** What an agent asks back of its branch (C10–C12, C55): all filters combine, the query is only text. */
import type { App } from "../context";
import { type RecallAnswer, RecallInput, type RecalledItem, type RecalledReflection } from "../contract/codewatch";
import type { Priority } from "../contract/evidence";
import { excludedFrom } from "../inject/barred-query";
import { bare } from "../inject/standing";
import { type TakenBack, takenBackIn } from "../inject/taken-back";
import { isPaused } from "../pauses/service";
import { projectById } from "../projects/repo";
import { categoryOfMemory, categoryOfObservation, priorityOfMemory, priorityOfObservation } from "../recall/categories";
import { forAgents } from "../search/filter";
import { searchWords } from "../search/words";
import { cleanText } from "../text/clean";
import { createSaid } from "../text/likeness";
import { parseQuery } from "../text/tokens-query";
import { branchScope } from "./branch-scope";
import { contentOf, filesOf } from "./entries";
import { liveMemories } from "./memories-query";
import { recalledObservations } from "./observations-query";
import { ratioOf } from "./reflect";
import { latestReflection, newestTask, taskOfSession } from "./repo";
import { codewatchScope, type CodewatchScope } from "./scope";
import { currentSession } from "./session";

/** Rows that words bring, before the other filters narrow them. */
const WORDS_MAX = 1_000;
/** Memories that are looked through for a category. */
const MEMORIES_MAX = 500;

/** What a priority lets through (C10). */
const FROM: Readonly<Record<Priority, Priority[] | null>> = { high: ["high"], medium: ["high", "medium"], low: null };

/**
 * Observations of the project and branch (user preferences of every branch) and memories in scope that pass every filter (C11), the
 * branch's latest reflection, and the current task. Best first decides which ones, where more than `limit` pass; they are answered newest
 * day first. Nothing where recall is paused, or the project is off or unknown. Throws `validation_failed` where no project is named.
 */
export function recallObservations(app: App, asked: RecallInput): RecallAnswer {
  const input = RecallInput.parse(asked);
  const scope = codewatchScope(app, placeIn(input));
  const project = scope.projectId === 0 ? undefined : projectById(app.db, scope.projectId);
  const branch = branchScope(app, scope);
  const empty = {
    project: project?.name ?? null,
    branch: branch.branch,
    items: [],
    reflections: [],
    current_task: null,
  };
  const session = currentSession(app, app.db, scope);
  const isClosed =
    project === undefined ||
    project.mode === "off" ||
    isPaused(app.db, "recall", { projectId: project.id, sessionId: session?.id ?? null });
  if (isClosed) return empty;
  const reflection = input.include_reflections ? latestReflection(app.db, branch) : undefined;
  return {
    ...empty,
    items: newestDayFirst(itemsFor(app, input, scope, branch.branch)),
    reflections: reflection === undefined ? [] : [reflectionOf(reflection, takenBackIn(app, [project.id]))],
    current_task: currentTaskOf(app, scope, session?.id ?? null),
  };
}

const placeIn = ({ cwd, project, host, session, branch }: ReturnType<typeof RecallInput.parse>) => ({
  ...(cwd === undefined ? {} : { cwd }),
  ...(project === undefined ? {} : { project }),
  ...(host === undefined ? {} : { host }),
  ...(session === undefined ? {} : { session }),
  ...(branch === undefined ? {} : { branch }),
});

/** That of the session, else the one that a session of the branch wrote last. */
export function currentTaskOf(app: App, scope: CodewatchScope, sessionId: number | null): string | null {
  const own = sessionId === null ? undefined : taskOfSession(app.db, sessionId);
  if (own?.status === "active") return own.content;
  return scope.projectId === 0 ? null : (newestTask(app.db, [scope.projectId], scope.branch)?.content ?? null);
}

function itemsFor(
  app: App,
  input: ReturnType<typeof RecallInput.parse>,
  { projectId }: CodewatchScope,
  branch: string,
): RecalledItem[] {
  const query = input.query === undefined ? null : parseQuery(cleanText(input.query).text);
  const isAsked = query !== null;
  if (isAsked && query.terms.length === 0) return [];
  const filter = forAgents(app.now(), { projectIds: [projectId] });
  const found = (kind: "observation" | "memory"): number[] | null =>
    query === null ? null : searchWords(app.db, kind, query, filter, WORDS_MAX).hits.map(({ id }) => id);
  const files = input.files?.map((file) => file.replaceAll("\\", "/").toLowerCase()) ?? null;
  const excluded = {
    observation: excludedFrom(app.db, "observation", [projectId]),
    memory: excludedFrom(app.db, "memory", [projectId]),
  };
  const ids = found("observation");
  const rows = recalledObservations(app.db, {
    projectIds: [projectId],
    branch,
    categories: input.categories ?? null,
    priorities: FROM[input.priority_min],
    files,
    ids,
    // Some may be excluded or say the same, and what words found is cut by rank, not by time.
    limit: ids === null ? 2 * input.limit + excluded.observation.size : WORDS_MAX,
  });
  const taken = takenBackIn(app, [projectId]);
  const rank = new Map(ids?.map((id, at) => [id, at]));
  const observations = rows
    .filter(({ id }) => !excluded.observation.has(id))
    .sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
    .map((row): RecalledItem => ({
      type: "observation",
      id: row.id,
      category: categoryOfObservation(row),
      priority: priorityOfObservation(row),
      content: taken.without(contentOf(row)),
      files: filesOf(row),
      observed_at: row.createdAt,
    }))
    .filter(({ content }) => content !== "");
  const limit = isAsked ? WORDS_MAX : MEMORIES_MAX;
  const memories = liveMemories(app.db, { projectIds: [projectId], now: app.now(), ids: found("memory"), limit })
    .filter(({ id }) => !excluded.memory.has(id))
    .map((row): RecalledItem => ({
      type: "memory",
      id: row.id,
      category: categoryOfMemory(row),
      priority: priorityOfMemory(row),
      content: row.value,
      files: [],
      observed_at: row.updatedAt,
    }))
    .filter((item) => passes(item, input, files));
  const once = saidOnce([...observations, ...memories]);
  const isKept = (item: RecalledItem): boolean => once.has(item);
  return best(observations.filter(isKept), memories.filter(isKept), input.limit, isAsked);
}

const RANK: Readonly<Record<Priority, number>> = { high: 0, medium: 1, low: 2 };

/** Of those that say the same one: that of the highest priority, one with a category of its own, a memory before what it was made of. */
function saidOnce(items: RecalledItem[]): ReadonlySet<RecalledItem> {
  const isPlain = ({ category }: RecalledItem): number => Number(category === "learning");
  const kept = new Set<RecalledItem>();
  const said = createSaid<true>();
  const ranked = [...items].sort(
    (a, b) =>
      RANK[a.priority] - RANK[b.priority] ||
      isPlain(a) - isPlain(b) ||
      a.type.localeCompare(b.type) ||
      b.content.length - a.content.length,
  );
  for (const item of ranked) {
    if (said.find(item.content) === true) continue;
    said.add(item.content, true);
    kept.add(item);
  }
  return kept;
}

/** Memories name no files of their own: their text may. */
function passes(item: RecalledItem, input: ReturnType<typeof RecallInput.parse>, files: string[] | null): boolean {
  const priorities = FROM[input.priority_min];
  return (
    (input.categories === undefined || input.categories.includes(item.category)) &&
    (priorities === null || priorities.includes(item.priority)) &&
    (files === null || files.some((file) => item.content.toLowerCase().replaceAll("\\", "/").includes(file)))
  );
}

/** By turns from both where words found them; else the newest of both. */
function best(
  observations: RecalledItem[],
  memories: RecalledItem[],
  limit: number,
  isRanked: boolean,
): RecalledItem[] {
  if (!isRanked) {
    return [...observations, ...memories].sort((a, b) => b.observed_at - a.observed_at || b.id - a.id).slice(0, limit);
  }
  const mixed: RecalledItem[] = [];
  for (let at = 0; mixed.length < limit && at < Math.max(observations.length, memories.length); at++) {
    for (const item of [observations[at], memories[at]])
      if (item !== undefined && mixed.length < limit) mixed.push(item);
  }
  return mixed;
}

function newestDayFirst(items: RecalledItem[]): RecalledItem[] {
  return [...items].sort((a, b) => {
    const [one, other] = [startOfDay(a.observed_at), startOfDay(b.observed_at)];
    return other - one || a.observed_at - b.observed_at || a.id - b.id;
  });
}

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** Without the lines that were taken back or corrected since. */
const reflectionOf = (row: NonNullable<ReturnType<typeof latestReflection>>, taken: TakenBack): RecalledReflection => ({
  id: row.id,
  level: row.level as RecalledReflection["level"],
  content: row.content
    .split("\n")
    .filter((line) => !taken.is(bare(line)))
    .join("\n"),
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  ratio: ratioOf(row.inputTokens, row.outputTokens),
  created_at: row.createdAt,
});
