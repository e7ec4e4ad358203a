/**
 * Whether the store is whole: the file in a process of its own, the indexes against the rows beside the server's work. One at a time;
 * what the last one found is kept in the data folder, where a damaged database does not reach it.
 */
import { fork } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../context";
import { IntegrityReport, type IntegrityFinding, type IntegrityState, type IntegrityStep } from "../contract/checks";
import { SearchKind } from "../contract/common";
import { AppError } from "../contract/errors";
import type { FileFinding } from "../db/integrity";
import type { IntegrityMessage } from "../db/integrity-program";
import { findDrift } from "../search/drift";
import { countWords } from "../search/vectors-query";
import { findings } from "./integrity-words";

interface Run {
  step: IntegrityStep;
  startedAt: number;
  /** Ends with the run, whatever came of it. */
  done: Promise<void>;
}

/** On globalThis, because the route that starts one and the one that looks may be two module instances; by data folder, for tests. */
const RUNS = Symbol.for("keepsake.integrity-runs");
type Slot = { [RUNS]?: Map<string, Run> };
const runs = (): Map<string, Run> => ((globalThis as Slot)[RUNS] ??= new Map<string, Run>());

const FILE = "integrity.json";
/** A check of the file that takes longer is stuck. */
const FILE_WITHIN_MS = 60 * 60_000;

interface Options {
  /** The program that reads the file; tests bundle their own. */
  script?: string;
}

/** Begins a check; `done` of {@link waitForIntegrity} is its end. Throws `busy` while one runs. */
export function startIntegrity(app: App, options: Options = {}): IntegrityState {
  const { home } = app.env;
  if (runs().has(home)) {
    throw new AppError("busy", "A check runs already.", { hint: "Look at its result when it is done." });
  }
  const run: Run = { step: "database", startedAt: app.now(), done: Promise.resolve() };
  runs().set(home, run);
  run.done = check(app, run, options.script ?? join(app.env.root, "dist", "integrity.mjs"))
    .catch((error: unknown) => app.log.error({ err: error }, "integrity check failed"))
    .finally(() => runs().delete(home));
  return readIntegrity(app);
}

/** What runs now and what the last check found. */
export function readIntegrity(app: App): IntegrityState {
  const run = runs().get(app.env.home);
  return {
    running: run === undefined ? null : { step: run.step, started_at: run.startedAt },
    last: readLast(app),
  };
}

/** Ends when the check that runs does; at once when none does. */
export const waitForIntegrity = (app: App): Promise<void> => runs().get(app.env.home)?.done ?? Promise.resolve();

async function check(app: App, run: Run, script: string): Promise<void> {
  const steps: Partial<Record<IntegrityStep, number>> = {};
  const found: IntegrityFinding[] = [];
  let began = performance.now();
  const enter = (step: IntegrityStep): void => {
    const now = performance.now();
    steps[run.step] = Math.round(now - began);
    began = now;
    run.step = step;
  };
  found.push(...(await checkFile(app, script, enter)));
  enter("words");
  found.push(...checkWords(app));
  enter("vectors");
  found.push(...(await checkVectors(app)));
  enter("vectors");
  keep(app, { started_at: run.startedAt, finished_at: app.now(), steps, findings: found });
  app.log.info({ findings: found.map(({ code }) => code) }, "integrity check done");
}

/** In a process of its own, which the server's end takes along. */
function checkFile(app: App, script: string, enter: (step: IntegrityStep) => void): Promise<IntegrityFinding[]> {
  return new Promise((resolve) => {
    const child = fork(script, [join(app.env.home, "keepsake.db")], {
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      timeout: FILE_WITHIN_MS,
    });
    app.onClose(async () => void child.kill());
    let answer: IntegrityFinding[] = [findings.notChecked("ended")];
    child.on("message", (message) => {
      const told = message as IntegrityMessage;
      if (told.type === "step") enter(told.step);
      else answer = told.type === "failed" ? [findings.notChecked(told.code)] : told.findings.map(ofFile);
    });
    child.on("error", (error) => {
      answer = [findings.notChecked((error as NodeJS.ErrnoException).code ?? error.name)];
      resolve(answer);
    });
    child.on("exit", () => resolve(answer));
  });
}

const ofFile = ({ code, where, count }: FileFinding): IntegrityFinding => findings[code](where, count);

/** A words table of another number of rows than its own was lost or half written. */
function checkWords(app: App): IntegrityFinding[] {
  return SearchKind.options.flatMap((kind) => {
    const { rows, entries } = countWords(app.db, kind);
    return rows === entries ? [] : [findings.words_differ(kind, rows, entries)];
  });
}

async function checkVectors(app: App): Promise<IntegrityFinding[]> {
  const { state } = app.vectors.state();
  if (state !== "ready") return [findings.vectors_unavailable(state)];
  try {
    const drift = await findDrift(app);
    return drift === null ? [] : [findings.vectors_differ(drift)];
  } catch (error) {
    app.log.warn({ err: error }, "the vector index could not be compared");
    return [findings.vectors_unavailable("unavailable")];
  }
}

function keep(app: App, report: IntegrityReport): void {
  const file = join(app.env.home, FILE);
  writeFileSync(`${file}.part`, JSON.stringify(report), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** A file that is not there, or that nobody of ours wrote, tells nothing. */
function readLast(app: App): IntegrityReport | null {
  try {
    return IntegrityReport.parse(JSON.parse(readFileSync(join(app.env.home, FILE), "utf8")));
  } catch {
    return null;
  }
}
