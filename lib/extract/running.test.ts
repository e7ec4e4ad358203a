/** The running observation (M3): there with the first event, the same row until the end, and nobody's business where nothing is captured. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { bash, column, hook, prompt, type Row, rows } from "../capture/testing";
import type { IngestItem } from "../contract/capture";
import { write } from "../db/write";
import { drain } from "../jobs/runner";
import { indexEntity } from "../search/indexing";
import { updateObservation } from "../observations/repo";
import { recordOperation } from "../operations/record";
import { undoOperation } from "../operations/undo";
import { search } from "../search/service";
import { forgetSession } from "../sessions/forget";
import { openTestApp, type TestApp } from "../testing";

const PERSON = { kind: "person", name: "tester" } as const;
let test: TestApp;

beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

let uses = 0;
const use = (name: string, input: object, output = "ok", more: Record<string, unknown> = {}): IngestItem =>
  hook("PostToolUse", {
    tool_name: name,
    tool_input: input,
    tool_response: output,
    tool_use_id: `toolu_${(uses += 1)}`,
    ...more,
  });
const read = (path: string): IngestItem => use("Read", { file_path: `/w/app/${path}` }, "export const a = 1;");
const edit = (path: string): IngestItem =>
  use("Edit", { file_path: `/w/app/${path}`, old_string: "a", new_string: "b" }, "The file has been updated.");
const stop = (message: string): IngestItem => hook("Stop", { last_assistant_message: message });

/** Events and whatever is due within a second after them. */
async function live(...items: IngestItem[]): Promise<void> {
  await ingest(test.app, items);
  await drain(test.app);
  test.clock.now += 1_000;
  await drain(test.app);
}
const active = (): Row[] =>
  rows(test.app, "SELECT * FROM observations WHERE status = 'active' ORDER BY id").map((row) => row);
const feed = (): unknown[] =>
  column(
    test.app,
    "SELECT kind || ':' || entity_id FROM activity WHERE kind GLOB 'observation.*' AND entity_type = 'observation' ORDER BY id",
  );
const operations = (): Row[] => rows(test.app, "SELECT * FROM operations ORDER BY id");
const lastExtraction = (): number => Number(operations().findLast((row) => row["kind"] === "turn.extract")?.["id"]);

describe("M3: the running observation", () => {
  it("M3: is there after the first event's job, grows with later ones under its id, and is refined at the turn's end", async () => {
    await ingest(test.app, [prompt("Fix the empty cart crash"), read("src/cart.ts")]);
    await drain(test.app);
    expect(active()).toMatchObject([
      { title: "Read src/cart.ts", subtitle: "Fix the empty cart crash", source: "running", priority: "low", turn: 1 },
    ]);
    expect(feed()).toEqual(["observation.created:1"]);
    expect(operations()).toEqual([]);

    await live(edit("src/cart.ts"), bash("1 failed", { tool_use_id: "toolu_make" }));
    expect(active()).toMatchObject([
      { id: 1, title: "Edited src/cart.ts; `make test` failed", source: "running", obs_type: "change" },
    ]);
    expect(JSON.parse(String(active()[0]?.["files_modified"]))).toEqual(["src/cart.ts"]);
    expect(feed()).toEqual(["observation.created:1", "observation.updated:1"]);

    await live(bash("5 passed", { tool_use_id: "toolu_make2" }), stop("Fixed the crash for empty carts."));
    expect(active()).toMatchObject([{ id: 1, title: "Fixed the crash for empty carts", source: "rules" }]);
    expect(active()).toHaveLength(1);
    expect(feed().slice(0, 2)).toEqual(["observation.created:1", "observation.updated:1"]);
    expect(new Set(feed().slice(1))).toEqual(new Set(["observation.updated:1"]));
  });

  it("M3: the turn's end may split it: the first row keeps its id, the decision gets one of its own", async () => {
    await live(prompt("From now on use pnpm in this repo because npm breaks the lock. Fix the cart."), read("a.ts"));
    await live(edit("a.ts"), stop("Fixed the cart total."));
    expect(active().map((row) => [row["id"], row["obs_type"], row["source"]])).toEqual([
      [1, "bugfix", "rules"],
      [2, "decision", "rules"],
    ]);
  });

  it("M3: is found by words at once", async () => {
    await live(prompt("look around"), read("src/zebra-cart.ts"));
    const found = await search(test.app, { q: "zebra-cart", kinds: ["observation"], mode: "words", limit: 5 } as never);
    expect(JSON.stringify(found)).toContain("zebra-cart");
  });

  it("M3: a turn that only read keeps its row, of low priority, when the rules say nothing", async () => {
    await live(use("Bash", { command: "ls" }, "a.ts"));
    await live(hook("Stop"));
    expect(active()).toMatchObject([{ id: 1, title: "Ran `ls`", source: "rules", priority: "low" }]);
  });

  it("M3: sixty seconds of silence refine it, and what comes afterwards extends the same row", async () => {
    await live(prompt("Fix the cart"), edit("src/cart.ts"));
    test.clock.now += 60_000;
    await drain(test.app);
    expect(active()).toMatchObject([{ id: 1, source: "rules", title: "Edited src/cart.ts" }]);
    await live(edit("src/total.ts"));
    expect(active()).toHaveLength(1);
    expect(JSON.parse(String(active()[0]?.["files_modified"]))).toEqual(["src/cart.ts", "src/total.ts"]);
    expect(String(active()[0]?.["facts"])).toContain("src/total.ts");
    // Its operation holds what it says now, so that it can be undone.
    undoOperation(test.app, lastExtraction(), PERSON);
    expect(active()).toEqual([]);
    await live(edit("src/late.ts"));
    expect(active()).toEqual([]);
  });

  it("M3: a turn that went on after its end is read again under the same id", async () => {
    await live(read("a.ts"));
    test.clock.now += 60_000;
    await drain(test.app);
    expect(active()).toMatchObject([{ id: 1, title: "Read a.ts", source: "rules" }]);
    await live(read("b.ts"));
    expect(active()).toMatchObject([{ id: 1, title: "Read a.ts, b.ts", source: "rules" }]);
    await live(edit("b.ts"), stop("Added a guard to b."));
    expect(active()).toMatchObject([{ id: 1, title: "Added a guard to b", source: "rules" }]);
    expect(column(test.app, "SELECT count(*) FROM observations")).toEqual([1]);
  });

  it("M3: survives a kill between event, job and end", async () => {
    await ingest(test.app, [prompt("Fix the cart"), read("a.ts")]);
    await test.reopen();
    await drain(test.app);
    expect(active()).toMatchObject([{ id: 1, source: "running" }]);
    await ingest(test.app, [edit("a.ts")]);
    await test.reopen();
    await live();
    expect(active()).toMatchObject([{ id: 1, title: "Edited a.ts", source: "running" }]);
    await test.reopen();
    await live(stop("Fixed the total."));
    expect(active()).toMatchObject([{ id: 1, title: "Fixed the total", source: "rules" }]);
  });

  it("M3: a private turn, a transcript, a project that is off or only read, and a forgotten session have none", async () => {
    await live(prompt("<private>secret plan</private>"), read("a.ts"));
    expect(column(test.app, "SELECT id FROM observations")).toEqual([]);

    const call = { type: "tool_use", id: "toolu_t", name: "Read", input: { file_path: "/w/app/t.ts" } };
    const line = (uuid: string, role: string, content: unknown) => ({
      host: "claude-code" as const,
      event: "TranscriptLine",
      payload: { type: role, uuid, sessionId: "s-t", cwd: "/w/app", message: { role, content } },
    });
    await live(line("u1", "user", "go"), line("u2", "assistant", [call]));
    expect(column(test.app, "SELECT id FROM observations")).toEqual([]);

    for (const mode of ["off", "read-only"]) {
      await ingest(test.app, [prompt("go on"), read(`${mode}.ts`)]);
      test.app.sqlite.prepare("UPDATE projects SET mode = ?").run(mode);
      await live();
      expect(column(test.app, "SELECT id FROM observations")).toEqual([]);
      test.app.sqlite.prepare("UPDATE projects SET mode = 'auto'").run();
    }

    await ingest(test.app, [prompt("again"), read("z.ts")]);
    forgetSession(test.app, 1, PERSON);
    await live();
    expect(column(test.app, "SELECT id FROM observations WHERE status = 'active'")).toEqual([]);
  });

  it("M3: undoing the extraction takes the row away, redoing brings it back, and later events change neither", async () => {
    await live(prompt("Fix the cart"), read("a.ts"));
    await live(edit("a.ts"), stop("Fixed the total."));
    const undone = undoOperation(test.app, lastExtraction(), PERSON);
    expect(active()).toEqual([]);
    await live(read("b.ts"));
    expect(active()).toEqual([]);
    undoOperation(test.app, undone.operation_id, PERSON);
    expect(active()).toMatchObject([{ id: 1, title: "Fixed the total", source: "rules" }]);
    await live(read("c.ts"));
    expect(active()).toHaveLength(1);
  });

  it("M3: what a person made of a running row stays theirs, while the turn goes on and at its end", async () => {
    await live(prompt("Fix the cart"), read("a.ts"));
    write(test.app, (tx) => {
      const before = active()[0];
      const after = updateObservation(tx, 1, { title: "Cart: read for the audit" });
      indexEntity(tx, test.clock.now, "observation", after);
      recordOperation(tx, test.clock.now, {
        kind: "observation.edit",
        title: "Edited observation 1",
        actor: PERSON,
        changes: [{ table: "observations", id: 1, before: { ...after, title: before?.["title"] }, after }],
      });
    });
    await live(edit("a.ts"));
    expect(active()).toMatchObject([{ id: 1, title: "Cart: read for the audit" }]);
    await live(stop("Fixed the total."));
    expect(active()).toMatchObject([{ id: 1, title: "Cart: read for the audit", source: "rules" }]);
  });

  it("M3: a row that a person removed does not come back with the next event", async () => {
    await live(prompt("Fix the cart"), read("a.ts"));
    write(test.app, (tx) => {
      const after = updateObservation(tx, 1, { status: "deleted" });
      recordOperation(tx, test.clock.now, {
        kind: "observation.delete",
        title: "Deleted observation 1",
        actor: PERSON,
        changes: [{ table: "observations", id: 1, before: { ...after, status: "active" }, after }],
      });
    });
    await live(edit("a.ts"));
    await live(stop("Fixed the total."));
    expect(active()).toEqual([]);
  });

  it("M3: of a very long turn with very long outputs a bounded part is read, the uses are counted, and no file is lost", async () => {
    const big = "x".repeat(64 * 1024);
    for (let at = 0; at < 6; at += 1) {
      const items = Array.from({ length: 40 }, (_, n) => use("Read", { file_path: `/w/app/f${at}-${n}.ts` }, big));
      await live(...items, use("Write", { file_path: `/w/app/w${at}.ts`, content: big }, "File created"));
    }
    const [row] = active();
    expect(String(row?.["summary"])).toContain("6 edits, 240 reads");
    expect(JSON.parse(String(row?.["files_modified"]))).toHaveLength(6);
    expect(JSON.parse(String(row?.["files_read"]))).toHaveLength(100);
    expect(String(row?.["summary"]).length).toBeLessThanOrEqual(900);
  });

  it("M3: in any stream of events a turn has at most one running row, its id stays, and what was told never vanishes", async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant("prompt" as const),
        text: fc.constantFrom("Fix it", "why?", "Use Redis from now on"),
      }),
      fc.record({ do: fc.constant("use" as const), item: fc.constantFrom("read", "edit", "bash", "odd") }),
      fc.record({ do: fc.constant("stop" as const) }),
      fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(100, 1_000, 61_000) }),
      fc.record({ do: fc.constant("reopen" as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await test.close();
        test = await openTestApp();
        const idOfTurn = new Map<number, number>();
        for (const one of steps) {
          if (one.do === "prompt") await ingest(test.app, [prompt(`${one.text} ${(uses += 1)}`)]);
          if (one.do === "stop") await ingest(test.app, [hook("Stop", { last_assistant_message: "Fixed it." })]);
          if (one.do === "use") {
            const path = `f${(uses += 1)}.ts`;
            const items = {
              read: read(path),
              edit: edit(path),
              bash: use("Bash", { command: "ls" }),
              odd: use("X", {}),
            };
            await ingest(test.app, [items[one.item as keyof typeof items]]);
          }
          if (one.do === "reopen") await test.reopen();
          if (one.do === "wait") test.clock.now += one.ms;
          await drain(test.app);
          const running =
            "SELECT max(n) FROM (SELECT count(*) n FROM observations WHERE source = 'running' GROUP BY turn)";
          expect(column(test.app, running)[0] ?? 0).toBeLessThanOrEqual(1);
          const told = rows(
            test.app,
            "SELECT turn, min(id) AS id FROM observations WHERE status = 'active' AND obs_type <> 'decision' GROUP BY turn",
          );
          for (const { turn, id } of told) {
            const known = idOfTurn.get(Number(turn)) ?? Number(id);
            expect(Number(id)).toBe(known);
            idOfTurn.set(Number(turn), known);
          }
          expect(told).toHaveLength(idOfTurn.size);
        }
        test.clock.now += 2_000;
        await drain(test.app);
        const used = column(
          test.app,
          "SELECT DISTINCT turn FROM events WHERE kind = 'tool' AND status = 'active' ORDER BY turn",
        );
        const told = column(test.app, "SELECT DISTINCT turn FROM observations WHERE status = 'active' ORDER BY turn");
        for (const turn of used) expect(told).toContain(turn);
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});
