/** "File changed since": a memory whose turn touched a file that a later session modified after the memory was written. */
import type { App, Tx } from "../context";
import type { ChangedFile } from "../contract/review";
import { sourceRefs } from "../db/json";
import { write } from "../db/write";
import { createPause } from "../housekeeping/pause";
import { parseJson } from "../text/json-value";
import { changesAfter, type FileChange, filesOfTurn, type Learned, learnedAfter } from "./changed-files-query";
import { findingAbout, putFinding } from "./findings-repo";
import { digest } from "./subject";

/** Rows between two rests. */
const WINDOW = 500;
/** A turn that touched more says little about any one of them, unless the memory names it. */
const FEW_FILES = 3;
/** What a person wants or is like holds whatever becomes of a file. */
const NOT_ABOUT_FILES: ReadonlySet<string> = new Set(["preference", "user_profile"]);

type Change = Omit<FileChange, "files" | "id" | "projectId">;
/** By project and file: the last change of each of the two sessions that changed it last. */
type Changes = Map<string, Change[]>;

const placeOf = (projectId: number, file: string): string => `${projectId}\n${file}`;

/** Looks at the whole store between other work; answers how many findings were written. */
export async function findChangedFiles(app: App): Promise<number> {
  const pause = createPause();
  const changes: Changes = new Map();
  for (let after = 0; ; await pause.rest()) {
    const rows = changesAfter(app.db, after, WINDOW);
    for (const row of rows) for (const file of row.files) note(changes, placeOf(row.projectId, file), row);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  let written = 0;
  if (changes.size === 0) return written;
  for (let after = 0; ; await pause.rest()) {
    const rows = learnedAfter(app.db, app.now(), after, WINDOW);
    const found = rows.flatMap((row) => {
      const changed = changeSince(app, changes, row);
      return changed === null ? [] : [{ row, changed }];
    });
    // Most windows hold nothing: those need no transaction.
    if (found.length > 0) {
      written += write(app, (tx) => found.filter(({ row, changed }) => record(tx, app.now(), row, changed)).length);
    }
    const last = rows.at(-1);
    if (last === undefined) return written;
    after = last.id;
  }
}

function note(changes: Changes, place: string, { sessionId, turn, at }: Change): void {
  const known = (changes.get(place) ?? []).filter((change) => change.sessionId !== sessionId || change.at > at);
  if (known.some((change) => change.sessionId === sessionId)) return;
  changes.set(place, [...known, { sessionId, turn, at }].sort((a, b) => b.at - a.at).slice(0, 2));
}

/** The latest change, after the memory was written and by another session, of a file that the memory is about. */
function changeSince(app: App, changes: Changes, row: Learned): ChangedFile | null {
  if (NOT_ABOUT_FILES.has(row.attribute)) return null;
  let latest: ChangedFile | null = null;
  for (const { session_id, turn } of sourceRefs(row.sources)) {
    const files = filesOfTurn(app.db, session_id, turn);
    for (const file of files) {
      if (files.length > FEW_FILES && !names(row, file)) continue;
      const change = (changes.get(placeOf(row.projectId, file)) ?? []).find(
        ({ sessionId, at }) => sessionId !== session_id && at > row.updatedAt,
      );
      if (change === undefined || (latest !== null && latest.at >= change.at)) continue;
      latest = { file, session_id: change.sessionId, turn: change.turn, at: change.at };
    }
  }
  return latest;
}

const MIN_NAME = 4;

/** By its name, with or without what stands after the dot. */
function names({ key, value }: Learned, file: string): boolean {
  const name = file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1).toLowerCase();
  const text = `${key}\n${value}`.toLowerCase();
  const stem = name.replace(/\.[^.]*$/, "");
  return text.includes(name) || (stem.length >= MIN_NAME && text.includes(stem));
}

/** A person's "keep" holds until the memory says something else, or the file changes again. */
function record(tx: Tx, now: number, row: Learned, changed: ChangedFile): boolean {
  const about = { kind: "file_changed" as const, memoryId: row.id, otherId: 0 };
  const detail = { ...changed, text: digest(row.value) };
  const known = findingAbout(tx, about);
  if (known !== undefined) {
    const before = parseJson(known.detail) as Partial<typeof detail> | null;
    const isSame = before?.text === detail.text && (before.at ?? 0) >= detail.at;
    if (isSame && (known.status === "dismissed" || known.updatedAt >= row.updatedAt)) return false;
  }
  putFinding(tx, now, { ...about, memoryRevision: row.revision, detail });
  return true;
}
