import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET } from "@/app/api/overview/route";
import type { NewMemory } from "../contract/memory";
import { Overview } from "../contract/overview";
import { createMemory } from "../memories/service";
import { listMemoryPage } from "../memories/list";
import { openTestApp, type TestApp } from "../testing";
import { countByDay } from "./days-query";
import { firstIdSince } from "./changed-query";
import { lastDays } from "./days";
import {
  overviewChanged,
  overviewCounts,
  overviewDays,
  overviewHot,
  overviewInjected,
  overviewSpend,
  overviewYear,
} from "./service";

const ZONE = "America/Los_Angeles";
const DAY = 86_400_000;
let test: TestApp;
let ids = 0;

beforeEach(async () => {
  test = await openTestApp();
  ids = 0;
  for (const id of [1, 2])
    insert("projects", { id, key: `name:p${id}`, name: `p${id}`, kind: "name", created_at: 0, last_activity_at: id });
  for (const id of [1, 2]) insert("project_aliases", { project_id: id, alias: `p${id}`, kind: "name", created_at: 0 });
});
afterEach(() => test.close());

function insert(table: string, row: Record<string, string | number | null>): void {
  const names = Object.keys(row);
  test.app.sqlite
    .prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((name) => `$${name}`).join(", ")})`)
    .run(row);
}

const session = (at: number, project: number, status = "active"): number => {
  ids += 1;
  insert("sessions", {
    id: ids,
    host: "claude-code",
    host_session_id: `s${ids}`,
    project_id: project,
    status,
    started_at: at,
    last_event_at: at,
  });
  return ids;
};

const prompt = (at: number, project: number, status = "active"): void => {
  const id = session(at, project, status === "deleted" ? "deleted" : "active");
  insert("prompts", {
    session_id: id,
    project_id: project,
    prompt_number: 1,
    text: "t",
    original_chars: 1,
    dedupe_key: `d${id}`,
    status,
    created_at: at,
  });
};

const memory = (row: {
  at: number;
  project?: number;
  status?: string;
  uses?: number;
  importance?: number;
  expires?: number | null;
}): number => {
  ids += 1;
  insert("memories", {
    id: ids,
    project_id: row.project ?? 0,
    key: `a:b:c:m${ids}`,
    value: `the statement of memory ${ids}`,
    status: row.status ?? "active",
    access_count: row.uses ?? 0,
    importance: row.importance ?? 5,
    expires_at: row.expires ?? null,
    created_at: row.at,
    updated_at: row.at,
  });
  return ids;
};

describe("days", () => {
  it("U03: counts what happened in the evening under that evening's day of the person's zone", async () => {
    test.clock.now = Date.parse("2026-06-05T05:00:00Z");
    prompt(Date.parse("2026-06-05T04:30:00Z"), 1);
    prompt(Date.parse("2026-06-04T06:30:00Z"), 2);
    const days = (await overviewDays(test.app, { zone: ZONE }, "month")).slice(-2);
    expect(days.map(({ day, prompts, sessions }) => [day, prompts, sessions])).toEqual([
      ["2026-06-03", 1, 1],
      ["2026-06-04", 1, 1],
    ]);
    const [last] = (await overviewDays(test.app, { zone: "UTC" }, "month")).slice(-1);
    expect(last).toMatchObject({ day: "2026-06-05", prompts: 1 });
    const mine = (await overviewDays(test.app, { zone: ZONE, project: "p2" }, "month")).slice(-2);
    expect(mine.map(({ prompts }) => prompts)).toEqual([1, 0]);
  });

  it("agrees with counting row by row, in every zone, over a change of the clock", async () => {
    test.clock.now = Date.parse("2026-11-10T12:00:00Z");
    const rows = fc.sample(
      fc.record({
        at: fc.integer({ min: test.clock.now - 400 * DAY, max: test.clock.now }),
        project: fc.constantFrom(1, 2),
        status: fc.constantFrom("active", "active", "deleted"),
      }),
      { numRuns: 300, seed: 7 },
    );
    for (const { at, project, status } of rows) prompt(at, project, status);
    for (const zone of [ZONE, "Europe/Berlin", "Asia/Kathmandu", "Pacific/Apia"]) {
      const days = lastDays(test.clock.now, zone, 371);
      for (const scope of [null, [1], [1, 2], []]) {
        const expected = days.map(
          ({ start, end }) =>
            rows.filter(
              ({ at, project, status }) =>
                at >= start && at < end && status === "active" && (scope === null || scope.includes(project)),
            ).length,
        );
        expect(countByDay(test.app.db, "prompts", scope, days)).toEqual(expected);
      }
    }
  });

  it("is counted anew as soon as a row comes or goes", async () => {
    const last = async () => (await overviewYear(test.app, { zone: "UTC" })).at(-1);
    expect(await last()).toMatchObject({ prompts: 0, memories: 0, active: 0 });
    prompt(test.clock.now, 1);
    const id = memory({ at: test.clock.now });
    expect(await last()).toMatchObject({ prompts: 1, memories: 1, active: 1 });
    test.app.sqlite.prepare("UPDATE memories SET status = 'archived' WHERE id = ?").run(id);
    expect(await last()).toMatchObject({ prompts: 1, memories: 1, active: 0 });
  });

  it("ends the growth with what the card and the list call active", async () => {
    const { now } = test.clock;
    memory({ at: now - 3 * DAY });
    memory({ at: now - 500 * DAY, project: 1 });
    memory({ at: now - DAY, expires: now - 1 });
    memory({ at: now - DAY, status: "superseded" });
    memory({ at: now + DAY });
    for (const project of [undefined, "p1", "global", "nobody"]) {
      const scope = project === undefined ? {} : { project };
      const days = await overviewDays(test.app, { ...scope, zone: "UTC" }, "year");
      const { active } = await overviewCounts(test.app, project);
      expect([project, days.at(-1)?.active, (await listMemoryPage(test.app, { ...scope, limit: 1 })).total]).toEqual([
        project,
        active,
        active,
      ]);
    }
    expect((await overviewCounts(test.app)).active).toBe(3);
  });
});

describe("cards", () => {
  it("E106: count the memories in force by tier, those that nobody used, and what waits or expires", async () => {
    const { now } = test.clock;
    const add = (row: NewMemory) => createMemory(test.app, row, { actor: { kind: "person", name: "console" } });
    add({ key: "a:b:c:one", value: "the first statement of the store", tier: "pinned" });
    add({ key: "a:b:c:two", value: "a second thing that somebody said", tier: "reference" });
    add({ key: "a:b:c:three", value: "the third line is about deploys", expires_at: now + DAY });
    ids = 100;
    memory({ at: now, uses: 4, project: 1 });
    memory({ at: now, status: "archived" });
    expect(await overviewCounts(test.app)).toEqual({
      active: 4,
      pinned: 1,
      normal: 2,
      reference: 1,
      never_used: 3,
      waiting: 0,
      expiring: 1,
    });
    expect(await overviewCounts(test.app, "p1")).toMatchObject({ active: 1, never_used: 0, expiring: 0 });
  });
});

describe("the hottest memories", () => {
  it("E106: are those with the greatest importance × (uses + 1), as a look at every row finds them", async () => {
    const { now } = test.clock;
    const rows = fc.sample(
      fc.record({
        uses: fc.nat({ max: 20 }),
        importance: fc.integer({ min: 2, max: 20 }).map((half) => half / 2),
        project: fc.constantFrom(0, 1, 2),
        status: fc.constantFrom("active", "active", "archived"),
        expires: fc.constantFrom(null, now - 1, now + DAY),
      }),
      { numRuns: 400, seed: 11 },
    );
    const stored = rows.map((row) => ({ ...row, id: memory({ at: now, ...row }) }));
    for (const [project, of] of [
      [undefined, null],
      ["p2", 2],
      ["global", 0],
    ] as const) {
      const expected = stored
        .filter(
          ({ status, expires, project: id }) =>
            status === "active" && (expires === null || expires > now) && (of === null || id === of),
        )
        .map(({ id, importance, uses }) => ({ id, heat: importance * (uses + 1) }))
        .sort((a, b) => b.heat - a.heat || a.id - b.id)
        .slice(0, 10);
      const hot = await overviewHot(test.app, project);
      expect(hot.map(({ id, heat }) => ({ id, heat }))).toEqual(expected);
      expect(hot[0]?.value).toBe(`the statement of memory ${hot[0]?.id}`);
    }
    expect(await overviewHot(test.app, "nobody")).toEqual([]);
  });
});

describe("what was injected and spent", () => {
  const block = (at: number, project: number, items: [chars: number, used: boolean][]): void => {
    ids += 1;
    insert("injections", { id: ids, project_id: project, event: "SessionStart", text: "x", chars: 1, created_at: at });
    for (const [entity, [chars, used]] of items.entries())
      insert("injection_items", {
        injection_id: ids,
        entity_type: "memory",
        entity_id: entity + 1,
        layer: "scored",
        revision: 1,
        chars,
        used_turn: used ? 1 : null,
      });
  };

  it("adds the lines of each day's blocks, and of them those that were used", () => {
    const { now } = test.clock;
    block(now - 40 * DAY, 1, [[400, true]]);
    block(now - 2 * DAY, 1, [
      [400, true],
      [80, false],
    ]);
    block(now - 2 * DAY + 1, 2, [[40, false]]);
    block(now, 2, []);
    const days = overviewInjected(test.app, { zone: "UTC" }, "month");
    expect(days).toHaveLength(30);
    expect(days.filter(({ blocks, injected }) => blocks + injected > 0)).toEqual([
      { day: "2026-05-30", blocks: 2, injected: 130, used: 100 },
    ]);
    expect(overviewInjected(test.app, { zone: "UTC", project: "p2" }, "month").at(-3)).toEqual({
      day: "2026-05-30",
      blocks: 1,
      injected: 10,
      used: 0,
    });
  });

  it("finds the first block after a moment whatever numbers are missing", () => {
    const times = [5, 5, 9, 20, 20, 31];
    for (const at of times) {
      ids += 3;
      block(at, 1, []);
    }
    const rows = test.app.sqlite.prepare("SELECT id, created_at AS at FROM injections ORDER BY id").all() as {
      id: number;
      at: number;
    }[];
    for (let since = 0; since < 35; since += 1)
      expect(firstIdSince(test.app.db, "injections", since)).toBe(rows.find(({ at }) => at > since)?.id ?? null);
  });

  it("adds tokens and dollars of calls, for a project its own", () => {
    const { now } = test.clock;
    const call = (at: number, project: number, micros: number | null) =>
      insert("llm_calls", {
        purpose: "extract.turn",
        provider: "openai",
        model: "m",
        status: "ok",
        request_chars: 1,
        response_chars: 1,
        input_tokens: 100,
        output_tokens: 20,
        cost_micros: micros,
        duration_ms: 1,
        project_id: project,
        created_at: at,
      });
    call(now, 1, 250_000);
    call(now, 2, null);
    call(now - 60 * DAY, 1, 9);
    expect(overviewSpend(test.app, { zone: "UTC" }, "month").at(-1)).toEqual({
      day: "2026-06-01",
      calls: 2,
      tokens: 240,
      usd: 0.25,
    });
    expect(
      overviewSpend(test.app, { zone: "UTC", project: "p1" }, "quarter").filter(({ calls }) => calls > 0),
    ).toHaveLength(2);
  });
});

describe("since the person last looked", () => {
  it("counts what came, what was replaced, where something happened and what gave up", () => {
    const { now } = test.clock;
    const since = now - DAY;
    memory({ at: since - 1 });
    memory({ at: since });
    memory({ at: since + 1, project: 1 });
    memory({ at: now, status: "archived" });
    memory({ at: now, status: "superseded" });
    memory({ at: now, status: "deleted" });
    session(since + 1, 1);
    session(since - 1, 1);
    session(now, 2, "deleted");
    insert("jobs", { kind: "turn.extract", key: "k", status: "dead", run_at: 0, created_at: 0, updated_at: now });
    insert("jobs", { kind: "turn.extract", key: "l", status: "queued", run_at: 0, created_at: 0, updated_at: now });
    const none = { since, memories: 0, replaced: 0, conflicts: 0, sessions: 0, injections: 0, failures: 1 };
    expect(overviewChanged(test.app, since)).toEqual({ ...none, memories: 2, replaced: 1, sessions: 1 });
    expect(overviewChanged(test.app, since, "p1")).toEqual({ ...none, memories: 1, sessions: 1 });
    expect(overviewChanged(test.app, since, "nobody")).toEqual(none);
  });
});

describe("GET /api/overview", () => {
  const ask = async (query: string): Promise<[number, unknown]> => {
    const response = await GET(new Request(`http://127.0.0.1/api/overview${query}`));
    return [response.status, await response.json()];
  };

  it("answers all parts in one, for the range that is asked for", async () => {
    memory({ at: test.clock.now, uses: 2 });
    const [status, body] = await ask("?zone=Asia%2FShanghai&range=month&since=0");
    const overview = Overview.parse(body);
    expect([status, overview.days.length, overview.year.length]).toEqual([200, 30, 371]);
    expect(overview).toMatchObject({ zone: "Asia/Shanghai", counts: { active: 1 }, changed: { memories: 1 } });
    expect(overview.hot).toHaveLength(1);
    expect((await ask(""))[1]).toMatchObject({ changed: null, zone: "UTC" });
  });

  it("refuses a range and a moment that are none", async () => {
    for (const query of ["?range=century", "?since=yesterday", "?since=-1", `?project=${"x".repeat(2000)}`]) {
      const [status, body] = await ask(query);
      expect([query, status, body]).toMatchObject([query, 400, { ok: false, code: "validation_failed" }]);
    }
  });

  it("counts contradictions that wait, not proposals nor what has lost a half", () => {
    const { now } = test.clock;
    const [a, b, gone] = [memory({ at: now }), memory({ at: now }), memory({ at: now, status: "archived" })];
    const pair = (kind: string, older: number, newer: number) =>
      insert("memory_pairs", {
        kind,
        older_id: older,
        newer_id: newer,
        actor_kind: "job",
        actor_name: "test",
        reasons: "[]",
        created_at: now,
        updated_at: now,
      });
    pair("conflict", a, b);
    pair("supersedes", b, a);
    pair("conflict", a, gone);
    expect(overviewChanged(test.app, now - DAY).conflicts).toBe(1);
  });
});
