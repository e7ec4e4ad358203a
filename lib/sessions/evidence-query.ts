/** One turn as the extractor reads it. */
import { and, asc, desc, eq, isNull, lt, or } from "drizzle-orm";
import type { TurnEvidence, TurnItem } from "../contract/extraction";
import type { Handle } from "../context";
import { jsonObject, stringList } from "../db/json";
import { summaries } from "../db/schema/observations";
import { projectRoots, projects } from "../db/schema/projects";
import { type EventRow, events, prompts, type SessionRow, sessions, turns } from "../db/schema/sessions";
import { isAtOrBelow, normalizePath } from "../projects/paths";

/** Of an endless turn the newest rows count. */
const MAX_ITEMS = 1000;
const MAX_EARLIER = 50;

/**
 * Everything the extractor may look at for a turn, in time order; pieces of one assistant message are joined. What a sub-agent said
 * is left out: its result comes as the output of the tool that started it (K21).
 * null when the turn does not exist or is private.
 */
export function turnEvidence(handle: Handle, sessionId: number, turn: number): TurnEvidence | null {
  const row = handle
    .select({ turn: turns, session: sessions })
    .from(turns)
    .innerJoin(sessions, eq(sessions.id, turns.sessionId))
    .where(and(eq(turns.sessionId, sessionId), eq(turns.number, turn)))
    .get();
  if (row === undefined || row.turn.isPrivate) return null;
  const prompt = handle
    .select()
    .from(prompts)
    .where(and(eq(prompts.sessionId, sessionId), eq(prompts.promptNumber, turn), eq(prompts.status, "active")))
    .get();
  const rows = eventsOf(handle, sessionId, turn);
  const projectId = prompt?.projectId ?? rows[0]?.projectId ?? row.session.projectId;
  const project = handle.select({ name: projects.name }).from(projects).where(eq(projects.id, projectId)).get();
  return {
    sessionId,
    turn,
    prompt: prompt?.text ?? "",
    promptId: prompt?.id ?? null,
    outcome: row.turn.status,
    items: toItems(rows),
    previousMessage: previousMessage(handle, sessionId, turn),
    earlier: earlierSummaries(handle, sessionId, turn),
    roots: rootsFor(handle, projectId, row.session),
    projectName: project?.name ?? "unknown",
    branch: prompt?.branch ?? rows.at(-1)?.branch ?? row.session.branch,
    fromTranscript: row.turn.fromTranscript,
  };
}

function eventsOf(handle: Handle, sessionId: number, turn: number): EventRow[] {
  return handle
    .select()
    .from(events)
    .where(
      and(
        eq(events.sessionId, sessionId),
        eq(events.turn, turn),
        eq(events.status, "active"),
        or(eq(events.kind, "tool"), isNull(events.toolName)),
      ),
    )
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(MAX_ITEMS)
    .all()
    .reverse();
}

function toItems(rows: EventRow[]): TurnItem[] {
  const items: TurnItem[] = [];
  const messages = new Map<string, Extract<TurnItem, { kind: "message" }>>();
  for (const row of rows) {
    if (row.kind === "tool") {
      // A result whose call is not known yet says nothing of what was done.
      if (row.toolName === null && row.input === "") continue;
      items.push({
        kind: "tool",
        eventId: row.id,
        name: row.toolName ?? "unknown",
        input: jsonObject(row.input),
        output: row.text,
        isError: row.isError,
        at: row.createdAt,
        files: stringList(row.files),
      });
      continue;
    }
    const first = row.messageId === null ? undefined : messages.get(row.messageId);
    if (first !== undefined) {
      first.text += `\n${row.text}`;
      continue;
    }
    const message = { kind: "message" as const, eventId: row.id, text: row.text, at: row.createdAt };
    if (row.messageId !== null) messages.set(row.messageId, message);
    items.push(message);
  }
  return items;
}

function previousMessage(handle: Handle, sessionId: number, turn: number): string | null {
  const before = handle
    .select({ number: turns.number, isPrivate: turns.isPrivate })
    .from(turns)
    .where(and(eq(turns.sessionId, sessionId), lt(turns.number, turn)))
    .orderBy(desc(turns.number))
    .limit(1)
    .get();
  if (before === undefined || before.isPrivate) return null;
  const messages = toItems(eventsOf(handle, sessionId, before.number)).filter((item) => item.kind === "message");
  return messages.at(-1)?.text ?? null;
}

function earlierSummaries(handle: Handle, sessionId: number, turn: number): TurnEvidence["earlier"] {
  return handle
    .select({ request: summaries.request })
    .from(summaries)
    .where(and(eq(summaries.sessionId, sessionId), lt(summaries.turn, turn), eq(summaries.status, "active")))
    .orderBy(desc(summaries.turn))
    .limit(MAX_EARLIER)
    .all()
    .reverse();
}

/** Folders of the project, and the session's own where none of them holds it (a symlink, another spelling). */
export function rootsFor(handle: Handle, projectId: number, session: SessionRow): string[] {
  const roots = handle
    .select({ path: projectRoots.path })
    .from(projectRoots)
    .where(eq(projectRoots.projectId, projectId))
    .orderBy(asc(projectRoots.path))
    .all()
    .map((root) => root.path);
  const cwd = session.cwd === null ? null : normalizePath(session.cwd);
  const isKnown = cwd !== null && cwd.style === "posix" && roots.some((root) => holds(root, cwd.text));
  if (session.cwd !== null && cwd !== null && !isKnown && session.projectId === projectId) roots.push(session.cwd);
  return roots.sort((a, b) => b.length - a.length);
}

function holds(root: string, folder: string): boolean {
  const [outer, inner] = [normalizePath(root), normalizePath(folder)];
  return outer !== null && inner !== null && isAtOrBelow(inner, outer);
}
