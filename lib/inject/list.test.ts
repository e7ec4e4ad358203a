/** The list of blocks that were sent: each filter, its sums, its pages. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../context";
import type { InjectionFilter } from "../contract/inject";
import { write } from "../db/write";
import { openTestApp, type TestApp } from "../testing";
import { addProject, addSession } from "../testing/places";
import { idFrom } from "./list-query";
import { insertInjection } from "./repo";
import { getInjection, injectionSenders, listInjections } from "./stored";
import { injectionTotals } from "./totals";
import { frameEntry } from "./trace";
import { recordUsage } from "./usage-repo";

const HOUR = 3_600_000;

let test: TestApp;
let app: App;
let shop: number;
let cart: number;
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  shop = addProject(app, "shop");
  cart = addProject(app, "cart");
});
afterEach(() => test.close());

interface Given {
  project?: number;
  host?: string | null;
  event?: string;
  session?: string | null;
  memories?: number[];
  listed?: number[];
}

/** A block an hour after the one before it. */
function send({
  project = shop,
  host = "claude-code",
  event = "SessionStart",
  session = "s-1",
  memories = [1, 2],
  listed = [],
}: Given = {}): number {
  test.clock.now += HOUR;
  const entry = (id: number, layer: string) => {
    const text = `- line ${id}`;
    const cost = { chars: text.length, tokens: 3 };
    return {
      layer,
      type: "memory",
      id,
      revision: 1,
      ...cost,
      included: true,
      reason: "recent",
      score: null,
      parts: null,
      text,
    };
  };
  const trace = [
    frameEntry(["<keepsake-memory>"]),
    ...memories.map((id) => entry(id, "scored")),
    ...listed.map((id) => entry(id, "index")),
  ];
  const text = trace.map((one) => one.text).join("\n");
  return write(app, (tx) =>
    insertInjection(tx, app.now(), {
      projectId: project,
      branch: null,
      host,
      hostSessionId: session,
      event,
      text,
      trace,
    }),
  );
}
const use = (injectionId: number, id: number, turn: number | null) =>
  write(app, (tx) =>
    recordUsage(tx, [
      { injectionId, type: "memory", id, turn: turn ?? 1, share: 0, usedAt: turn === null ? null : app.now() },
    ]),
  );
const ids = (filter: InjectionFilter = {}) => listInjections(app, { ...filter, limit: 100 }).items.map(({ id }) => id);

describe("filters", () => {
  it("by project, agent, event and session, alone and together", () => {
    const start = send();
    const prompt = send({ event: "UserPromptSubmit" });
    const kimi = send({ host: "kimi", session: "s-2", project: cart });
    const nameless = send({ host: null, session: null });
    expect(ids()).toEqual([nameless, kimi, prompt, start]);
    expect(ids({ project: "shop" })).toEqual([nameless, prompt, start]);
    expect(ids({ host: "kimi" })).toEqual([kimi]);
    expect(ids({ event: "UserPromptSubmit" })).toEqual([prompt]);
    expect(ids({ session: "s-1" })).toEqual([prompt, start]);
    expect(ids({ session: "s-1", event: "SessionStart", host: "claude-code", project: "shop" })).toEqual([start]);
    expect(ids({ project: "nobody" })).toEqual([]);
    expect(injectionSenders(app)).toEqual({
      hosts: ["claude-code", "kimi"],
      events: ["SessionStart", "UserPromptSubmit"],
    });
  });

  it("by what became of it: used, not used, not compared yet; of what is only listed nothing can be used", () => {
    const [used, unused, waiting, listed] = [send(), send(), send(), send({ memories: [], listed: [5] })];
    use(used, 1, 3);
    use(used, 2, null);
    use(unused, 1, null);
    expect(ids({ use: "used" })).toEqual([used]);
    expect(ids({ use: "unused" })).toEqual([unused]);
    expect(ids({ use: "waiting" })).toEqual([listed, waiting]);
    expect(
      listInjections(app, { limit: 100 }).items.map(({ id, use: state, items, told, compared, used: count }) => [
        id,
        state,
        items,
        told,
        compared,
        count,
      ]),
    ).toEqual([
      [listed, "waiting", 1, 0, 0, 0],
      [waiting, "waiting", 2, 2, 0, 0],
      [unused, "unused", 2, 2, 1, 0],
      [used, "used", 2, 2, 2, 1],
    ]);
  });

  it("by time: from and to a moment or a whole day", () => {
    test.clock.now = Date.UTC(2026, 5, 1, 22);
    const [evening, midnight, later] = [send(), send(), send()];
    expect(ids({ from: "2026-06-02" })).toEqual([later, midnight]);
    expect(ids({ to: "2026-06-01" })).toEqual([evening]);
    expect(ids({ from: "2026-06-02T00:00:00Z", to: "2026-06-02T00:00:00Z" })).toEqual([midnight]);
    expect(ids({ from: Date.UTC(2026, 5, 2) + 1 })).toEqual([later]);
    expect(ids({ from: "2026-06-03" })).toEqual([]);
    expect(ids({ to: "2026-05-30" })).toEqual([]);
  });

  it("finds the first block of a moment whatever was removed between", () => {
    const all = Array.from({ length: 40 }, () => send());
    const at = (id: number): number => getInjection(app, id).created_at;
    const times = all.map(at);
    app.sqlite.prepare("DELETE FROM injections WHERE id % 3 = 1").run();
    const left = all.filter((id) => id % 3 !== 1);
    for (const [n, time] of times.entries()) {
      const expected = left.find((id) => id >= (all[n] ?? 0)) ?? (left.at(-1) ?? 0) + 1;
      const found = idFrom(app.db, time);
      expect(left.find((id) => id >= found) ?? (left.at(-1) ?? 0) + 1).toBe(expected);
    }
  });
});

describe("pages", () => {
  it("go through all of them once, with the session that each was for", () => {
    const sessionId = addSession(app, shop, { host: "claude-code", hostSessionId: "s-1" });
    const all = Array.from({ length: 7 }, () => send());
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = listInjections(app, { limit: 3, cursor });
      seen.push(...page.items.map(({ id }) => id));
      for (const item of page.items) expect(item.session_id).toBe(sessionId);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([...all].reverse());
    expect(getInjection(app, all[0] ?? 0)).toMatchObject({ session_id: sessionId, told: 2, use: "waiting" });
  });

  it("what few of very many blocks have is found a stretch at a time", () => {
    const rare = send({ host: "kimi" });
    app.sqlite
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
         INSERT INTO injections (project_id, host, host_session_id, event, text, trace, chars, created_at)
         SELECT 1000 + i % 50, 'claude-code', 's-' || i, 'SessionStart', 'x', '[]', 1, ? + i FROM n`,
      )
      .run(app.now());
    let [pages, cursor] = [0, undefined as string | undefined];
    const found: number[] = [];
    do {
      const page = listInjections(app, { host: "kimi", limit: 50, cursor });
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      pages += 1;
    } while (cursor !== undefined && pages < 20);
    expect([found, cursor]).toEqual([[rare], undefined]);
    expect(pages).toBeGreaterThan(1);
  });
});

it("sums what the filters leave, by agent", async () => {
  const first = send();
  const second = send({ host: "kimi", memories: [1, 2, 3], listed: [4] });
  send({ project: cart, host: "kimi", event: "UserPromptSubmit" });
  use(first, 1, 2);
  use(second, 1, null);
  const chars = (id: number) => getInjection(app, id).chars;
  const totals = await injectionTotals(app, { project: "shop" });
  expect(totals).toMatchObject({
    blocks: 2,
    chars: chars(first) + chars(second),
    tokens: Math.ceil((chars(first) + chars(second)) / 4),
    items: 6,
    told: 5,
    compared: 2,
    used: 1,
    events: [{ event: "SessionStart", blocks: 2 }],
  });
  expect(totals.hosts.map(({ host, blocks, used }) => [host, blocks, used])).toEqual([
    ["claude-code", 1, 1],
    ["kimi", 1, 0],
  ]);
  expect(await injectionTotals(app, { project: "shop", use: "used" })).toMatchObject({ blocks: 1, told: 2, used: 1 });
  expect(await injectionTotals(app, { project: "nobody" })).toMatchObject({
    blocks: 0,
    chars: 0,
    hosts: [],
    events: [],
  });
});

it("sums every block, however many there are", async () => {
  const given = [send(), send({ host: "kimi", event: "UserPromptSubmit" }), send({ host: null })];
  app.sqlite
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7000)
       INSERT INTO injections (project_id, host, host_session_id, event, text, trace, chars, created_at)
       SELECT 1000 + i % 50, 'codex', 's-' || i, 'SessionStart', 'x', '[]', 4, ? + i FROM n`,
    )
    .run(app.now());
  use(given[1] ?? 0, 1, 2);
  const totals = await injectionTotals(app, {});
  expect(totals).toMatchObject({ blocks: 7003, told: 6, compared: 1, used: 1 });
  expect(totals.hosts.map(({ host, blocks }) => [host, blocks])).toEqual([
    ["codex", 7000],
    [null, 1],
    ["claude-code", 1],
    ["kimi", 1],
  ]);
  expect(await injectionTotals(app, { use: "used" })).toMatchObject({ blocks: 1, hosts: [{ host: "kimi" }] });
  expect(await injectionTotals(app, { use: "waiting" })).toMatchObject({ blocks: 7002 });
  expect(await injectionTotals(app, { session: "s-7000" })).toMatchObject({ blocks: 1, chars: 4 });
});
