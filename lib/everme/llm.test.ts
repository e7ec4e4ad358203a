/** V42 where a language model reads turns: nothing is claimed before it answered. */
import { expect, it } from "vitest";
import * as agentMemory from "@/app/api/v1/mem/agent-memory/route";
import type { AgentMemoryResult } from "../contract/everme";
import { answers, memory, useLlmTurns } from "../extract/llm/testing";
import { assistant, call, openAccount, user } from "./testing";

const turns = useLlmTurns();

it("V42: a flush says no_extraction while the model is asked, and extracted when its answer is there", async () => {
  const key = openAccount(turns.test.app, "amber", ["one"]).evt["one"] ?? "";
  const save = async (body: object) =>
    (await call<AgentMemoryResult>(agentMemory.POST, key, { conversationId: "c", ...body })).result;
  turns.fake.script(answers({ memories: [memory()] }));
  const messages = [
    user("We decided to keep the cart in Redis because sessions must survive a deploy."),
    assistant("The cart is kept in Redis now.", { turnComplete: true }),
  ];
  expect(await save({ messages, flush: true })).toMatchObject({ status: "no_extraction", extracted: false });
  expect(turns.asked()).toBe(0);
  await turns.drain();
  expect(turns.asked()).toBe(1);
  expect(await save({ messages: [], flush: true })).toMatchObject({ status: "extracted", extracted: true });
  expect(await save({ messages: [], flush: true })).toMatchObject({ status: "no_extraction", extracted: false });
  const owners = turns.rows("SELECT DISTINCT p.account_id FROM memories m LEFT JOIN projects p ON p.id = m.project_id");
  expect(owners).toEqual([{ account_id: 2 }]);
});
