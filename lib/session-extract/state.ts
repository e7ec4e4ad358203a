/** `<home>/.extracted_sessions.json` (E94): how far each session was read. Replaced as a whole, for this user only. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const FILE = ".extracted_sessions.json";
const MAX_BYTES = 16 * 1024 * 1024;

const Entry = z.object({
  /** Modification time of the log that was read, milliseconds, to the fraction. */
  mtime: z.number().finite(),
  /** `rules`: eligible for a later run with a language model. */
  via: z.enum(["rules", "llm"]).catch("llm"),
  status: z.enum(["completed", "skipped"]).catch("completed"),
});
export type StateEntry = z.infer<typeof Entry>;
/** By the session's id as memories carry it (E80). */
export type SessionState = Map<string, StateEntry>;

/** Unreadable or absent means that nothing was read yet: every session is then read once more, which is safe (E97). */
export function readState(home: string): SessionState {
  const state: SessionState = new Map();
  for (const [id, value] of Object.entries(readObject(join(home, FILE)))) {
    const entry = Entry.safeParse(value);
    if (entry.success) state.set(id, entry.data);
  }
  return state;
}

function readObject(path: string): Record<string, unknown> {
  try {
    if (statSync(path).size > MAX_BYTES) return {};
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch (error) {
    if (error instanceof SyntaxError || typeof (error as NodeJS.ErrnoException).code === "string") return {};
    throw error;
  }
}

/** Adds or renews one entry; a reader sees the old file or the new one, never a half. */
export function advanceState(home: string, id: string, entry: StateEntry): void {
  const state = readState(home);
  state.delete(id);
  state.set(id, entry);
  const path = join(home, FILE);
  const draft = `${path}.${process.pid}.tmp`;
  const file = openSync(draft, "w", 0o600);
  try {
    writeSync(file, `${JSON.stringify(Object.fromEntries(state), null, 1)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
