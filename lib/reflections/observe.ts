/** What an agent writes down by itself (C7–C9): an observation in its project, branch and session. */
import type { App, Tx } from "../context";
import type { ObserveAnswer, ObserveInput } from "../contract/codewatch";
import type { Actor } from "../contract/common";
import type { Category, Priority } from "../contract/evidence";
import { write } from "../db/write";
import { plural } from "../format";
import { insertExclusion } from "../inject/exclusions-repo";
import { requireWritable } from "../memories/service";
import { reviewOf } from "../memories/write";
import { insertObservation, OBSERVED_SOURCE } from "../observations/repo";
import { refusedText } from "../observations/refused";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { isBuried } from "../operations/tombstones";
import { captureRests, isPaused } from "../pauses/service";
import { ensureProject } from "../projects/service";
import { projectById, touchProject } from "../projects/repo";
import { indexEntity } from "../search/indexing";
import { titleOf } from "../search/preview";
import { readSettings } from "../settings/service";
import { cleanText } from "../text/clean";
import { branchScope } from "./branch-scope";
import { askCategory } from "./categoriser";
import { OBS_TYPE_OF, priorityOf } from "./categorise";
import { maybeReflect } from "./job";
import { tokensOfObservation, unreflectedWeight } from "./observations-query";
import { putTask } from "./repo";
import { type CodewatchScope, codewatchScope } from "./scope";
import { ensureSession } from "./session";
import { latestTurn } from "./sessions-repo";

interface Written {
  content: string;
  category: Category;
  priority: Priority;
  files: string[];
  note: string;
}

/**
 * C8: stored like everything else, cleaned, in the session of this project and branch; a `task_context` becomes the current task too.
 * Afterwards the branch is compressed when it has grown too long; that failing costs the observation nothing (C37).
 * Throws `validation_failed` for blank or wholly private text and for text that was deleted for good, `forbidden` where the project takes
 * no writes of agents, `conflict` while capture is paused.
 */
export async function observe(app: App, input: ObserveInput, actor: Actor): Promise<ObserveAnswer> {
  const scope = codewatchScope(app, input);
  const cleaned = cleanText(input.content);
  const content = cleaned.text.trim();
  if (cleaned.isPrivate || content === "") throw refusedText(cleaned.isPrivate ? "private" : "empty", "content");
  const category = input.category ?? (await askCategory(app, content, scope.projectId));
  const written: Written = {
    content,
    category,
    priority: input.priority ?? priorityOf(content, category),
    files: (input.files ?? []).map((file) => cleanText(file, { cap: 4096 }).text.trim()).filter((file) => file !== ""),
    note: cleanText(input.source_summary ?? "").text.trim(),
  };
  const stored = write(app, (tx) => store(app, tx, scope, written, actor));
  return { ...stored.answer, ...(await countsAfter(app, stored, actor)) };
}

interface Stored {
  answer: Pick<ObserveAnswer, "id" | "category" | "priority" | "token_count" | "review_state">;
  scope: CodewatchScope;
  sessionId: number;
}

function store(app: App, tx: Tx, scope: CodewatchScope, written: Written, actor: Actor): Stored {
  const now = app.now();
  const { content, category, priority, files, note } = written;
  const project = projectById(tx, scope.projectId) ?? ensureProject(tx, now, scope.identity);
  requireWritable(project.mode, actor);
  if (actor.kind !== "person" && isBuried(tx, content)) throw refusedText("buried", "content");
  const place = { ...scope, projectId: project.id };
  const session = ensureSession(app, tx, now, place);
  if (isPaused(tx, "capture", { projectId: project.id, sessionId: session.id })) throw captureRests(project.name);
  touchProject(tx, project.id, now);
  const row = insertObservation(tx, {
    sessionId: session.id,
    projectId: project.id,
    branch: scope.branch,
    turn: latestTurn(tx, session.id),
    title: titleOf(content, "Observation"),
    summary: content,
    filesRead: JSON.stringify([...new Set(files)]),
    obsType: OBS_TYPE_OF[category],
    category,
    priority,
    confidence: 1,
    source: OBSERVED_SOURCE,
    metadata: note === "" ? "{}" : JSON.stringify({ source_summary: note }),
    createdAt: now,
    updatedAt: now,
  });
  indexEntity(tx, now, "observation", row);
  const changes: NewChange[] = [{ table: "observations", id: row.id, before: null, after: row }];
  const review = reviewOf(content, { actor, mode: project.mode });
  const held = review === "quarantined" || review === "pending" ? review : undefined;
  if (held !== undefined) {
    const entity = { entityType: "observation" as const, entityId: row.id };
    const exclusion = insertExclusion(tx, now, entity, held === "quarantined" ? 0 : project.id);
    changes.push({ table: "injection_exclusions", id: exclusion.id, before: null, after: exclusion });
  } else if (category === "task_context") {
    const { branch } = scope;
    const put = putTask(tx, now, { sessionId: session.id, projectId: project.id, branch, content, source: "agent" });
    if (put !== null) changes.push({ table: "tasks", id: put.after.id, ...put });
  }
  recordOperation(tx, now, {
    kind: "observation.save",
    title: `Saved observation ${row.id}`,
    actor,
    projectId: project.id,
    changes,
  });
  const state = held === undefined ? {} : { review_state: held };
  const answer = { id: row.id, category, priority, token_count: tokensOfObservation(tx, row.id), ...state };
  return { answer, scope: place, sessionId: session.id };
}

async function countsAfter(app: App, { scope, sessionId }: Stored, actor: Actor) {
  const branch = branchScope(app, scope);
  const reflected = await maybeReflect(app, branch, { sessionId, actor }).catch((error: unknown) => {
    app.log.error({ err: error }, "the branch could not be compressed; its observations stay as they are");
    return null;
  });
  const { count, tokens } = unreflectedWeight(app.db, branch);
  return {
    session_observation_count: count,
    session_observation_tokens: tokens,
    tokens_until_reflect: Math.max(0, readSettings(app).reflect_threshold - tokens),
    ...(reflected === null
      ? {}
      : {
          auto_reflected: true,
          compression: `Compressed ${plural(reflected.observations_compressed, "observation", "observations")}, ${reflected.compression_ratio} at level ${reflected.compression_level}.`,
        }),
  };
}
