/** The steps of `npm test`, each answering how many of its checks passed and failed. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alone } from "../setup/alone.mjs";
import { build } from "../setup/build.mjs";
import { ROOT } from "../setup/paths.mjs";
import { ensureChromium } from "./chromium.mjs";
import { checkContractRows } from "./contract-rows.mjs";
import { checkExtension } from "./extension.mjs";
import { checkPack } from "./pack.mjs";
import { checkRepository } from "./repository.mjs";

const bin = (...parts) => join(ROOT, "node_modules", ...parts);

function node(args, env = {}) {
  const result = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  return result.status ?? 1;
}

const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

/** A skipped test counts as failed: nothing is skipped here. */
function counted(exit, passed, failed, skipped) {
  const bad = failed + skipped;
  return { passed, failed: exit !== 0 && bad === 0 ? 1 : bad };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-report-"));
  try {
    return work(join(folder, "report.json"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function vitest(config) {
  return withReport((file) => {
    const exit = node([
      bin("vitest", "vitest.mjs"),
      "run",
      "--config",
      config,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ]);
    const report = readReport(file);
    if (report === null) return { passed: 0, failed: 1 };
    return counted(exit, report.numPassedTests, report.numFailedTests, report.numPendingTests + report.numTodoTests);
  });
}

async function browser() {
  const path = await ensureChromium();
  return withReport((file) => {
    const exit = node([bin("@playwright", "test", "cli.js"), "test", "--reporter=list,json"], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      KEEPSAKE_CHROMIUM: path,
    });
    const report = readReport(file);
    if (report === null) return { passed: 0, failed: 1 };
    const { expected, unexpected, flaky, skipped } = report.stats;
    const note = flaky === 0 ? undefined : `on the second attempt only: ${flakySpecs(report.suites).join("; ")}`;
    return { ...counted(exit, expected + flaky, unexpected, skipped), note };
  });
}

/** "file:line title" of what failed once and then passed; Playwright's suites lie in each other. */
const flakySpecs = (suites) =>
  suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...flakySpecs(inner),
  ]);

async function builds() {
  await alone(build);
  return one(true);
}

export const STEPS = [
  ["repository", async () => one(await checkRepository())],
  ["contract rows", async () => one(checkContractRows())],
  ["format", async () => one(node([bin("prettier", "bin", "prettier.cjs"), "--check", "--log-level=warn", "."]) === 0)],
  ["build", builds],
  ["types", async () => one(node([bin("typescript", "bin", "tsc"), "--noEmit"]) === 0)],
  ["extension", async () => one(checkExtension())],
  ["lint", async () => one(node([bin("eslint", "bin", "eslint.js"), "."]) === 0)],
  ["unit and integration", async () => vitest("vitest.config.ts")],
  ["processes", async () => vitest("vitest.processes.config.ts")],
  ["browser", browser],
  ["package", async () => one(await checkPack())],
];
