/** Rows of codewatch-memory's tables, cleaned, bounded, dated. */
import { AppError } from "../contract/errors";
import { Category, Priority } from "../contract/evidence";
import { headOf } from "../text/caps";
import { type RawRow, readId, readList, readShort, readText, readWhen } from "./foreign-fields";
import { columnsOf, rowsOf, type Source } from "./source-repo";

export const COLUMNS = {
  observations: [
    "id",
    "session_id",
    "branch",
    "category",
    "priority",
    "content",
    "source_summary",
    "referenced_files",
    "observed_at",
  ],
  reflections: [
    "id",
    "session_id",
    "branch",
    "compression_level",
    "content",
    "observation_ids",
    "input_tokens",
    "output_tokens",
    "reflected_at",
  ],
  current_tasks: ["id", "session_id", "branch", "description", "started_at", "updated_at"],
} as const;
export type CodewatchTable = keyof typeof COLUMNS;

export interface SessionOf {
  branch: string | null;
  folder: string | null;
  startedAt: number | null;
  lastActiveAt: number | null;
}

export interface CodewatchRow {
  id: string;
  session: string;
  branch: string | null;
  content: string;
  at: number | null;
  category: Category;
  priority: Priority;
  note: string;
  files: string[];
  level: number;
  observationIds: string[];
  inputTokens: number;
  outputTokens: number;
}

const SESSION_COLUMNS = ["id", "branch", "project_dir", "started_at", "last_active_at"];

/** Few: a session is a branch of a project. Throws `validation_failed` for a database without the table. */
export function sessionsOf(source: Source): Map<string, SessionOf> {
  const columns = columnsOf(source, "sessions");
  if (!["id", "project_dir"].every((name) => columns.includes(name))) {
    throw new AppError("validation_failed", "The database holds nothing of codewatch-memory.", {
      hint: "Give its codewatch.db, which lies in ~/mcp-data/codewatch-memory.",
    });
  }
  return new Map(
    rowsOf(source, "sessions", SESSION_COLUMNS).flatMap((row) => {
      const id = readId(row["id"]);
      if (id === null) return [];
      const session: SessionOf = {
        branch: branchOf(row["branch"]),
        folder: readShort(row["project_dir"]) || null,
        startedAt: readWhen(row["started_at"]),
        lastActiveAt: readWhen(row["last_active_at"]),
      };
      return [[id, session] as const];
    }),
  );
}

/** Ids of the newest reflection of each branch: it took in what the older ones say. */
export function newestReflections(source: Source, sessions: ReadonlyMap<string, SessionOf>): Set<string> {
  if (columnsOf(source, "reflections").length === 0) return new Set();
  const newest = new Map<string, { id: string; at: number }>();
  for (const row of rowsOf(source, "reflections", ["id", "session_id", "branch", "reflected_at"])) {
    const session = sessions.get(String(row["session_id"]));
    const place = JSON.stringify([session?.folder ?? null, branchOf(row["branch"]) ?? session?.branch ?? null]);
    const at = readWhen(row["reflected_at"]) ?? 0;
    if (at >= (newest.get(place)?.at ?? -1)) newest.set(place, { id: String(row["id"]), at });
  }
  return new Set([...newest.values()].map(({ id }) => id));
}

/** What it calls a branch that it does not know. */
const branchOf = (value: unknown): string | null => {
  const name = headOf(readShort(value), 300);
  return name === "" || name === "unknown" ? null : name;
};

export function judgeRow(
  table: CodewatchTable,
  values: RawRow,
  sessions: ReadonlyMap<string, SessionOf>,
): { row: CodewatchRow } | { reason: string } {
  const session = readId(values["session_id"]);
  const id = readId(values["id"]);
  if (id === null || session === null || !sessions.has(session))
    return { reason: "Its session is not in the database." };
  const { text, isPrivate } = readText(values[table === "current_tasks" ? "description" : "content"]);
  if (isPrivate) return { reason: "It is private text, which is never stored." };
  if (text === "") return { reason: "It says nothing." };
  return {
    row: {
      id,
      session,
      branch: branchOf(values["branch"]) ?? sessions.get(session)?.branch ?? null,
      content: text,
      at: readWhen(values["observed_at"], values["reflected_at"], values["updated_at"], values["started_at"]),
      category: Category.catch("learning").parse(values["category"]),
      priority: Priority.catch("medium").parse(values["priority"]),
      note: readShort(values["source_summary"]),
      files: readList(values["referenced_files"]),
      level: whole(values["compression_level"], 3),
      observationIds: readList(values["observation_ids"]),
      inputTokens: whole(values["input_tokens"], Number.MAX_SAFE_INTEGER),
      outputTokens: whole(values["output_tokens"], Number.MAX_SAFE_INTEGER),
    },
  };
}

const whole = (value: unknown, max: number): number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? Math.min(value, max) : 0;
