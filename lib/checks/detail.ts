/** What checks say, in English and as a name with its numbers. Pure. */
import type { CheckFinding, CheckWords } from "../contract/checks";

export type Detail = Pick<CheckFinding, "detail" | "words">;

const make = (id: CheckWords["id"], params: CheckWords["params"], detail: string): Detail => ({
  detail,
  words: { id, params },
});

export const details = {
  loads: () => make("loads", {}, "loads"),
  present: () => make("present", {}, "present"),
  modelFiles: (count: number) => make("model_files", { count }, `${count} files, hashes right`),
  free: (mb: number) => make("free", { mb }, `${mb} MB free`),
  notChecked: () => make("not_checked", {}, "not checked yet"),
  /** `at` in milliseconds. */
  whole: (at: number) => make("whole", { at }, `whole, as of ${minuteOf(at)} UTC`),
  found: (at: number, count: number) =>
    make("found", { at, count }, `the check of ${minuteOf(at)} UTC found ${count} things`),
  deadJobs: (count: number) => make("dead_jobs", { count }, `${count} jobs failed for good`),
  upToDate: () => make("up_to_date", {}, "up to date"),
  waiting: (count: number) => make("waiting", { count }, `${count} texts wait for their vector`),
  server: (pid: number, version: string, port: number | null) =>
    make(
      "server",
      { pid: String(pid), version, port: port === null ? "none" : String(port) },
      `process ${pid}, version ${version}${port === null ? "" : `, port ${port}`}`,
    ),
};

const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16);
