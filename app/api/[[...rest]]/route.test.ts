import { afterEach, beforeEach, expect, it } from "vitest";
import * as session from "@/app/sessions/[id]/[...rest]/route";
import * as stream from "@/app/stream/[...rest]/route";
import { openTestApp, type TestApp } from "@/lib/testing";
import * as api from "./route";

let test: TestApp;
beforeEach(async () => void (test = await openTestApp()));
afterEach(() => test.close());

it("A09, X11: an unknown address answers JSON 404 to every method, without a trace of the inside", async () => {
  for (const routes of [api, session, stream]) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
      const response = await routes[method](new Request("http://127.0.0.1/api/nope", { method }));
      const text = await response.text();
      expect([method, response.status, response.headers.get("content-type")]).toEqual([
        method,
        404,
        "application/json; charset=utf-8",
      ]);
      expect(JSON.parse(text)).toMatchObject({
        ok: false,
        code: "not_found",
        requestId: expect.stringMatching(/^req_/) as string,
      });
      expect(text).not.toMatch(/stack|\.ts|node_modules|SELECT/);
    }
    const head = await routes.HEAD(new Request("http://127.0.0.1/api/nope", { method: "HEAD" }));
    expect([head.status, head.body]).toEqual([404, null]);
  }
});
