/** What the closing words of a turn call undone. */
import { expect, it } from "vitest";
import { said, turnOf } from "../testing";
import { extractTurn } from "./turn";

const nextSteps = (closing: string): string | undefined =>
  extractTurn(turnOf("Build the job queue in src/queue.ts", [said(closing)])).summary?.nextSteps;

it.each([
  "Not done yet: retries with backoff, and a dead-letter table.",
  "Still to do: the retries.",
  "**Remaining:** the retries.",
  "Next: the retries with backoff.",
  "**Not done yet:** the retries.",
  "I did not get to the retries.",
  "未完成：重试和死信表。",
  "还没做：死信表。",
])("%j is a next step", (sentence) => {
  const plain = sentence.replaceAll("*", "").replace(/[.。]$/u, "");
  expect(nextSteps(`I built the queue in \`src/queue.ts\`.\n\n${sentence}`)).toContain(plain);
});

it("so are the items below such words", () => {
  expect(nextSteps("I built the queue.\n\nNot done yet:\n- retries\n- a dead-letter table")).toBe(
    "retries.\na dead-letter table.",
  );
});

it.each(["Open the page again.", "Next the cache is read.", "Is anything not done yet?", "The remaining tests pass."])(
  "%j is none",
  (sentence) => {
    expect(nextSteps(`I built the queue in \`src/queue.ts\`.\n\n${sentence}`)).toBe("");
  },
);
