/** Whole turns: what came out of tools and closing words, and what must never be told as done. */
import { describe, expect, it } from "vitest";
import type { Extraction } from "../../contract/extraction";
import { edited, ran, ROOT, said, turnOf, used } from "../testing";
import { extractTurn } from "./turn";

const everythingTold = ({ observations, summary, memories }: Extraction): string =>
  JSON.stringify([observations, summary === null ? null : { ...summary, request: "" }, memories]);

const CHECKOUT = `${ROOT}/src/checkout.ts`;

describe("work", () => {
  it("titles a fix by what the agent reports, and shows which check failed and then passed", () => {
    const { observations, summary } = extractTurn(
      turnOf("Checkout crashes when the cart is empty, please fix it", [
        said("Let me look at the checkout code."),
        used("Read", { file_path: CHECKOUT }, "export function total() {}"),
        ran("npm test", "Tests: 1 failed, 11 passed", true),
        edited(CHECKOUT),
        ran("npm test 2>&1 | tail -5", "Tests: 12 passed"),
        said(
          "Fixed the crash for empty carts. Root cause: `total` read the first line item without a check.\n\n- Added a guard in `total`\n- Added a test for the empty cart",
        ),
      ]),
    );
    expect(observations).toHaveLength(1);
    expect(observations[0]).toMatchObject({
      title: "Fixed the crash for empty carts",
      obsType: "bugfix",
      category: "bugfix",
      priority: "high",
      filesModified: ["src/checkout.ts"],
      filesRead: ["src/checkout.ts"],
    });
    expect(observations[0]!.concepts).toContain("problem-solution");
    expect(observations[0]!.facts).toContain("`npm test` failed first, then passed");
    expect(observations[0]!.facts.join()).toContain("Root cause");
    expect(summary?.completed).toContain("Fixed the crash for empty carts");
    expect(everythingTold({ observations, summary, memories: [] })).not.toContain("Let me look");
  });

  it("a command of which nobody says how it ended was run, and no more", () => {
    const { observations, summary, memories } = extractTurn(
      turnOf("ship it", [
        ran("npm test", "", null),
        ran('git commit -m "ship the cart"', "", null),
        ran("git push", "", null),
        ran("npm install left-pad", " \n", null),
      ]),
    );
    const told = everythingTold({ observations, summary, memories });
    expect(told).toContain("npm test");
    expect(told).not.toMatch(/passed|failed|[Cc]ommitted|[Pp]ushed|[Ii]nstalled/);
    // A host that says so is believed without a word of output.
    expect(
      everythingTold(extractTurn(turnOf("check it", [edited(CHECKOUT), ran("npx tsc --noEmit", "", false)]))),
    ).toContain("`npx tsc --noEmit` passed");
  });

  it("knows the names under which every host reads and writes files", () => {
    const file = { file_path: `${ROOT}/src/cart.ts` };
    for (const name of ["read_code", "Read", "read_file", "ReadFile"])
      expect([name, extractTurn(turnOf("look", [used(name, file), said("The cart is a list.")])).summary]).toEqual([
        name,
        expect.objectContaining({ filesRead: ["src/cart.ts"] }) as object,
      ]);
    for (const name of ["write_code", "Write", "StrReplaceFile", "replace"])
      expect([name, extractTurn(turnOf("change", [used(name, file)])).observations[0]?.filesModified]).toEqual([
        name,
        ["src/cart.ts"],
      ]);
  });

  it("keeps the root cause as a memory", () => {
    const { memories } = extractTurn(
      turnOf("Why does login fail in src/auth/login.ts?", [
        used("Read", { file_path: `${ROOT}/src/auth/login.ts` }, "if (token.exp > now) reject()"),
        said("Root cause: the expiry comparison is inverted; fixed by using <= instead of >."),
      ]),
    );
    expect(memories).toMatchObject([
      { attribute: "fact", key: expect.stringMatching(/^cart:security:cause:/) as string },
    ]);
  });

  it("says which files changed when nobody says what came of it", () => {
    const { observations } = extractTurn(
      turnOf("", [edited("C:\\Users\\uabcdef\\new\\table.txt")], { roots: ["/w/app"] }),
    );
    expect(observations[0]).toMatchObject({
      title: "Edited C:\\Users\\uabcdef\\new\\table.txt",
      filesModified: ["C:\\Users\\uabcdef\\new\\table.txt"],
    });
  });

  it("counts a Chinese report", () => {
    const { observations } = extractTurn(
      turnOf("给购物车加上缓存", [
        edited(`${ROOT}/src/cache.ts`),
        ran("npx tsc --noEmit"),
        said("已为购物车加入缓存，命中时不再访问数据库。\n\n- 新增了 `src/cache.ts`\n- 更新了读取路径"),
      ]),
    );
    expect(observations[0]).toMatchObject({ obsType: "feature", title: "已为购物车加入缓存，命中时不再访问数据库" });
    expect(observations[0]!.facts).toContain("`npx tsc --noEmit` passed");
  });

  it("does not call work done whose check still fails", () => {
    const { observations, summary } = extractTurn(
      turnOf("fix the types", [
        edited(CHECKOUT),
        ran("npx tsc --noEmit", "src/checkout.ts(3,1): error TS2304: Cannot find name"),
        said("Fixed all type errors."),
      ]),
    );
    expect(observations[0]).toMatchObject({
      title: "Edited src/checkout.ts; `npx tsc --noEmit` failed",
      obsType: "change",
    });
    expect(summary?.nextSteps).toContain("`npx tsc --noEmit` failed");
  });

  it("does not count an edit that failed or was refused", () => {
    const refused = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    const { observations, summary } = extractTurn(
      turnOf("rename it", [
        edited(CHECKOUT, true, refused),
        edited(CHECKOUT, true, "String to replace not found in file."),
      ]),
    );
    expect(observations).toEqual([]);
    expect(summary?.filesModified).toEqual([]);
    expect(summary?.completed).toBe("");
  });

  it("gives next steps, not results, for an interrupted turn", () => {
    const plan = "# Rename the cart module\n\n## Steps\n\n1. Move `src/cart.ts` to `src/basket.ts`\n2. Update imports";
    const { observations, summary, memories } = extractTurn(
      turnOf(
        "Rename the cart module",
        [
          said("I'll rename it to basket and update the imports."),
          used("ExitPlanMode", { plan }, "The user doesn't want to proceed with this tool use.", true),
        ],
        { outcome: "interrupted" },
      ),
    );
    expect(observations).toEqual([]);
    expect(memories).toEqual([]);
    expect(summary).toMatchObject({ completed: "", learned: "", filesModified: [] });
    expect(summary?.nextSteps).toContain("Rename the cart module");
    expect(summary?.nextSteps).not.toContain("Update imports");
  });

  it("a question that was cut off is no next step, a deed that was asked for politely is one", () => {
    const stepsOf = (prompt: string) => extractTurn(turnOf(prompt, [], { outcome: "interrupted" })).summary?.nextSteps;
    expect(stepsOf("What did we say about the cart?")).toBe("");
    expect(stepsOf("购物车的总价是怎么算的？")).toBe("");
    expect(stepsOf("Can you add retries to the checkout?")).toContain("Interrupted before it was carried out");
  });

  it("leaves the marks of secrets out of what was asked", () => {
    const marked = "key [redacted:api-key] aws [redacted:aws-access-key]";
    expect(extractTurn(turnOf(marked, [edited(CHECKOUT)])).summary?.request).toBe("key aws");
    const only = extractTurn(turnOf("[redacted:api-key]", [edited(CHECKOUT)]));
    expect(JSON.stringify(only)).not.toContain("redacted");
    expect(extractTurn(turnOf("Put [redacted:api-key] into the config of the mailer", [])).summary?.request).toBe(
      "Put into the config of the mailer",
    );
  });

  it("keeps edits that did happen before an interruption, without a claim", () => {
    const { observations } = extractTurn(
      turnOf("Add retries", [said("I'll add retries."), edited(CHECKOUT)], { outcome: "interrupted" }),
    );
    expect(observations.map(({ title, obsType }) => [title, obsType])).toEqual([
      ["Edited src/checkout.ts, then interrupted", "change"],
    ]);
  });

  it("never takes a draft in a code block for work done", () => {
    const draft =
      "Updated changelog entry:\n\n```markdown\n### Fixed\n\n- Removed deprecated ids\n- Added requirements section\n```\n\nWould you like me to add this?";
    const extraction = extractTurn(turnOf("generate a changelog update", [ran("git log --oneline"), said(draft)]));
    expect(everythingTold(extraction)).not.toMatch(
      /Removed deprecated|requirements section|Would you like|Updated changelog/,
    );
  });

  it("leaves plans, advice and offers of the closing message out", () => {
    const extraction = extractTurn(
      turnOf("add a cache", [
        edited(CHECKOUT),
        said(
          "Added a cache to the checkout.\n\n**Next steps:**\n1. Add metrics\n2. Tune the limits\n\nI can also:\n- Write a load test\n- Remove the old cache\n\nYou can run `npm start` to try it. Should I continue?",
        ),
      ]),
    );
    expect(extraction.observations[0]?.facts).toEqual(["Added a cache to the checkout"]);
    expect(extraction.summary?.nextSteps).toBe("Add metrics.\nTune the limits.");
    expect(everythingTold(extraction)).not.toMatch(/load test|old cache|npm start|Should I/);
  });

  it("titles a change by what the agent states when nobody says what was done, checks aside", () => {
    const { observations } = extractTurn(
      turnOf("raise it", [
        edited(CHECKOUT),
        ran("npm test"),
        said("All 148 tests pass. Carts stay in Redis and now live for 24 hours."),
      ]),
    );
    expect(observations[0]).toMatchObject({
      title: "Carts stay in Redis and now live for 24 hours",
      subtitle: "raise it",
    });
  });

  it("puts a gist of the request beside the title, and nothing that the title says already", () => {
    const subtitle = (prompt: string) =>
      extractTurn(turnOf(prompt, [edited(CHECKOUT), said("Fixed the crash for empty carts.")])).observations[0]
        ?.subtitle;
    expect(
      subtitle("Could you please make checkout survive a missing total? It broke on Friday, and ".padEnd(900, "x")),
    ).toBe("make checkout survive a missing total");
    expect(subtitle("Fix the crash for empty carts")).toBeNull();
    const { observations } = extractTurn(
      turnOf("Good. We settle on integer cents for money. 以后提交信息请用英文写。", [said("Noted.")]),
    );
    expect(observations.map(({ title, subtitle: beside, summary }) => [title, beside, summary])).toEqual([
      ["We settle on integer cents for money", null, "We settle on integer cents for money"],
      ["以后提交信息请用英文写", null, "以后提交信息请用英文写"],
    ]);
  });

  it("asks the question of a prompt that also holds rules", () => {
    const prompt =
      "以后都用 pnpm 安装依赖。Also from now on never commit directly to main. Why does the login test fail?";
    const { observations, summary, memories } = extractTurn(
      turnOf(prompt, [
        edited(`${ROOT}/src/login.ts`),
        said("Fixed the expiry comparison in `src/login.ts`. The token was compared in seconds."),
      ]),
    );
    expect(summary?.request).toBe("Why does the login test fail?");
    expect(observations[0]).toMatchObject({ obsType: "bugfix", subtitle: "Why does the login test fail?" });
    expect(memories).toHaveLength(2);
    expect(extractTurn(turnOf("以后都用 pnpm 安装依赖。Never commit directly to main.")).summary?.request).toBe(
      "以后都用 pnpm 安装依赖。Never commit directly to main",
    );
    expect(
      extractTurn(turnOf("Add a login page, and from now on always validate input with zod.")).summary?.request,
    ).toContain("Add a login page");
  });

  it("shows commits, pushes and installed packages", () => {
    const { observations } = extractTurn(
      turnOf("commit and push", [
        ran("npm install zod"),
        ran('git commit -m "Validate carts with zod"', "[main 1a2b3c4] Validate"),
        ran("git push", "main -> main"),
      ]),
    );
    expect(observations[0]).toMatchObject({ title: "Validate carts with zod", category: "dependency" });
    expect(observations[0]!.facts).toEqual([
      "Committed: Validate carts with zod",
      "Pushed",
      "Installed: `npm install zod`",
    ]);
  });

  it("leaves plan files, scratch files and foreign agent folders out, and strips the longest root", () => {
    const { summary } = extractTurn(
      turnOf(
        "look",
        [
          used("Read", { file_path: "/home/dev/.claude/plans/a.md" }),
          used("Read", { file_path: "/tmp/x.log" }),
          used("Read", { file_path: `${ROOT}/web/a.ts` }),
          used("Read", { file_path: `${ROOT}-old/b.ts` }),
        ],
        {
          roots: [`${ROOT}/web`, ROOT],
        },
      ),
    );
    expect(summary?.filesRead).toEqual(["a.ts", `${ROOT}-old/b.ts`]);
  });
});

describe("discoveries", () => {
  it("names the subject where the answer says only it", () => {
    const { observations } = extractTurn(
      turnOf("- `shop sync` no longer retries <- why has this no ticket?", [
        ran("git log"),
        said(
          "It was bundled into PR #12 (`docs/readme`). I can either:\n1. Attribute it to #12\n2. Leave it\n\nWhich would you prefer?",
        ),
      ]),
    );
    expect(observations.map(({ title, obsType }) => [title, obsType])).toEqual([
      ["`shop sync` no longer retries: it was bundled into PR #12 (`docs/readme`)", "discovery"],
    ]);
  });

  it("keeps what was found on the way, once, even when the turn is interrupted", () => {
    const { observations } = extractTurn(
      turnOf(
        "能否按平台显示快捷键？",
        [
          said("让我看看。"),
          said("项目中已有 `isMacOS()` 工具函数。更新计划文件。"),
          said("改动很小：项目已有 `isMacOS()` 函数，只需复用即可。"),
        ],
        { outcome: "interrupted" },
      ),
    );
    expect(observations.map(({ title }) => title)).toEqual(["项目中已有 `isMacOS()` 工具函数"]);
  });

  it("keeps the answer to a question that the tools looked into", () => {
    const { observations } = extractTurn(
      turnOf("How does the cart expire?", [
        used("Grep", { pattern: "expire" }, "src/cart.ts:3"),
        said("Carts expire by a nightly job in `src/jobs/expire.ts` that deletes rows older than 30 days."),
      ]),
    );
    expect(observations).toMatchObject([
      { obsType: "discovery", concepts: expect.arrayContaining(["how-it-works"]) as string[] },
    ]);
  });

  it("keeps general talk without tools out", () => {
    expect(
      extractTurn(turnOf("What is a monad", [said("A monad is a way to chain computations that carry a context.")]))
        .observations,
    ).toEqual([]);
  });
});

describe("trivial turns", () => {
  it("C21: 49 tokens of a transcript give nothing, 50 do, a decision always does", () => {
    const turn = (chars: number) => extractTurn(turnOf("x".repeat(chars), [], { fromTranscript: true })).summary;
    expect(turn(49 * 4)).toBeNull();
    expect(turn(49 * 4 + 1)).not.toBeNull();
    const decided = extractTurn(turnOf("We decided to use Postgres.", [], { fromTranscript: true }));
    expect(decided.memories).toHaveLength(1);
    expect(decided.summary).not.toBeNull();
  });
  it.each(["hi", "thanks!", "你好", "ok"])("nothing comes of %s", (prompt) => {
    expect(extractTurn(turnOf(prompt, [said("Hello! How can I help?")]))).toEqual({
      observations: [],
      summary: null,
      memories: [],
    });
  });
});

describe("summary", () => {
  it("tells this turn alone, whatever was asked before", () => {
    const { summary } = extractTurn(
      turnOf("now the last one", [edited(CHECKOUT), said("Added the last one to the checkout.")], {
        earlier: [{ request: "the first one" }],
      }),
    );
    expect(summary?.request).toBe("now the last one");
    expect(summary?.completed).toBe("Added the last one to the checkout");
    expect(summary?.nextSteps).toBe("");
  });
  it("lists requests by their gist, and what the closing words call undone", () => {
    const first = extractTurn(
      turnOf(
        "Good. The coupon takes one cent too much off a cart of 19.99. Find out why and fix it. Always run the tests.",
        [ran("npm test"), said("The total is rounded twice. I have not changed anything yet.")],
      ),
    );
    expect(first.summary?.request).toBe("The coupon takes one cent too much off a cart of 19.99");
    expect(first.summary?.nextSteps).toBe("I have not changed anything yet");
    const zh = extractTurn(
      turnOf("好的。看看为什么超时", [
        ran("./deploy.sh"),
        said("原因是路径已改。还没有改动脚本，需要你确认后再修改。"),
      ]),
    );
    expect(zh.summary?.nextSteps).toBe("还没有改动脚本，需要你确认后再修改");
  });
  it("tells in one line each what a turn read, searched and ran", () => {
    const { summary } = extractTurn(
      turnOf("Where does the cart total come from?", [
        used("Read", { file_path: `${ROOT}/src/a.ts` }),
        used("Read", { file_path: `${ROOT}/src/b.ts` }),
        used("Grep", { pattern: "sum, all" }),
        ran("git log -3"),
      ]),
    );
    expect(summary?.investigated).toBe("Read src/a.ts, src/b.ts.\nSearched `sum, all`.\nRan `git log -3`.");
  });
});
