/** The list of `keepsake doctor`, as far as a running server can look at itself. */
import { details } from "../checks/detail";
import { checkDisk, checkFolder } from "../checks/folder";
import { fork } from "node:child_process";
import { join } from "node:path";
import type { App } from "../context";
import { CheckFinding, type CheckReport } from "../contract/checks";
import { countJobs } from "../jobs/query";
import { countIndexLag } from "./query";
import { readIntegrity } from "./integrity";
import { versionOf } from "./version";

const WITHIN_MS = 30_000;

/** Runs them all: a second or two, most of it for the native modules and the hashes of the model's files. */
export async function readChecks(app: App, script = join(app.env.root, "dist", "checks.mjs")): Promise<CheckReport> {
  const { home } = app.env;
  const [programs, folder, disk] = await Promise.all([programsBeside(app, script), checkFolder(home), checkDisk(home)]);
  return { findings: [...programs, folder, disk, database(app), lag(app), server(app)], checked_at: app.now() };
}

/** In a process of its own, so that this one loads nothing that it does not need. */
function programsBeside(app: App, script: string): Promise<CheckFinding[]> {
  const { root, modelDir } = app.env;
  const failed: CheckFinding = {
    code: "build",
    name: "Build",
    state: "fail",
    detail: "the program that checks the installation did not answer",
    fix: "Run `npm run build`.",
  };
  return new Promise((resolve) => {
    const child = fork(script, [root, modelDir], {
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      timeout: WITHIN_MS,
    });
    let found = [failed];
    child.on("message", (message) => (found = CheckFinding.array().catch([failed]).parse(message)));
    child.on("error", () => resolve([failed]));
    child.on("exit", () => resolve(found));
  });
}

/** Reading the whole file takes minutes: what the last check found stands. */
function database(app: App): CheckFinding {
  const own = { code: "database", name: "Database" } as const;
  const fix = "Check the store, on the health page.";
  const { last } = readIntegrity(app);
  if (last === null) return { ...own, state: "warn", ...details.notChecked(), fix };
  const { finished_at: at, findings } = last;
  if (findings.length === 0) return { ...own, state: "ok", ...details.whole(at) };
  return { ...own, state: "fail", ...details.found(at, findings.length), fix };
}

function lag(app: App): CheckFinding {
  const own = { code: "lag", name: "Search by meaning" } as const;
  const { dead } = countJobs(app.db, app.now());
  if (dead > 0)
    return {
      ...own,
      state: "fail",
      ...details.deadJobs(dead),
      fix: "Run them again, on the health page.",
    };
  const waiting = countIndexLag(app.db);
  return { ...own, state: "ok", ...(waiting === 0 ? details.upToDate() : details.waiting(waiting)) };
}

const server = (app: App): CheckFinding => ({
  code: "server",
  name: "Server",
  state: "ok",
  ...details.server(process.pid, versionOf(app), app.env.servedPort),
});
