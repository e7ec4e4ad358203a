import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readEnv } from "../../lib/env";
import type { AgentName } from "../cli/setup/agent";
import { agentNamed } from "../cli/setup/agents";
import { applyPlan } from "../cli/setup/apply";
import type { Place } from "../cli/setup/place";
import { planSetup } from "../cli/setup/plan";
import { checkAgents } from "./agents";

let base: string;
let place: Place;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "keepsake-doctor-"));
  mkdirSync(join(base, "data", "spool"), { recursive: true });
  mkdirSync(join(base, "project"));
  place = {
    home: base,
    cwd: join(base, "project"),
    platform: "linux",
    root: process.cwd(),
    dataHome: null,
    url: "http://127.0.0.1:37777",
    env: {},
  };
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const check = () => checkAgents(readEnv({ KEEPSAKE_HOME: join(base, "data") } as unknown as NodeJS.ProcessEnv), place);
const connect = (name: AgentName) =>
  applyPlan(planSetup(agentNamed(name), place, { scope: "user", style: null, plugin: null }), place);

function store(rows: [string, number, string][]): void {
  const db = new Database(join(base, "data", "keepsake.db"));
  db.exec("CREATE TABLE sessions (host TEXT, last_event_at INTEGER, status TEXT)");
  for (const row of rows) db.prepare("INSERT INTO sessions VALUES (?, ?, ?)").run(row);
  db.close();
}

it("says how to connect one where none is", () => {
  expect(check()).toEqual([
    expect.objectContaining({ code: "agent", state: "warn", detail: "none is connected" }) as object,
  ]);
});

it("says of each connected agent whether its last event arrived", () => {
  for (const name of ["claude-code", "codex", "gemini", "vscode"] as const) connect(name);
  store([
    ["claude-code", Date.UTC(2026, 10, 1), "ended"],
    ["claude-code", Date.UTC(2026, 10, 30, 12), "active"],
    ["gemini", Date.UTC(2026, 10, 30, 12), "deleted"],
    ["cursor", Date.UTC(2026, 10, 30, 12), "active"],
  ]);
  const spooled = (sequence: string) => join(base, "data", "spool", `1796040000000-${sequence}-1-90.json`);
  writeFileSync(spooled("000"), '{"host":"codex","event":"Stop","key":"k","at":1,"payload":{}}');
  writeFileSync(spooled("001"), '{"host":"codex","event":"Stop","key":"l","at":1,"payload":{}}');
  const findings = Object.fromEntries(check().map(({ name, state, detail }) => [name, `${state}: ${detail}`]));
  expect(findings).toEqual({
    "Claude Code": expect.stringMatching(/^ok: connected, last event 2026-11-30/) as string,
    Codex: "warn: connected, but 2 events wait in the data folder: no server took them",
    "Gemini CLI": expect.stringMatching(/^warn: connected \(.*settings\.json\), but no event arrived yet$/) as string,
    "VS Code": "ok: connected by MCP; it sends no events by itself",
  });
});

it("judges no store that is damaged", () => {
  connect("claude-code");
  writeFileSync(join(base, "data", "keepsake.db"), "no database at all, but long enough to be read as one".repeat(100));
  expect(check()[0]?.detail).toContain("no event arrived yet");
});
