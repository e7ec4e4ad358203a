import { expect, it } from "vitest";
import { SessionId } from "./fields";

const TOKEN = ["ghp", "Zk3QpL9vXw2RtY7uBn5McD8sFg1HjK4aEe6T"].join("_");

it("J13: session ids are kept as they are", () => {
  const ids = ["7d1c6f50-0000-4000-8000-00000000beef", "s-1", "a/b\\c", "会话 1", "x".repeat(300)];
  expect(ids.map((id) => SessionId.parse(id))).toEqual(ids);
});

it("invariant 2: an id that holds a secret or private text is replaced by its hash, and still is an id of its own", () => {
  const [one, other] = [`run ${TOKEN}`, "run <private>zqv</private>"].map((id) => SessionId.parse(id));
  expect([one, other]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(one).not.toBe(other);
  expect(SessionId.parse(`run ${TOKEN}`)).toBe(one);
});
