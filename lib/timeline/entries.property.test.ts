/** The pages of any store, under any filter, hold what sorting all of its rows holds; and the bars count the same. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  TIMELINE_KINDS,
  TimelineDensityQuery,
  TimelineEntriesQuery,
  type TimelineEntry,
  type TimelineKind,
} from "../contract/timeline-entries";
import { openTestApp, type TestApp } from "../testing";
import { addProject, addSession } from "../testing/places";
import { addEvent, addMemory, addObservation, addPrompt, addReflection, addSummary } from "../testing/search-rows";
import { timelineDensity } from "./density";
import { timelineEntries } from "./entries";
import { rankOf } from "./sources";

let test: TestApp;
let projects: number[];
let sessions: number[];

const NAMES = ["one", "two"];
const HOSTS = ["claude-code", "codex"];
const BRANCHES = [null, "main", "feature/x"];
const FILES = ["src/cart.ts", "lib/cart.ts", "src/付款.ts", "a-b.c"];
const DAY = 86_400_000;
const BEGIN = Date.UTC(2026, 2, 5);

beforeAll(async () => {
  test = await openTestApp();
  projects = NAMES.map((name) => addProject(test.app, name));
  sessions = HOSTS.flatMap((host) =>
    projects.map((projectId) => addSession(test.app, projectId, { host, branch: "main", lastEventAt: BEGIN })),
  );
});
afterAll(() => test.close());

const rowArbitrary = fc.record({
  kind: fc.constantFrom("prompt", "tool", "message", "observation", "summary", "reflection", "memory"),
  /** Many rows a moment, so that ties decide, on days around a change of the clock. */
  at: fc.tuple(fc.nat(6), fc.nat(2)).map(([day, step]) => BEGIN + day * DAY + step * 7_200_000),
  session: fc.nat(3),
  project: fc.nat(1),
  branch: fc.nat(2),
  file: fc.nat(3),
  turn: fc.nat(1),
  deleted: fc.boolean(),
});
type Row = typeof rowArbitrary extends fc.Arbitrary<infer T> ? T : never;

interface Stored {
  kind: TimelineKind;
  id: number;
  at: number;
  projectId: number;
  branch: string | null;
  host: string;
  session: number;
  file: string | null;
  isShown: boolean;
}

let turns = 0;
function store(row: Row): Stored {
  const { app } = test;
  const sessionId = sessions[row.session] ?? 0;
  const projectId = projects[row.project] ?? 0;
  const branch = BRANCHES[row.branch] ?? null;
  const file = FILES[row.file] ?? "";
  const status = row.deleted ? ("deleted" as const) : ("active" as const);
  const place = { projectId, branch, createdAt: row.at, status };
  // One of each a turn; what is told of one turn is folded, so that runs there must be.
  const own = { turn: (turns += 1) };
  const base = { at: row.at, kind: row.kind, projectId, branch, session: sessionId, isShown: !row.deleted };
  const host = HOSTS[Math.floor(row.session / 2)] ?? "";
  switch (row.kind) {
    case "prompt":
      return {
        ...base,
        host,
        file: null,
        id: addPrompt(app, sessionId, "ask", { ...place, promptNumber: own.turn }).id,
      };
    case "tool": {
      const event = {
        kind: "tool" as const,
        toolName: "Edit",
        input: JSON.stringify({ file_path: file }),
        files: JSON.stringify([file]),
      };
      return { ...base, host, file, id: addEvent(app, sessionId, "", { ...place, ...event, turn: row.turn }).id };
    }
    case "message":
      return { ...base, host, file: null, id: addEvent(app, sessionId, "said", { ...place, turn: row.turn }).id };
    case "observation": {
      const files = JSON.stringify([file]);
      return {
        ...base,
        host,
        file,
        id: addObservation(app, "saw", { ...place, sessionId, ...own, filesRead: files }).id,
      };
    }
    case "summary": {
      const filesModified = JSON.stringify([file]);
      return { ...base, host, file, id: addSummary(app, sessionId, { ...place, ...own, filesModified }).id };
    }
    case "reflection":
      return { ...base, host, file: null, id: addReflection(app, "came to", { ...place, sessionId }).id };
    case "memory":
      return { ...base, host, file: null, id: addMemory(app, "fact", { ...place, host }).id };
  }
}

const askedArbitrary = fc.record({
  kinds: fc.subarray([...TIMELINE_KINDS], { minLength: 1 }),
  project: fc.option(fc.constantFrom(...NAMES), { nil: undefined }),
  host: fc.option(fc.constantFrom(...HOSTS), { nil: undefined }),
  branch: fc.option(fc.constantFrom("main", "feature/x"), { nil: undefined }),
  file: fc.option(fc.constantFrom("cart.ts", "src/cart.ts", "付款.ts", "a-b.c"), { nil: undefined }),
  from: fc.option(fc.constantFrom("2026-03-07", BEGIN + DAY), { nil: undefined }),
  to: fc.option(fc.constantFrom("2026-03-08", BEGIN + 4 * DAY), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 7 }),
});

const ends = (path: string, asked: string): boolean => path === asked || path.endsWith(`/${asked}`);

it("each row once, in order, as far as it passes; and as many in the bars", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowArbitrary, { maxLength: 40 }),
      fc.array(askedArbitrary, { minLength: 3, maxLength: 3 }),
      async (rows, questions) => {
        for (const table of ["prompts", "events", "observations", "summaries", "reflections", "memories"])
          test.app.sqlite.prepare(`DELETE FROM ${table}`).run();
        const stored = rows.map(store);
        // Bars that took long to count are kept for half a minute, on a busy machine these too.
        test.clock.now += 60_000;
        const zone = "America/Los_Angeles";
        for (const { kinds, limit, ...given } of questions) {
          const question = { ...given, kind: kinds.join(","), zone };
          const expected = expectedOf(stored, kinds, given);
          const seen = await pages({ ...question, limit });
          expect(seen.map(({ kind, id }) => `${kind}:${id}`)).toEqual(expected.map(({ kind, id }) => `${kind}:${id}`));
          const density = await timelineDensity(test.app, TimelineDensityQuery.parse(question));
          expect(density.total).toBe(expected.length);
          expect(density.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length);
          for (const { start, end, count } of density.buckets)
            expect(count).toBe(expected.filter(({ at }) => at >= start && at < end).length);
          for (const kind of kinds)
            expect(density.kinds[kind] ?? 0).toBe(expected.filter((row) => row.kind === kind).length);
        }
      },
    ),
    { numRuns: 60 },
  );
});

/** Every row that a walk through all pages shows; a run of tool uses by its parts. */
async function pages(question: Record<string, unknown>): Promise<{ kind: string; id: number }[]> {
  const seen: { kind: string; id: number }[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 500; page += 1) {
    const answer = await timelineEntries(test.app, TimelineEntriesQuery.parse({ ...question, cursor }));
    expect(answer.items.length).toBeLessThanOrEqual(Number(question["limit"]));
    seen.push(...answer.items.flatMap(partsOf));
    if (answer.nextCursor === null) return seen;
    cursor = answer.nextCursor;
  }
  throw new Error("the pages have no end");
}

const partsOf = (entry: TimelineEntry): { kind: string; id: number }[] =>
  entry.kind === "tool"
    ? entry.uses.map(({ id }) => ({ kind: "tool", id })).reverse()
    : [{ kind: entry.kind, id: entry.id }];

function expectedOf(
  stored: Stored[],
  kinds: readonly TimelineKind[],
  asked: {
    project?: string | undefined;
    host?: string | undefined;
    branch?: string | undefined;
    file?: string | undefined;
    from?: unknown;
    to?: unknown;
  },
): { kind: TimelineKind; id: number; at: number }[] {
  const bound = (value: unknown, day: number): number | undefined =>
    typeof value === "number" ? value : value === undefined ? undefined : day;
  // In Los Angeles; the eighth is the day of 23 hours.
  const from = bound(asked.from, Date.UTC(2026, 2, 7, 8)) ?? -Infinity;
  const to = bound(asked.to, Date.UTC(2026, 2, 9, 7) - 1) ?? Infinity;
  const projectId = asked.project === undefined ? undefined : projects[NAMES.indexOf(asked.project)];
  const ofProject = (row: { projectId: number }) => projectId === undefined || row.projectId === projectId;
  const inTime = ({ at }: { at: number }) => at >= from && at <= to;
  const naming = (row: Stored) => asked.file === undefined || (row.file !== null && ends(row.file, asked.file));
  const rows: { kind: TimelineKind; id: number; at: number }[] = stored.filter(
    (row) =>
      row.isShown &&
      kinds.includes(row.kind) &&
      ofProject(row) &&
      inTime(row) &&
      naming(row) &&
      (asked.host === undefined || row.host === asked.host) &&
      (asked.branch === undefined || row.branch === asked.branch),
  );
  const shownSessions = sessions.flatMap((id, index) => {
    const session = { id, at: BEGIN, projectId: projects[index % 2] ?? 0, kind: "session" as const };
    const touched =
      asked.file === undefined ||
      stored.some(
        (row) =>
          row.isShown && row.session === id && row.kind !== "memory" && naming(row) && ofProject(row) && row.at >= from,
      );
    const passes =
      kinds.includes("session") &&
      ofProject(session) &&
      inTime(session) &&
      touched &&
      (asked.host === undefined || HOSTS[Math.floor(index / 2)] === asked.host) &&
      (asked.branch === undefined || asked.branch === "main");
    return passes ? [session] : [];
  });
  return [...rows, ...shownSessions].sort((a, b) => b.at - a.at || rankOf(b.kind) - rankOf(a.kind) || b.id - a.id);
}
