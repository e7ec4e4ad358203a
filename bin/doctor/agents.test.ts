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

/** Sessions by host, time, status, and whether a transcript told their turn. */
function store(rows: [string, number, string, 0 | 1][]): void {
  const db = new Database(join(base, "data", "keepsake.db"));
  db.exec(`CREATE TABLE sessions (id INTEGER PRIMARY KEY, host TEXT, last_event_at INTEGER, status TEXT);
    CREATE TABLE turns (session_id INTEGER, from_transcript INTEGER, started_at INTEGER, ended_at INTEGER);
    CREATE TABLE operations (id INTEGER PRIMARY KEY, created_at INTEGER);
    CREATE TABLE operation_changes (operation_id INTEGER, entity_table TEXT, entity_id INTEGER, before TEXT)`);
  for (const [host, at, status, told] of rows) {
    const { lastInsertRowid: id } = db
      .prepare("INSERT INTO sessions (host, last_event_at, status) VALUES (?, ?, ?)")
      .run(host, at, status);
    db.prepare("INSERT INTO turns VALUES (?, ?, ?, NULL)").run(id, told, at);
  }
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
    ["claude-code", Date.UTC(2026, 10, 1), "ended", 0],
    ["claude-code", Date.UTC(2026, 10, 30, 12), "active", 0],
    ["gemini", Date.UTC(2026, 10, 30, 12), "deleted", 0],
    ["gemini", Date.UTC(2026, 1, 23), "complete", 1],
    ["cursor", Date.UTC(2026, 10, 30, 12), "active", 0],
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
