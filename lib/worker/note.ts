/** A note that a person or an agent saves on purpose (M27): an observation without evidence, first among those that are injected. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { MAX_METADATA_CHARS, type MemorySave, type MemorySaved } from "../contract/worker-lists";
import { write } from "../db/write";
import { insertExclusion } from "../inject/exclusions-repo";
import { requireWritable } from "../memories/service";
import { reviewOf } from "../memories/write";
import { insertObservation, MANUAL_SOURCE } from "../observations/repo";
import { refusedText } from "../observations/refused";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { isBuried } from "../operations/tombstones";
import { ensureProject, identifyProject, type ProjectRow } from "../projects/service";
import { indexEntity } from "../search/indexing";
import { titleOf } from "../search/preview";
import { cleanText, cleanValue } from "../text/clean";
import { headOf } from "../text/caps";
import { oneLine } from "../text/fence";
import { sameNote } from "./note-repo";

const MAX_TITLE_CHARS = 200;

interface Note {
  title: string;
  text: string;
  /** JSON. */
  metadata: string;
}

/**
 * M27. Cleaned like everything that is stored; no quality gate. What reads like an order to a model or like a secret, and
 * what an agent saves in a project of mode `ask`, is found but not injected: an exclusion holds it back until a person
 * lifts that. The same note again, among the newest of its project, answers the one that is there.
 * Throws `validation_failed` for blank or wholly private text, for text that was deleted for good, and for too much
 * `metadata`; `forbidden` for an agent where the project takes no writes.
 */
export function saveNote(app: App, input: MemorySave, actor: Actor): MemorySaved {
  const note = cleanNote(input);
  const identity = identifyProject(app, { cwd: input.cwd ?? undefined, project: cleanProject(input.project) });
  return write(app, (tx) => {
    const now = app.now();
    const project = ensureProject(tx, now, identity);
    requireWritable(project.mode, actor);
    if (actor.kind !== "person" && isBuried(tx, note.text)) throw refusedText("buried", "text");
    const { title, text: summary, metadata } = note;
    const same = sameNote(tx, { projectId: project.id, source: MANUAL_SOURCE, title, summary, metadata });
    if (same !== undefined) return saved(same, title, project, "This was saved already", { operation_id: null });
    return store(tx, now, note, project, actor);
  });
}

function store(tx: Tx, now: number, { title, text, metadata }: Note, project: ProjectRow, actor: Actor): MemorySaved {
  const row = insertObservation(tx, {
    projectId: project.id,
    title,
    summary: text,
    metadata,
    obsType: "discovery",
    category: "learning",
    priority: "high",
    confidence: 1,
    source: MANUAL_SOURCE,
    createdAt: now,
    updatedAt: now,
  });
  indexEntity(tx, now, "observation", row);
  const changes: NewChange[] = [{ table: "observations", id: row.id, before: null, after: row }];
  const review = reviewOf(`${title}\n${text}`, { actor, mode: project.mode });
  const held = review === "quarantined" || review === "pending" ? review : undefined;
  let exclusionId: number | undefined;
  if (held !== undefined) {
    const entity = { entityType: "observation" as const, entityId: row.id };
    const exclusion = insertExclusion(tx, now, entity, held === "quarantined" ? 0 : project.id);
    exclusionId = exclusion.id;
    changes.push({ table: "injection_exclusions", id: exclusion.id, before: null, after: exclusion });
  }
  const operation = recordOperation(tx, now, {
    kind: "observation.save",
    title: `Saved observation ${row.id}`,
    actor,
    projectId: project.id,
    changes,
  });
  return saved(row.id, title, project, held === undefined ? "Saved" : "Saved; not injected until a person allows it", {
    operation_id: operation,
    ...(held === undefined ? {} : { review_state: held }),
    ...(exclusionId === undefined ? {} : { exclusion_id: exclusionId }),
  });
}

const saved = (
  id: number,
  title: string,
  project: ProjectRow,
  message: string,
  more: Pick<MemorySaved, "operation_id" | "review_state" | "exclusion_id">,
): MemorySaved => ({ success: true, id, title, project: project.name, message: `${message} (#${id}).`, ...more });

function cleanNote({ text, title, metadata }: MemorySave): Note {
  const cleaned = cleanText(text);
  const summary = cleaned.text.trim();
  if (cleaned.isPrivate) throw refusedText("private", "text");
  if (summary === "") throw refusedText("empty", "text");
  const given = headOf(oneLine(cleanText(title ?? "").text), MAX_TITLE_CHARS);
  return { title: given === "" ? titleOf(summary, "Note") : given, text: summary, metadata: cleanMetadata(metadata) };
}

function cleanMetadata(metadata: MemorySave["metadata"]): string {
  const json = JSON.stringify(cleanValue(metadata ?? {}).value);
  if (json.length <= MAX_METADATA_CHARS) return json;
  throw new AppError("validation_failed", `metadata is longer than ${MAX_METADATA_CHARS} characters.`, {
    hint: "Keep what is long in the text, which is searched.",
    details: [{ path: "metadata", message: "too long" }],
  });
}

/** A name is stored like any other text: free of secrets and private text. */
function cleanProject(project: MemorySave["project"]): string | undefined {
  if (project == null || project === "") return undefined;
  const name = cleanText(project, { cap: 1024 }).text.trim();
  if (name !== "") return name;
  throw new AppError("validation_failed", "The project's name is private text, which is never stored.", {
    details: [{ path: "project", message: "private" }],
  });
}
