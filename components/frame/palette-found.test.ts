import { expect, it } from "vitest";
import { hostIdIn } from "./palette-found";

const UUID = "0b9f3d52-7c1e-4a58-9f60-2d1c3b4a5e6f";

it.each([
  [UUID, UUID],
  [`claude --resume ${UUID}`, UUID],
  [`~/.claude/projects/-home-dev-shop/${UUID}.jsonl`, UUID],
  [UUID.toUpperCase(), UUID.toUpperCase()],
  ["ses_6f2a9c01", "ses_6f2a9c01"],
  ["rollout-2026-06-04T10-11-12", "rollout-2026-06-04T10-11-12"],
  ["12", null],
  ["#12", null],
  ["memory 12", null],
  ["cart cache", null],
  ["deploy", null],
])("the palette takes %j for the id of a session: %j", (text, expected) => {
  expect(hostIdIn(text)).toBe(expected);
});
