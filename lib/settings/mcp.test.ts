import { afterEach, expect, it } from "vitest";
import * as status from "../../app/api/mcp/status/route";
import * as toggle from "../../app/api/mcp/toggle/route";
import { activityAfter } from "../activity/query";
import { send } from "../testing/send";
import { openTestApp, type TestApp } from "../testing";
import { isMcpEnabled } from "./mcp";

let test: TestApp | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

const look = async () => (await send(status, "GET")).body as unknown;
const put = (body: unknown) => send(toggle, "POST", { body });

it("M43, M44: the MCP server is on until it is switched off, at once, over restarts, and told to the feed", async () => {
  test = await openTestApp();
  expect([await look(), isMcpEnabled(test.app)]).toEqual([{ enabled: true }, true]);
  expect(await put({ enabled: false })).toMatchObject({ status: 200, body: { success: true, enabled: false } });
  expect([await look(), isMcpEnabled(test.app)]).toEqual([{ enabled: false }, false]);
  expect(activityAfter(test.app.db, 0, 10)).toMatchObject([
    { kind: "settings.changed", data: { keys: "mcp_enabled" } },
  ]);
  expect(isMcpEnabled(await test.reopen())).toBe(false);
  // The same again is no change, and none is told.
  expect((await put({ enabled: false })).body).toEqual({ success: true, enabled: false });
  expect(activityAfter(test.app.db, 0, 10)).toHaveLength(1);
  expect((await put({ enabled: true })).body).toEqual({ success: true, enabled: true });
  expect(await look()).toEqual({ enabled: true });
});

it("M44: anything but {enabled: boolean} answers 400 naming the field, and switches nothing", async () => {
  test = await openTestApp();
  const wrong: [unknown, string][] = [
    [{}, "enabled"],
    [{ enabled: "false" }, "enabled"],
    [{ enabled: 0 }, "enabled"],
    [{ enabled: null }, "enabled"],
    [{ enabled: false, force: true }, "force"],
  ];
  for (const [body, named] of wrong) {
    const answer = await put(body);
    expect([answer.status, answer.body.code]).toEqual([400, "validation_failed"]);
    expect(answer.text).toContain(named);
  }
  expect((await put([])).status).toBe(400);
  expect(isMcpEnabled(test.app)).toBe(true);
});

it("M44: what the environment holds is not said to be switched", async () => {
  test = await openTestApp({ env: { KEEPSAKE_MCP_ENABLED: "false" } });
  expect(await look()).toEqual({ enabled: false });
  expect(await put({ enabled: true })).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await put({ enabled: false })).body).toEqual({ success: true, enabled: false });
});
