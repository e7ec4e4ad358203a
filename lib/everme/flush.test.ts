/** A flush in steps (V42): others pass in between, a crash leaves what is true, and two at once are told honestly. */
import { afterEach, beforeEach, expect, it } from "vitest";
import * as agentMemory from "@/app/api/v1/mem/agent-memory/route";
import * as state from "@/app/api/v1/mem/agent-memory/state/route";
import { rows } from "../capture/testing";
import type { AgentMemoryResult } from "../contract/everme";
import { openTestApp, type TestApp } from "../testing";
import { assistant, call, openAccount, toolCall, toolResult, user } from "./testing";

let test: TestApp;
let key: string;
beforeEach(async () => {
  test = await openTestApp();
  key = openAccount(test.app, "local", ["laptop"]).evt["laptop"] ?? "";
});
afterEach(() => test.close());

const TURNS = 12;
const FILES = ["price", "cart", "stock", "tax", "order", "label", "route", "depot", "truck", "crate", "pallet", "dock"];
const work = (n: number) => [
  user(`Please fix the ${FILES[n] ?? ""} module, and always log the ${FILES[n] ?? ""} id in this project.`),
  toolCall(`t-${n}`, "Bash", { command: `npm test ${FILES[n] ?? ""}` }),
  toolResult(`t-${n}`, "ok"),
  assistant(`Fixed the ${FILES[n] ?? ""} module.`, { turnComplete: true }),
];
const messages = Array.from({ length: TURNS }, (_, n) => work(n)).flat();
const save = (body: object, requestId: string, conversationId = "c") =>
  call<AgentMemoryResult>(agentMemory.POST, key, { conversationId, ...body }, { requestId });
const cases = (): number => Number(rows(test.app, "SELECT count(*) AS n FROM memories WHERE kind = 'case'")[0]?.["n"]);
const drawn = (): number => Number(rows(test.app, "SELECT drawn_turn AS n FROM everme_conversations")[0]?.["n"]);

it("V42: while a long conversation is flushed, others are answered", async () => {
  const order: string[] = [];
  const flush = save({ messages, flush: true }, "long").then(({ result }) => {
    order.push("flush");
    return result;
  });
  for (let i = 0; i < 3; i++) {
    await call(state.POST, key, {});
    order.push("other");
  }
  expect(await flush).toMatchObject({ status: "extracted", messageCount: messages.length });
  expect(order).toEqual(["other", "other", "other", "flush"]);
  expect([cases(), drawn()]).toEqual([TURNS, TURNS]);
});

it("V42: of two flushes of one conversation at once, one tells what came of it, and the same request is answered alike", async () => {
  await save({ messages, flush: false }, "before");
  const flush = { messages: [], flush: true };
  const [one, again, two] = await Promise.all([save(flush, "f-1"), save(flush, "f-1"), save(flush, "f-2")]);
  expect([one.result.status, again.result.status, two.result.status]).toEqual([
    "extracted",
    "extracted",
    "no_extraction",
  ]);
  expect(again.body).toEqual(one.body);
  expect(cases()).toBe(TURNS);
});

it("V42, §3.7: a flush that breaks off at any step claims nothing, and the same request goes on with it and writes nothing twice", async () => {
  const said = (): number =>
    Number(rows(test.app, "SELECT (SELECT count(*) FROM prompts) + (SELECT count(*) FROM events) AS n")[0]?.["n"]);
  const stored = TURNS * 3;
  for (let steps = 0, isOver = false; !isOver; steps += 9) {
    await test.close();
    test = await openTestApp();
    key = openAccount(test.app, "local", ["laptop"]).evt["laptop"] ?? "";
    await save({ messages: work(0), flush: false }, "first");
    const before = said();
    // The clock is what each step asks: it stands still for good after so many.
    const { clock } = test;
    const time = clock.now;
    let left = steps;
    Object.defineProperty(clock, "now", {
      configurable: true,
      get: () => {
        if (left-- <= 0) throw new Error("broken off");
        return time;
      },
    });
    const broken = await save({ messages: messages.slice(4), flush: true }, "r-1");
    isOver = broken.body.status === 0;
    Object.defineProperty(clock, "now", { value: time, writable: true });
    // All of the request's messages, or none.
    expect([before, stored]).toContain(said());
    // What the mark says was drawn from, was.
    expect(cases()).toBe(Math.max(0, drawn()));
    const told = await save({ messages: messages.slice(4), flush: true }, "r-1");
    expect([steps, told.result.status, told.result.messageCount, said(), cases()]).toEqual([
      steps,
      "extracted",
      messages.length - 4,
      stored,
      TURNS,
    ]);
    expect((await save({ messages: [], flush: true }, "r-2")).result.status).toBe("no_extraction");
  }
}, 120_000);
