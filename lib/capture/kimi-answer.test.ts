/** Kimi Code's hooks say that a turn ended; what was answered comes from its log. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Kimi, makeKimi } from "../session-extract/testing";
import { openTestApp, type TestApp } from "../testing";
import { caughtUp } from "./catch-up";
import { takeHook } from "./hook-service";
import { column } from "./testing";

let test: TestApp;
let kimi: Kimi;
beforeEach(async () => {
  kimi = makeKimi();
  test = await openTestApp({ env: { KIMI_CODE_HOME: kimi.home } });
});
afterEach(async () => {
  await test.close();
  kimi.remove();
});

const send = (hook_event_name: string, more: object = {}) =>
  takeHook(test.app, "kimi", { session_id: "session_k1", cwd: "/w/app", hook_event_name, ...more });
const said = (): unknown[] => column(test.app, "SELECT text FROM events WHERE kind = 'message' ORDER BY id");

it("takes the last answer from the session's log, once", async () => {
  await send("UserPromptSubmit", { prompt: [{ type: "text", text: "how is the cart cached" }] });
  kimi.session("session_k1", [
    ["user", "how is the cart cached"],
    ["assistant", "In Redis."],
  ]);
  await send("Stop", { stop_hook_active: false });
  await caughtUp(test.app);
  await send("Stop", { stop_hook_active: false });
  await caughtUp(test.app);
  expect(said()).toEqual(["In Redis."]);
  expect(column(test.app, "SELECT status FROM turns")).toEqual(["done"]);
});

it("nothing where there is no log, or the answer is not there yet", async () => {
  await send("UserPromptSubmit", { prompt: "hello" });
  await send("Stop");
  await caughtUp(test.app);
  kimi.session("session_k1", [["user", "hello"]]);
  await send("Stop");
  await caughtUp(test.app);
  expect(said()).toEqual([]);
});
