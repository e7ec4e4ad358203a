import { afterEach, beforeEach, expect, it } from "vitest";
import { Consolidation, Housekeeping } from "@/lib/contract/housekeeping";
import { JOB } from "@/lib/jobs/kinds";
import { drain } from "@/lib/jobs/runner";
import { vectorIndexHandler } from "@/lib/search/vector-jobs";
import { openTestApp, type TestApp } from "@/lib/testing";
import { addMemory } from "@/lib/testing/search-rows";
import * as consolidateRoute from "../consolidate/route";
import * as undoRoute from "../operations/[id]/undo/route";
import * as housekeepingRoute from "./route";

const DAY = 86_400_000;
/** Only what brings the vectors in step: other jobs would have something to say about near-duplicates. */
const VECTORS = [{ name: "index", kinds: [{ kind: JOB.indexVector, handler: vectorIndexHandler }] }];
let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

type Handler = (request: Request) => Promise<Response>;

async function call(handler: Handler, query: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const request = new Request(`http://127.0.0.1/api?${query}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", "x-keepsake-client": "console" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request);
  return { status: response.status, body: await response.json() };
}

it("E47: GET /api/consolidate shows, POST merges, and Undo takes it back", async () => {
  for (let i = 0; i < 3; i += 1) addMemory(test.app, "deploys run on every push to main");
  await drain(test.app, VECTORS);
  const shown = await call(consolidateRoute.GET, "threshold=0.95&limit=2");
  const page = Consolidation.parse(shown.body);
  expect(page).toMatchObject({ dry_run: true, threshold: 0.95, merged: 0 });
  expect(page.pairs).toHaveLength(2);
  expect(page.nextCursor).not.toBeNull();
  const rest = Consolidation.parse(
    (await call(consolidateRoute.GET, `threshold=0.95&limit=2&cursor=${page.nextCursor}`)).body,
  );
  expect(rest.pairs).toHaveLength(1);
  const { keep, drop } = page.pairs[0] ?? {};
  const merged = await call(consolidateRoute.POST, "", { pairs: [{ keep: keep?.id, drop: drop?.id }] });
  const done = Consolidation.parse(merged.body);
  expect(done).toMatchObject({ dry_run: false, merged: 1, pairs: [{ drop: { id: drop?.id } }] });
  const params = Promise.resolve({ id: String(done.operation_id) });
  const undone = await undoRoute.POST(new Request("http://127.0.0.1/api", { method: "POST" }), { params });
  expect(undone.status).toBe(200);
  expect(Consolidation.parse((await call(consolidateRoute.POST, "", {})).body).merged).toBe(2);
});

it("refuses what is out of bounds with 400, and what needs the model with 503 and a hint (E60)", async () => {
  for (const query of ["threshold=2", "threshold=x", "limit=0", "limit=1000", "cursor=x"])
    expect(await call(consolidateRoute.GET, query)).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  for (const body of [{ pairs: [] }, { threshold: 0 }, { everything: true }])
    expect(await call(consolidateRoute.POST, "", body)).toMatchObject({ status: 400 });
  const broken = { ...test.app.embedder.state(), state: "missing" as const, error: "gone" };
  test.app.embedder = { ...test.app.embedder, state: () => broken };
  const refusal = { status: 503, body: { ok: false, code: "not_ready", hint: expect.any(String) as string } };
  expect(await call(consolidateRoute.GET, "")).toMatchObject(refusal);
  expect(await call(consolidateRoute.POST, "", {})).toMatchObject(refusal);
  expect(await call(housekeepingRoute.POST, "", { run: "consolidate" })).toMatchObject(refusal);
});

it("E49: GET /api/housekeeping says what would be archived, POST asks for the run", async () => {
  const old = test.clock.now - 100 * DAY;
  const row = addMemory(test.app, "nobody needs this statement", { createdAt: old, updatedAt: old });
  const before = Housekeeping.parse((await call(housekeepingRoute.GET, "")).body);
  expect(before).toMatchObject({
    forget: { lastRunAt: null, isDue: true, isWaiting: false, everyHours: 24 },
    consolidate: { lastRunAt: null, isDue: true, everyHours: 168 },
    forgettable: { expired: 0, unused: 1, items: [{ id: row.id, reason: "unused" }] },
  });
  expect(await call(housekeepingRoute.POST, "", { run: "forget" })).toEqual({
    status: 202,
    body: { ok: true, run: "forget" },
  });
  await drain(test.app);
  const after = Housekeeping.parse((await call(housekeepingRoute.GET, "")).body);
  expect(after).toMatchObject({
    forget: { lastRunAt: test.clock.now, isDue: false, lastOperations: [{ kind: "memory.fade" }] },
    forgettable: { unused: 0 },
  });
  expect(await call(housekeepingRoute.POST, "", { run: "purge" })).toMatchObject({ status: 400 });
});
