import { afterEach, beforeEach, expect, it } from "vitest";
import { addProject } from "@/lib/testing/places";
import { openTestApp, type TestApp } from "@/lib/testing";
import { POST } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const post = async (body: object) => {
  const headers = { "content-type": "application/json", host: "127.0.0.1" };
  const request = new Request("http://127.0.0.1/api/pauses", { method: "POST", headers, body: JSON.stringify(body) });
  const response = await POST(request, { params: Promise.resolve({}) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

it("pauses a project by number or name, says so again without an operation, and refuses what it cannot tell", async () => {
  const id = addProject(test.app, "app");
  const paused = await post({ scope: "project", id, what: "capture", paused: true });
  expect(paused.body).toMatchObject({
    id,
    capture_paused_at: test.clock.now,
    operation_id: expect.any(Number) as number,
  });
  const again = await post({ scope: "project", project: "app", what: "capture", paused: true });
  expect(again.body).toMatchObject({ id, operation_id: null });
  expect((await post({ scope: "project", what: "capture", paused: true })).status).toBe(400);
  expect((await post({ scope: "session", session: "nobody", what: "recall", paused: true })).status).toBe(404);
});
