/** Runs imports from other tools as tests want them: every report of the contract's shape, and its counts adding up. */
import { expect } from "vitest";
import { column } from "../capture/testing";
import type { Actor } from "../contract/common";
import { type ImportTool, ToolReport } from "../contract/tool-import";
import type { App } from "../context";
import { importTool } from "./tool";

export const PERSON: Actor = { kind: "person", name: "cli" };

/** `app`: the one of the test that runs. */
export function toolRuns(app: () => App) {
  async function run(
    tool: ImportTool,
    paths: string[],
    more: { dryRun?: boolean; project?: string } = {},
  ): Promise<ToolReport> {
    const report = await importTool(app(), { tool, paths, dryRun: false, ...more }, PERSON);
    expect(ToolReport.parse(report)).toEqual(report);
    for (const { read, imported, known, conflicts, skipped, rejected } of Object.values(report.counts)) {
      expect(imported + known + conflicts + skipped + rejected).toBe(read);
    }
    return report;
  }

  /** Dry run, import, import again: the same for every tool. Answers the report of the import. */
  async function expectOnce(tool: ImportTool, paths: string[], kind: string, count: number): Promise<ToolReport> {
    const tables = [
      "memories",
      "observations",
      "reflections",
      "tasks",
      "sessions",
      "imported_rows",
      "projects",
      "operations",
    ];
    const counts = () => tables.map((table) => column(app(), `SELECT count(*) FROM ${table}`)[0]);
    const before = counts();
    const dry = await run(tool, paths, { dryRun: true });
    expect(dry.counts[kind]?.imported).toBe(count);
    expect(dry.operation_ids).toEqual([]);
    expect(counts()).toEqual(before);
    const report = await run(tool, paths);
    expect(report.counts).toEqual(dry.counts);
    const again = await run(tool, paths);
    expect(again.counts[kind]).toMatchObject({ imported: 0, conflicts: 0 });
    return report;
  }
  return { run, expectOnce };
}
