"use client";
/** What the palette finds in the store while a person types: memories and sessions by words, rows by their id. */
import { useEffect, useState } from "react";

export interface Found {
  key: string;
  kind: "memory" | "session" | "observation";
  id: number;
  title: string;
  href: string;
  /** It is the row of the id that was typed. */
  isExact: boolean;
}

const WAIT_MS = 150;
const LIMIT = 20;
const LIMIT_A_KIND = 3;
const KINDS = ["memories", "observations", "sessions", "prompts"] as const;
const TITLE_CHARS = 200;

/** The latest memories and sessions for an empty text. What fails finds nothing: the palette's own commands stay. */
export function useFound(text: string, project: string | null, onExact: (key: string) => void): Found[] {
  const [found, setFound] = useState<Found[]>([]);
  // External system: the server. The answer to an older text is dropped.
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        find(text, project, stop.signal)
          .then((answer) => {
            if (stop.signal.aborted) return;
            setFound(answer);
            const exact = answer.find(({ isExact }) => isExact);
            if (exact !== undefined) onExact(exact.key);
          })
          .catch(() => !stop.signal.aborted && setFound([]));
      },
      text === "" ? 0 : WAIT_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, project, onExact]);
  return found;
}

async function find(text: string, project: string | null, signal: AbortSignal): Promise<Found[]> {
  const ask = async (path: string, params: Record<string, string>, isInProject = true): Promise<unknown> => {
    const query = new URLSearchParams({ ...params, ...(project === null || !isInProject ? {} : { project }) });
    const answer = await fetch(`${path}?${query.toString()}`, { signal });
    return answer.ok ? ((await answer.json()) as unknown) : null;
  };
  const own = hostIdIn(text);
  const session = own === null ? null : await ask("/api/session-views", { session: own, limit: "3" }, false);
  // `#12`, `memory 12`: any row of that number. Each is asked for, so that none is offered that is not there.
  const id = /^(?:#|\w+[ #:])?(\d{1,15})$/.exec(text)?.[1];
  const rows = id === undefined ? [] : await byId(Number(id), (path) => ask(path, { limit: "1" }));
  if (text === "") {
    const [memories, sessions] = await Promise.all([
      ask("/api/memories", { limit: "4" }),
      ask("/api/session-views", { limit: "4" }),
    ]);
    return [...itemsOf(memories).flatMap(memoryOf), ...itemsOf(sessions).flatMap(sessionOf)];
  }
  const answer = await ask("/api/search", { q: text, limit: String(LIMIT), typing: "true", mode: "fts" });
  // What is known comes before what was noted, and that before what was said.
  const hits = KINDS.flatMap((kind) => listOf(answer, kind).slice(0, LIMIT_A_KIND).flatMap(hitOf));
  const exact = [...itemsOf(session).flatMap(sessionOf), ...rows].map((row) => ({ ...row, isExact: true }));
  const all = [...exact, ...hits];
  return all.filter((row, at) => all.findIndex(({ href }) => href === row.href) === at);
}

/** The id that an agent gave its session: a UUID wherever it stands (`claude --resume …`, the path of a log), or any other id alone. */
export function hostIdIn(text: string): string | null {
  const uuid = /(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])/i.exec(text)?.[0];
  if (uuid !== undefined) return uuid;
  return /^(?=.*[0-9])(?=.*[a-z_-])[\w.:-]{6,300}$/i.test(text) ? text : null;
}

async function byId(id: number, get: (path: string) => Promise<unknown>): Promise<Found[]> {
  const [memory, session, observation] = await Promise.all([
    get(`/api/memories/${id}`),
    get(`/api/session-views/${id}`),
    get(`/api/observation/${id}`),
  ]);
  return [
    ...memoryOf(memory),
    ...sessionOf(isRecord(session) ? session["session"] : null),
    ...observationOf(observation, id),
  ];
}

const memoryOf = (row: unknown): Found[] =>
  isRecord(row) && typeof row["id"] === "number" && typeof row["value"] === "string"
    ? [found("memory", row["id"], row["value"], `/memories/${row["id"]}`)]
    : [];

const sessionOf = (row: unknown): Found[] =>
  isRecord(row) && typeof row["id"] === "number"
    ? [found("session", row["id"], String(row["title"] ?? ""), `/session/${row["id"]}`)]
    : [];

const observationOf = (row: unknown, id: number): Found[] =>
  isRecord(row) && typeof row["title"] === "string"
    ? [found("observation", id, row["title"], `/observation/${id}`)]
    : [];

function hitOf(hit: unknown): Found[] {
  if (!isRecord(hit) || typeof hit["id"] !== "number") return [];
  const { id, type } = hit;
  const title = String(hit["preview"] ?? hit["title"] ?? "");
  if (type === "memories") return [found("memory", id, title, `/memories/${id}`)];
  const session = hit["session_id"];
  if (type === "observations" && typeof session !== "number")
    return [found("observation", id, String(hit["title"]), `/observation/${id}`)];
  if (typeof session !== "number") return [];
  const turn = type === "prompts" ? hit["prompt_number"] : hit["turn"];
  const place = typeof turn === "number" ? `?turn=${turn}#turn-${turn}` : "";
  return [
    {
      ...found("session", session, String(hit["title"] ?? title), `/session/${session}${place}`),
      key: `${String(type)}:${id}`,
    },
  ];
}

const found = (kind: Found["kind"], id: number, title: string, href: string): Found => ({
  key: `${kind}:${id}`,
  kind,
  id,
  title: title.slice(0, TITLE_CHARS),
  href,
  isExact: false,
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const listOf = (value: unknown, name: string): unknown[] =>
  isRecord(value) && Array.isArray(value[name]) ? (value[name] as unknown[]) : [];
const itemsOf = (value: unknown): unknown[] => listOf(value, "items");
