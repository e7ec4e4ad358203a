import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../context";
import { TraceEntry } from "../contract/inject";
import { injectionItems, injections } from "../db/schema/injections";
import { hardDelete } from "../operations/hard-delete";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addMemories, addObservations, addSummaries, DAY } from "../testing/inject-rows";
import { addProject, addSession } from "../testing/places";
import { hostileText } from "../testing/random-stores";
import { KEPT_PER_PROJECT } from "./repo";
import { buildInjection } from "./service";
import { getInjection, listMemoryInjections } from "./stored";
import { heldBy, rebuildBlock } from "./trace";

const PERSON = { kind: "person", name: "console" } as const;
const HOST_CAP = 10_000;

let test: TestApp;
let app: App;
let projectId: number;
inUtc();
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  projectId = addProject(app, "app");
});
afterEach(() => test.close());

const storedRow = (id: number) =>
  app.db
    .select()
    .from(injections)
    .all()
    .find((row) => row.id === id);
const storedTrace = (id: number) => TraceEntry.array().parse(JSON.parse(storedRow(id)?.trace ?? ""));
const items = () => app.db.select().from(injectionItems).all();

describe("the trace of a stored block", () => {
  it("reproduces the block byte for byte, within every budget, for random stores; equal stores and clocks give equal bytes", () => {
    const memory = fc.record({
      value: hostileText,
      tags: hostileText,
      tier: fc.constantFrom("pinned" as const, "normal" as const, "reference" as const),
      importance: fc.nat(10),
    });
    const store = fc.record({
      memories: fc.array(memory, { minLength: 1, maxLength: 30 }),
      titles: fc.array(hostileText, { maxLength: 8 }),
      request: hostileText,
      maxChars: fc.integer({ min: 400, max: 10_000 }),
      branch: fc.option(hostileText),
    });
    let stored = 0;
    fc.assert(
      fc.property(store, ({ memories, titles, request, maxChars, branch }) => {
        app.sqlite.exec(
          "DELETE FROM memories; DELETE FROM observations; DELETE FROM summaries; DELETE FROM injections",
        );
        addMemories(
          app,
          memories.map((row, n) => ({ ...row, projectId, key: `app:topic${n % 12}:fact:t${n}` })),
        );
        addObservations(
          app,
          titles.map((title, n) => ({ projectId, title, createdAt: app.now() - n * DAY })),
        );
        addSummaries(app, [{ projectId, sessionId: addSession(app, projectId), request }]);
        const asked = { project: "app", maxChars, ...(branch === null ? {} : { branch }) };
        const preview = buildInjection(app, { ...asked, preview: true });
        const built = buildInjection(app, asked);
        expect(built.text).toBe(preview.text);
        expect(built.text.length).toBeLessThanOrEqual(Math.min(maxChars, 8000));
        expect(JSON.stringify(built.text).length).toBeLessThan(HOST_CAP);
        if (built.id === 0) return;
        stored += 1;
        const trace = storedTrace(built.id);
        expect(rebuildBlock(trace)).toBe(storedRow(built.id)?.text);
        expect(rebuildBlock(getInjection(app, built.id).trace)).toBe(built.text);
        const cut = trace.filter((entry) => !entry.included);
        expect(cut.filter((entry) => entry.text !== null)).toEqual([]);
        expect(
          items()
            .map((item) => [item.layer, item.entityType, item.entityId, item.chars])
            .sort(),
        ).toEqual(
          heldBy(trace)
            .map((entry) => [entry.layer, entry.type, entry.id, entry.chars])
            .sort(),
        );
      }),
      { numRuns: 150, seed: 20_261_130 },
    );
    expect(stored).toBeGreaterThan(100);
  }, 120_000);

  it("tells of each candidate layer, score parts, cost in characters and tokens, in or out and why", () => {
    saveSettings(app, { inject_max_count: 1, inject_index_max_chars: 0 });
    const [first, second] = addMemories(app, [
      { projectId, key: "app:a:fact:it", importance: 8 },
      { projectId, key: "app:b:fact:it", importance: 4 },
    ]);
    const { trace, text } = buildInjection(app, { project: "app" });
    const line = "- [app:a:fact:it] Always use pnpm here. (fact, 2026-06-01, M1)";
    expect(trace.filter((entry) => entry.layer === "scored")).toMatchObject([
      { type: "frame", text: "\n## Memories", included: true, reason: "title" },
      { id: first, chars: line.length, tokens: Math.ceil(line.length / 4), included: true, text: line },
      { id: second, included: false, reason: "more than 1 of this layer", text: null, chars: line.length },
    ]);
    for (const { type, score, parts } of trace.filter((entry) => entry.layer === "scored")) {
      if (type === "frame") continue;
      expect(Object.values(parts ?? {}).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score ?? 0, 10);
    }
    expect(trace.reduce((sum, entry) => sum + (entry.text === null ? 0 : entry.chars + 1), -1)).toBe(text.length);
    expect(storedTrace(1)).toHaveLength(trace.length);
  });

  it("after a deletion for good it still reproduces what is left of the block", () => {
    const value = 'The zyxquartz gateway drains at "quarter past three", then restarts with flag --plumbago.';
    const [id = 0] = addMemories(app, [
      { projectId, key: "app:gateway:fact:it", value },
      { projectId, key: "app:other:fact:it" },
    ]);
    const built = buildInjection(app, { project: "app" });
    expect(built.text).toContain("zyxquartz");
    hardDelete(app, { table: "memories", ids: [id] }, PERSON);
    const left = getInjection(app, built.id);
    expect(left.text).not.toContain("zyxquartz");
    expect(left.text).toContain("[removed]");
    expect(rebuildBlock(left.trace)).toBe(left.text);
  });

  it("reads a trace that was stored before entries had a text", () => {
    const old = {
      layer: "scored",
      type: "memory",
      id: 1,
      revision: 1,
      chars: 9,
      included: true,
      reason: "score 1.000",
      score: 1,
      parts: null,
    };
    app.sqlite
      .prepare(
        "INSERT INTO injections(project_id, event, text, trace, chars, created_at) VALUES (?, 'SessionStart', 'x', ?, 1, 0)",
      )
      .run(projectId, JSON.stringify([old]));
    expect(getInjection(app, 1).trace).toMatchObject([{ ...old, text: null, tokens: 0, used: null }]);
  });
});

describe("what a session used", () => {
  it("stands with each entry: yes with turn and share, no, or not compared yet", () => {
    addMemories(
      app,
      Array.from({ length: 3 }, (_, n) => ({ projectId, key: `app:t${n}:fact:it` })),
    );
    const { id } = buildInjection(app, { project: "app" });
    const set = app.sqlite.prepare(
      "UPDATE injection_items SET checked_turn = ?, used_turn = ?, used_at = ?, overlap = ? WHERE entity_id = ?",
    );
    set.run(2, 2, 77, 0.8, 1);
    set.run(2, null, null, 0.1, 2);
    const uses = getInjection(app, id).trace.filter((entry) => entry.type === "memory");
    expect(uses.map((entry) => [entry.used, entry.used_turn, entry.used_at, entry.overlap])).toEqual([
      [true, 2, 77, 0.8],
      [false, null, null, 0.1],
      [null, null, null, null],
    ]);
  });

  it("a memory's blocks come newest first in pages, with layer and use; an unknown memory is not found", () => {
    const [memory = 0, listed = 0] = addMemories(app, [
      { projectId, key: "app:a:fact:it" },
      { projectId, key: "app:b:fact:it", tier: "reference" },
    ]);
    const ids = ["s-1", "s-2", "s-3"].map(
      (session) => buildInjection(app, { project: "app", host: "claude-code", session }).id,
    );
    app.sqlite.prepare("UPDATE injection_items SET checked_turn = 1, used_turn = 1 WHERE injection_id = ?").run(ids[1]);
    const first = listMemoryInjections(app, memory, { limit: 2 });
    expect(first.items.map((item) => [item.injection_id, item.session, item.used, item.layer])).toEqual([
      [ids[2], "s-3", null, "scored"],
      [ids[1], "s-2", true, "scored"],
    ]);
    expect(first.items[0]).toMatchObject({ project: "app", host: "claude-code", event: "SessionStart", revision: 1 });
    const second = listMemoryInjections(app, memory, { limit: 2, cursor: first.nextCursor ?? "" });
    expect([second.items.map((item) => item.injection_id), second.nextCursor]).toEqual([[ids[0]], null]);
    expect(listMemoryInjections(app, listed, { limit: 1 }).items[0]?.layer).toBe("index");
    expect(() => listMemoryInjections(app, listed, { limit: 1, cursor: first.nextCursor ?? "" })).toThrow(/cursor/);
    expect(() => listMemoryInjections(app, 99, { limit: 1 })).toThrow(/no memory 99/);
  });

  it("goes with the block when that is trimmed", () => {
    addMemories(app, [{ projectId, key: "app:a:fact:it" }]);
    const { id } = buildInjection(app, { project: "app" });
    expect(items()).toHaveLength(1);
    const insert = app.sqlite.prepare(
      "INSERT INTO injections(project_id, event, text, chars, created_at) VALUES (?, 'SessionStart', 'x', 1, 0)",
    );
    for (let n = 0; n < KEPT_PER_PROJECT; n++) insert.run(projectId);
    const newest = buildInjection(app, { project: "app" }).id;
    expect(items().map((item) => item.injectionId)).toEqual([newest]);
    expect(() => getInjection(app, id)).toThrow(/no injection/);
  });
});
