/** Ordinary turns of a working day, as the rules tell them when no language model is named (M3). */
import { describe, expect, it } from "vitest";
import { edited, ran, ROOT, said, turnOf, used } from "../testing";
import { extractTurn } from "./turn";

const read = (path: string) => used("Read", { file_path: `${ROOT}/${path}` }, "export {}");
const answeredWith = (prompt: string, ...lines: string[]) =>
  extractTurn(turnOf(prompt, [read("src/shipping/choose.ts"), said(lines.join("\n"))]));

describe("a fix", () => {
  const fixed = (closing: string) =>
    extractTurn(
      turnOf("The cart total is wrong for carts with a discount code. Please fix it.", [
        read("src/cart.ts"),
        ran("npm test", "Tests: 1 failed, 11 passed", true),
        edited(`${ROOT}/src/cart.ts`),
        ran("npm test", "Tests: 12 passed"),
        said(closing),
      ]),
    );

  it("M3: tells the cause as the agent says it where its remedy stands in the same sentence", () => {
    const cause =
      "The root cause was that `total()` returned the raw product; it is now rounded to cents by `roundCents`";
    const { memories } = fixed(`Fixed. ${cause}. All 12 tests pass.`);
    expect(memories.map(({ value }) => value)).toEqual([`${cause}.`]);
  });

  it("M3: a remedy that says nothing is none, and the cause is told without its label", () => {
    const { memories } = fixed("Fixed. The root cause was that `total()` returned the raw product.");
    expect(memories.map(({ value }) => value)).toEqual([
      "The root cause was that `total()` returned the raw product (after that src/cart.ts was changed)",
    ]);
    const [told] = fixed(
      "Rounded the totals to cents in `total()`. The root cause was that `total()` returned the raw product.",
    ).memories;
    expect(told?.value).toContain("(the cause was: `total()` returned the raw product)");
  });
});

describe("a report with headings", () => {
  const report = (...lines: string[]) =>
    extractTurn(
      turnOf("The CSV export drops the last row. Can you look into it?", [
        edited(`${ROOT}/export/csv.py`),
        ran("pytest", "4 passed"),
        said(lines.join("\n")),
      ]),
    );

  it('M3: what stands below "Root cause" is the cause, and a test added beside the fix is not the outcome', () => {
    const { observations, memories } = report(
      "## Root cause",
      "",
      "The buffer was only flushed when it was full, so the last chunk never reached the file. That is since 2.0.",
      "",
      "## Fix",
      "",
      "- Added a regression test with a 1.2 MB file",
      "- `CsvWriter.close()` now flushes the remaining buffer",
    );
    expect(observations[0]).toMatchObject({
      title: "`CsvWriter.close()` now flushes the remaining buffer",
      obsType: "bugfix",
      priority: "high",
    });
    expect(observations[0]?.facts.join("\n")).toContain("The buffer was only flushed when it was full");
    expect(memories.map(({ value }) => value).join()).toContain("The buffer was only flushed when it was full");
  });

  it("M3: in Chinese too", () => {
    const { memories } = report(
      "## 根因",
      "",
      "缓冲区只在写满时才会刷新，最后一块没有写入文件。",
      "",
      "## 修复",
      "",
      "- 关闭时刷新缓冲区",
    );
    expect(memories.map(({ value }) => value).join()).toContain("缓冲区只在写满时才会刷新");
  });

  it("M3: a test is the outcome where it is all that was done", () => {
    const { observations } = report("- Added a regression test with a 1.2 MB file");
    expect(observations[0]?.title).toBe("Added a regression test with a 1.2 MB file");
  });
});

describe("what was done", () => {
  it("M3: what is said of a result belongs to it, and what is advised is a next step", () => {
    const { observations, summary } = extractTurn(
      turnOf("write docs for the webhook endpoint", [
        edited(`${ROOT}/docs/webhook.md`),
        said(
          "I've written `docs/webhook.md`. It covers the payload, the header `X-Signature` and five retries. I'd suggest linking it from the README.",
        ),
      ]),
    );
    expect(observations[0]).toMatchObject({
      title: "Written `docs/webhook.md`",
      facts: ["Written `docs/webhook.md`", "It covers the payload, the header `X-Signature` and five retries"],
    });
    expect(summary?.nextSteps).toBe("I'd suggest linking it from the README");
  });

  it.each([
    ["Cached the lookup table so that start-up takes 20 ms.", "Cached the lookup table so that start-up takes 20 ms"],
    ["Debounced the search box, which fired a request a key.", "Debounced the search box, which fired a request a key"],
    ["I throttled writes to one a second.", "Throttled writes to one a second"],
    ["I've moved the helpers into `src/money/`.", "Moved the helpers into `src/money/`"],
    ["I also swapped `<A/>` for `<B<T>/>` in src/cart.ts.", "Swapped `<A/>` for `<B<T>/>` in src/cart.ts"],
    ["Made the build twice as fast.", "Made the build twice as fast"],
    ["我已将超时改为 30 秒，避免误报。", "已将超时改为 30 秒，避免误报"],
  ])("M3: %s", (closing, title) => {
    const { observations } = extractTurn(turnOf("Make it faster", [edited(`${ROOT}/src/cart.ts`), said(closing)]));
    expect(observations[0]?.title).toBe(title);
  });

  it.each([
    "Tried the new parser without success.",
    "Failed the build on purpose.",
    "Needed a token for that.",
    "Based on the logs the parser hangs.",
  ])("M3: %s is no work that was done", (closing) => {
    const { observations } = extractTurn(turnOf("Make it faster", [edited(`${ROOT}/src/cart.ts`), said(closing)]));
    expect(observations[0]?.title).toBe("Edited src/cart.ts");
  });

  it("M3: commits and installs are work, not what was looked at", () => {
    const { summary } = extractTurn(
      turnOf("Add a feed", [
        ran("npm install feed@4.2.2", "added 3 packages"),
        ran("node scripts/dump.mjs", "12 posts"),
        edited(`${ROOT}/src/rss.ts`),
        ran('git commit -am "Add a feed"', "[main 3fa2b11] Add a feed"),
        ran("git push", "main -> main"),
        said("Added the feed."),
      ]),
    );
    expect(summary?.investigated).toBe("Ran `node scripts/dump.mjs`");
    expect(summary?.completed).toContain("Committed: Add a feed");
  });
});

describe("a question that the code answered", () => {
  it("M3: keeps the whole answer, whatever its verbs, under the sentence that leads it", () => {
    const { observations } = answeredWith(
      "How does the checkout decide which shipping provider to use?",
      "The choice is made in `choose()` in `src/shipping/choose.ts`:",
      "",
      "- Carts heavier than 31.5 kg go by freight.",
      "- Carts to Germany use DHL.",
      "- Everything else ships with UPS.",
      "",
      "`checkout.ts` calls it once when the quote is requested.",
    );
    expect(observations.map(({ title }) => title)).toEqual([
      "The choice is made in `choose()` in `src/shipping/choose.ts`",
    ]);
    const told = observations[0]?.facts.join("\n");
    for (const part of ["31.5 kg", "Germany", "UPS", "checkout.ts"]) expect(told).toContain(part);
  });

  it.each(["It searches on each key press.", "Each keystroke triggers a full scan.", "它每次按键都会全量扫描。"])(
    "M3: %s",
    (answer) => {
      const { observations } = answeredWith("Why is the search slow?", answer);
      expect(observations[0]).toMatchObject({ obsType: "discovery" });
      expect(observations[0]?.title.toLowerCase()).toContain(answer.slice(1, -1).toLowerCase());
    },
  );

  it("M3: what only announces is no answer", () => {
    const { observations } = answeredWith(
      "Why is the search slow?",
      "Here is what I found:",
      "",
      "Let me look deeper.",
    );
    expect(observations).toEqual([]);
  });

  it("M3: a plain listing is of low priority and teaches nothing", () => {
    const { observations } = extractTurn(
      turnOf("what files are here?", [
        ran("ls -la", "README.md\npackage.json\nsrc"),
        said("The folder has README.md, package.json and src."),
      ]),
    );
    expect(observations[0]).toMatchObject({ priority: "low", category: "learning", concepts: [] });
    const [versions] = answeredWith(
      "Which version of the parser package do we use?",
      "The parser package is at 3.1.",
    ).observations;
    expect(versions).toMatchObject({ priority: "medium", category: "dependency" });
  });
});

describe("a choice that the person makes in the same breath", () => {
  it.each([
    [
      "Should we keep sessions in Redis or in Postgres? Traffic is low. I'd say Postgres, let's go with that: one service less.",
      "Postgres",
    ],
    ["Do we use Vitest or Jest? Vitest, let's go with it.", "Vitest"],
    ["Should we use tabs or spaces? Spaces it is.", "Spaces"],
    ["缓存用 Redis 还是 Memcached？就用前者吧。", "Redis"],
  ])("M3: %s", (prompt, chosen) => {
    const { memories, observations } = extractTurn(turnOf(prompt, [said("Agreed.")]));
    expect(memories).toMatchObject([{ attribute: "decision" }]);
    expect(memories[0]?.value).toContain(chosen);
    expect(observations.map(({ obsType }) => obsType)).toEqual(["decision"]);
  });

  it.each([
    "Should we keep sessions in Redis or in Postgres?",
    "Should we keep sessions in Redis or in Postgres? I'd say Postgres, but I am not sure.",
    "Should we keep sessions in Redis or in Postgres? Postgres looks simpler to me.",
    "Should we keep sessions in Redis or in Postgres? Let's go with whatever you think.",
    "Should we keep sessions in Redis or in Postgres? Redis and Postgres both run already, let's go with that.",
  ])("M3: %s decides nothing", (prompt) => {
    expect(extractTurn(turnOf(prompt, [said("Both would work.")])).memories).toEqual([]);
  });

  it.each([
    ["We'll do 15 minute access tokens and HttpOnly refresh cookies.", 1],
    ["We'll do the rest tomorrow.", 0],
    ["We'll do that.", 0],
  ])("M3: %s", (prompt, count) => {
    expect(extractTurn(turnOf(prompt, [said("Noted.")])).memories).toHaveLength(count);
  });

  it("M3: takes the agent's word for what both settled on", () => {
    const { memories } = extractTurn(
      turnOf("Where do sessions go? You choose.", [said("We go with Postgres for sessions, since it runs already.")]),
    );
    expect(memories.map(({ value }) => value)).toEqual(["We go with Postgres for sessions, since it runs already."]);
  });

  it("M3: a task is no decision", () => {
    const { memories, observations } = extractTurn(
      turnOf("Extract the money helpers into their own folder and use them everywhere instead of inline rounding.", [
        edited(`${ROOT}/src/money.ts`),
        said("Moved the helpers into `src/money.ts`."),
      ]),
    );
    expect(memories).toEqual([]);
    expect(observations).toHaveLength(1);
  });
});
