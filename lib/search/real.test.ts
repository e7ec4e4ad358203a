/** Words, identifiers and paths that occur in two real sessions are found there; registered only where the files are. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { endOf, lines } from "../capture/testing";
import { SEARCH_TYPES, SearchQuery, type SearchType } from "../contract/search";
import { drain } from "../jobs/runner";
import { openTestApp, type TestApp } from "../testing";
import { search } from "./service";

const folder = process.env.KEEPSAKE_REAL_TRANSCRIPTS;

if (folder !== undefined) {
  describe("two real sessions", () => {
    let test: TestApp;
    beforeAll(async () => {
      test = await openTestApp();
      for (const name of ["claude-zh-en-124k.jsonl", "claude-en-thinking-99k.jsonl"]) {
        const text = readFileSync(join(folder, name), "utf8");
        const records = text
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line) => JSON.parse(line) as Record<string, unknown>);
        const sessionId = records.find((record) => typeof record.sessionId === "string")?.sessionId as string;
        await ingest(test.app, [...lines(records), endOf(sessionId)]);
      }
      await drain(test.app);
    });
    afterAll(() => test.close());

    const kindsFinding = async (query: string): Promise<SearchType[]> => {
      const answer = await search(test.app, SearchQuery.parse({ query, mode: "fts" }));
      return SEARCH_TYPES.filter((type) => answer[type].length > 0);
    };

    it.each<[string, SearchType[]]>([
      ["折叠", ["prompts"]],
      ["标签", ["prompts"]],
      ["方案", ["prompts"]],
      ["截断", ["prompts", "events"]],
      ["复用", ["events"]],
      ["isMacOS", ["observations", "events"]],
      ["getPrimaryParam", ["events"]],
      ["handleParamClick", ["events"]],
      ["web/src/components/ai-elements/tool.tsx", ["observations", "prompts", "events"]],
      ["ai-elements/tool.tsx", ["observations", "events"]],
      ["CHANGELOG.md", ["observations", "prompts", "events"]],
      ["966e0df2", ["events"]],
      ["link the PR", ["prompts", "memories"]],
    ])("%s is found by words", async (query, kinds) => {
      expect(await kindsFinding(query)).toEqual(expect.arrayContaining(kinds));
    });

    it("thinking is found nowhere", async () => {
      expect(await kindsFinding("sneaked")).toEqual([]);
    });
  });
}
