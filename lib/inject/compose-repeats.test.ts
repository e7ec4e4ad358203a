/** Nobody reads a thing twice: what the layers of a block leave to each other. */
import { describe, expect, it } from "vitest";
import { SETTING_DEFAULTS } from "../contract/settings";
import { candidates, FRAME, inUtc, ranked } from "../testing/inject-candidates";
import { observationRow, summaryRow } from "../testing/inject-rows";
import type { Candidates } from "./candidates";
import { composeBlock } from "./compose";

inUtc();

const compose = (given: Partial<Candidates>) => composeBlock(candidates(given), SETTING_DEFAULTS, FRAME);

const reasonsOf = (composed: ReturnType<typeof composeBlock>, layer: string) =>
  composed.trace
    .filter((entry) => entry.layer === layer && entry.type !== "frame")
    .map((entry) => [entry.id, entry.included, entry.reason]);

describe("digest", () => {
  const digestOf = (given: Parameters<typeof summaryRow>[0], more: Partial<Candidates> = {}) =>
    compose({
      summaries: [{ row: summaryRow({ id: 5, sessionId: 7, request: "", completed: "", ...given }), project: "app" }],
      ...more,
    }).text.match(/^- app, .*/m)?.[0];

  it("separates what stands on lines of their own, each by its script's full stop", () => {
    expect(digestOf({ request: "fix the lost cent\n以后提交信息请用英文写", completed: "Fixed it.\n测试通过" })).toBe(
      "- app, 06-01: asked: fix the lost cent. 以后提交信息请用英文写; done: Fixed it. 测试通过 (S5)",
    );
  });

  it("shows how a long session began and how it ended", () => {
    const request = Array.from({ length: 30 }, (_, n) => `request number ${n}`).join("\n");
    const line = digestOf({ request }) ?? "";
    expect(line).toMatch(/asked: request number 0\. … .*request number 29 \(S5\)$/);
    expect(line.length).toBeLessThan(260);
  });

  it("tells of what was learned only what stands nowhere else in the block", () => {
    const learned = "Always use pnpm here.\nCarts live in Redis.\nThe deploy takes nine minutes.";
    const line = digestOf(
      { learned },
      { pinned: [ranked({ tier: "pinned" })], observations: [observationRow({ title: "Carts live in Redis" })] },
    );
    expect(line).toBe("- app, 06-01: learned: The deploy takes nine minutes (S5)");
  });
});

describe("recent work", () => {
  it("names a short subtitle that adds something, and no file that the title names", () => {
    const line = (given: Parameters<typeof observationRow>[0]) =>
      compose({ observations: [observationRow({ id: 4, ...given })] }).text.match(/^- 12:.*/m)?.[0];
    expect(
      line({ title: "Fixed `src/a.ts`", subtitle: "Carts lost a cent", filesModified: '["src/a.ts","b.ts"]' }),
    ).toBe("- 12:00+00:00 feature: Fixed `src/a.ts` — Carts lost a cent (b.ts, O4)");
    expect(line({ title: "Fixed the lost cent", subtitle: "fix the lost cent", facts: '["Rounds once now"]' })).toBe(
      "- 12:00+00:00 feature: Fixed the lost cent (O4)",
    );
    expect(line({ title: "Fixed it", subtitle: "long ".repeat(60) })).toBe("- 12:00+00:00 feature: Fixed it (O4)");
    expect(line({ title: "修复了超时", facts: '["健康检查路径已改为 `/healthz`"]' })).toBe(
      "- 12:00+00:00 feature: 修复了超时。健康检查路径已改为 `/healthz`。 (O4)",
    );
    expect(line({ title: "以后提交信息请用英文写。", obsType: "decision" })).toBe(
      "- 12:00+00:00 decision: 以后提交信息请用英文写。 (O4)",
    );
  });

  it("leaves out what a memory of the block says, and what an observation above says", () => {
    const composed = compose({
      normal: [ranked({ id: 7, value: "We settle on integer cents everywhere, no floats for money." })],
      observations: [
        observationRow({ id: 5, title: "Edited src/cart.ts" }),
        observationRow({ id: 4, title: "We settle on integer cents everywhere, no floats…" }),
        observationRow({ id: 3, title: "edited `src/cart.ts`" }),
        observationRow({
          id: 2,
          title: "Edited src/cart.test.ts",
          subtitle: "integer cents everywhere, no floats for money",
        }),
      ],
    });
    expect(reasonsOf(composed, "observations")).toEqual([
      [5, true, "recent"],
      [4, false, "memory 7 says it"],
      [3, false, "observation 5 says it"],
      [2, true, "recent"],
    ]);
    expect(composed.text.match(/integer cents/g)).toHaveLength(1);
  });

  it("keeps an observation whose memory found no room", () => {
    const value = `Root cause: the lock file was stale ${"x".repeat(9000)}`;
    const composed = compose({
      normal: [ranked({ id: 7, value })],
      observations: [observationRow({ id: 4, title: "Root cause: the lock file was stale" })],
    });
    expect(reasonsOf(composed, "observations")).toEqual([[4, true, "recent"]]);
  });
});

describe("what a memory said that was taken back", () => {
  const value = "We settle on integer cents everywhere in the cart service, no floats for money.";
  const withdrawn = [{ id: 3, value, state: "archived" }];

  it("comes back neither as recent work nor in the digest", () => {
    const composed = compose({
      observations: [
        observationRow({
          id: 1,
          title: "We settle on integer cents everywhere in the cart service, no floats for money",
        }),
      ],
      summaries: [
        {
          row: summaryRow({ id: 5, sessionId: 7, request: value, completed: "Fixed the rounding.", learned: value }),
          project: "app",
        },
      ],
      withdrawn,
    });
    expect(composed.text).not.toContain("integer cents");
    expect(composed.text).toContain("Fixed the rounding");
    expect(reasonsOf(composed, "observations")).toEqual([[1, false, "memory 3 said it and is archived"]]);
  });

  it("leaves no empty place after a deletion for good", () => {
    const composed = compose({
      observations: [observationRow({ id: 1, title: "[removed]" })],
      summaries: [
        {
          row: summaryRow({ id: 5, sessionId: 7, request: "fix it", completed: "", learned: "[removed]." }),
          project: "app",
        },
      ],
    });
    expect(composed.text).not.toContain("[removed]");
    expect(reasonsOf(composed, "observations")).toEqual([[1, false, "its text was deleted for good"]]);
  });

  it("stands where another memory says it still", () => {
    const composed = compose({ normal: [ranked({ id: 4, value })], withdrawn });
    expect(composed.text).toContain("integer cents");
  });
});
