/** Two real sessions through capture, jobs and store, against what a careful reader keeps; registered only where the files are. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endOf, lines } from "../capture/testing";
import { ingest } from "../capture/ingest";
import type { Observation, Summary } from "../contract/evidence";
import type { Memory } from "../contract/memory";
import { drain } from "../jobs/runner";
import { listMemories } from "../memories/list";
import { rollUp } from "../observations/roll-up";
import { listObservations, listSummaries } from "../observations/service";
import { openTestApp, type TestApp } from "../testing";

const folder = process.env.KEEPSAKE_REAL_TRANSCRIPTS;

interface Kept {
  observations: Observation[];
  /** Newest first. */
  summaries: Summary[];
  memories: Memory[];
  prompts: string[];
}

async function keep(test: TestApp, file: string): Promise<Kept> {
  const records = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const sessionId = records.find((record) => typeof record.sessionId === "string")?.sessionId as string;
  await ingest(test.app, [...lines(records), endOf(sessionId)]);
  await drain(test.app);
  return {
    observations: listObservations(test.app, { status: "active", limit: 100 }).items,
    summaries: listSummaries(test.app, { limit: 100 }).items,
    memories: listMemories(test.app, { limit: 100 }).items,
    prompts: test.app.sqlite.prepare("SELECT text FROM prompts ORDER BY prompt_number").pluck().all() as string[],
  };
}

/** Folded from its turns, as the digest tells it. */
const sessionOf = (summaries: Summary[]) =>
  rollUp(summaries.map((row) => ({ ...row, nextSteps: row.next_steps })).reverse());

const toldAsFact = ({ observations, summaries, memories }: Kept): string =>
  JSON.stringify([
    observations.map(({ title, summary, facts }) => [title, summary, facts]),
    summaries.map(({ learned, completed, investigated }) => [learned, completed, investigated]),
    memories.map(({ value }) => value),
  ]);

if (folder !== undefined) {
  describe("a Chinese session with an interruption", () => {
    let test: TestApp;
    let kept: Kept;
    beforeAll(async () => {
      test = await openTestApp();
      kept = await keep(test, join(folder, "claude-zh-en-124k.jsonl"));
    });
    afterAll(() => test.close());

    it("keeps the feature with its file and its passed type check", () => {
      const feature = kept.observations.find(({ obs_type }) => obs_type === "feature");
      expect(feature?.title).toMatch(/FetchURL.*Ctrl\/Cmd\+Click.*new tab/);
      expect(feature?.files_modified).toEqual(["web/src/components/ai-elements/tool.tsx"]);
      expect(feature?.facts.join("\n")).toMatch(/normal click.*toggles/);
      expect(feature?.facts.join("\n")).toMatch(/`npx tsc --noEmit[^`]*` passed/);
    });
    it("keeps the discovery of isMacOS, once", () => {
      const found = kept.observations.filter(({ title }) => title.includes("isMacOS"));
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ obs_type: "discovery", files_modified: [] });
      expect(found[0]?.title).toContain('`isMacOS() ? "Cmd" : "Ctrl"`');
      expect(found[0]?.title).toContain("@/hooks/utils");
    });
    it("tells both requests, what was done, and what is left to do", () => {
      const session = sessionOf(kept.summaries);
      expect(session.request).toContain("FetchURL Ctrl+Click 打开完整链接");
      expect(session.request).toContain("有个细节，在mac上是command+click。能否根据环境动态调整，有什么方案？");
      expect(session.completed).toContain("opens full URL in new tab");
      expect(session.nextSteps).toMatch(/FetchURL tooltip 根据平台显示 Cmd\/Ctrl.*tool\.tsx/);
      expect(session.nextSteps).toContain("中断");
      expect(kept.prompts).toHaveLength(2);
      expect(kept.prompts[1]).toBe("有个细节，在mac上是command+click。能否根据环境动态调整，有什么方案？");
    });
    it("never tells intent, plan or the unfinished hint as done", () => {
      const told = toldAsFact(kept);
      expect(told).not.toMatch(/Now let me|Let me verify|I need to|让我|Request interrupted|system-reminder|更新计划/);
      expect(told).not.toMatch(/⌘|tooltip 根据平台|导入已有的|提取完整 URL|在 primaryParam/);
      expect(JSON.stringify(kept)).not.toMatch(/\.claude\/plans/);
      for (const { files_modified } of kept.observations.filter(({ turn }) => turn === 2))
        expect(files_modified).toEqual([]);
      expect(kept.memories).toEqual([]);
    });
  });

  describe("an English session about a changelog", () => {
    let test: TestApp;
    let kept: Kept;
    beforeAll(async () => {
      test = await openTestApp();
      kept = await keep(test, join(folder, "claude-en-thinking-99k.jsonl"));
    });
    afterAll(() => test.close());

    it("keeps the new changelog section as a change", () => {
      const change = kept.observations.find(({ obs_type }) => obs_type === "change");
      expect(change).toMatchObject({
        title: "Added the 0.4.4 section to CHANGELOG.md",
        files_modified: ["CHANGELOG.md"],
      });
      expect(change?.subtitle).toContain("0.4.3 -> 0.4.4");
    });
    it("keeps where the change without a PR came in", () => {
      const found = kept.observations.find(({ obs_type }) => obs_type === "discovery");
      expect(found?.title).toMatch(/`entire enable` no longer prompts when already enabled.*PR #231/);
      expect(found?.summary).toContain("PR title doesn't reflect this behavioral change");
    });
    it("keeps the short answer together with its question, for this project", () => {
      expect(kept.memories).toHaveLength(1);
      const [memory] = kept.memories;
      expect(memory).toMatchObject({
        attribute: "preference",
        project: expect.any(String) as string,
        review_state: null,
      });
      expect(memory?.value).toMatch(/link the PR/i);
      expect(memory?.value).toMatch(/PR title doesn't reflect/);
      expect(memory?.value).toMatch(/changelog/i);
    });
    it("tells the whole session when its turns are folded", () => {
      const session = sessionOf(kept.summaries);
      expect(session.request).toMatch(/changelog\.md update for 0\.4\.3 -> 0\.4\.4/);
      expect(session.learned).toContain("PR #231");
      expect(session.completed).toBe("Added the 0.4.4 section to CHANGELOG.md");
      expect(session.nextSteps).toBe("");
      expect(kept.prompts).toHaveLength(4);
    });
    it("never tells the changelog's bullets, an offered alternative or a command as fact", () => {
      const told = toldAsFact(kept);
      expect(told).not.toMatch(
        /Gemini transcript|Removed deprecated|safer|Updated README|Auto-commit strategy|Clarified/,
      );
      expect(told).not.toMatch(/Leave it without|Note it differently|Attribute it to/);
      expect(told).not.toMatch(/Would you like|Which would you prefer|Catch you later|\/exit|I'll look/);
      expect(kept.prompts.join("\n")).not.toMatch(/\/exit|Catch you later|Caveat/);
    });
  });
}
