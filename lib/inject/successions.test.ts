/** Which of two statements about one subject a block holds. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { App } from "../context";
import { memoryPairs } from "../db/schema/memories";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addMemories, addObservations, DAY } from "../testing/inject-rows";
import { addProject } from "../testing/places";
import { exclude } from "./exclusions";
import { buildInjection } from "./service";

const PERSON = { kind: "person", name: "console" } as const;

let test: TestApp;
let app: App;
let projectId: number;
let [older, newer] = [0, 0];
inUtc();
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  projectId = addProject(app, "app");
  [older = 0, newer = 0] = addMemories(app, [
    {
      projectId,
      key: "app:cart:decision:cache",
      value: "The cart lives in Redis.",
      importance: 9,
      updatedAt: app.now() - DAY,
    },
    { projectId, key: "app:cart:decision:store", value: "The cart lives in Memcached.", importance: 2 },
  ]);
});
afterEach(() => test.close());

const pair = (given: Partial<typeof memoryPairs.$inferInsert>) =>
  app.db
    .insert(memoryPairs)
    .values({
      kind: "supersedes",
      projectId,
      olderId: older,
      newerId: newer,
      actorKind: "job",
      actorName: "test",
      createdAt: 0,
      updatedAt: 0,
      ...given,
    })
    .run();
const block = () => buildInjection(app, { project: "app", preview: true });
const order = () => (block().text.match(/Redis|Memcached/g) ?? []).join(" > ");

it("an open pair bars the older half while the newer is a candidate, with the reason in the trace", () => {
  expect(order()).toBe("Redis > Memcached");
  pair({});
  addObservations(app, [{ projectId, title: "The cart lives in Redis" }]);
  const { text, trace } = block();
  expect(text).not.toContain("Redis");
  expect(trace.filter((entry) => entry.id === older && entry.type === "memory")).toMatchObject([
    { layer: "scored", included: false, reason: `memory ${newer} seems to replace it`, text: null },
  ]);
  expect(trace.find((entry) => entry.type === "observation")?.reason).toBe(`memory ${older} said it and is kept out`);
});

it("both halves stand, the newer above, where only an agent or a model said the newer", () => {
  pair({});
  for (const origin of ["agent", "llm"]) {
    app.sqlite.prepare("UPDATE memories SET origin = ? WHERE id = ?").run(origin, newer);
    expect(order()).toBe("Memcached > Redis");
  }
  app.sqlite.prepare("UPDATE memories SET origin = 'rules' WHERE id = ?").run(newer);
  expect(order()).toBe("Memcached");
});

it("the older half speaks where the newer may not", () => {
  pair({});
  app.sqlite.prepare("UPDATE memories SET review_state = 'pending' WHERE id = ?").run(newer);
  expect(order()).toBe("Redis");
  app.sqlite.prepare("UPDATE memories SET review_state = NULL WHERE id = ?").run(newer);
  exclude(app, { memory_id: newer, project: "app" }, PERSON);
  expect(order()).toBe("Redis");
});

it("the newer half of a conflict is held back, the older stays", () => {
  app.sqlite.prepare("UPDATE memories SET review_state = 'conflict' WHERE id = ?").run(newer);
  pair({ kind: "conflict" });
  expect(order()).toBe("Redis");
});

it("of two that a person let stand, the newer is above the older, whatever their scores", () => {
  pair({ status: "resolved", resolution: "keep_both" });
  expect(order()).toBe("Memcached > Redis");
});

it("a resolved pair that superseded leaves nothing of the older", () => {
  app.sqlite.prepare("UPDATE memories SET status = 'superseded', superseded_by = ? WHERE id = ?").run(newer, older);
  pair({ status: "resolved", resolution: "take_newer" });
  expect(order()).toBe("Memcached");
});
