import { expect, it } from "vitest";
import { NewToken } from "../../lib/contract/accounts";
import { newTokenOf, tokenLine } from "./token-command";

it("asks for the key of an agent unless all agents are named", () => {
  const asked = (options: Parameters<typeof newTokenOf>[0]) => NewToken.parse(newTokenOf(options));
  expect(asked({})).toEqual({ kind: "evt", agentId: "default" });
  expect(asked({ agent: "laptop", account: "amber" })).toEqual({ kind: "evt", agentId: "laptop", account: "amber" });
  expect(asked({ allAgents: true })).toEqual({ kind: "emk" });
  expect(() => asked({ agent: "two words" })).toThrow();
});

it("shows a key by what a person knows it by, in UTC", () => {
  const token = {
    id: 3,
    account_id: 1,
    account: "local",
    kind: "evt" as const,
    agent_id: "laptop",
    prefix: "evt_0a1b",
    created_at_epoch: Date.UTC(2026, 5, 1, 12),
    last_used_at_epoch: null,
    revoked_at_epoch: null,
    rotated_to: null,
  };
  expect(tokenLine(token)).toBe("3  evt_0a1b…  local  agent laptop  made 2026-06-01 12:00  never used");
  expect(tokenLine({ ...token, kind: "emk", agent_id: null, revoked_at_epoch: Date.UTC(2026, 5, 2) })).toBe(
    "3  evt_0a1b…  local  all agents  made 2026-06-01 12:00  never used  revoked 2026-06-02 00:00",
  );
});
