import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readEnv } from "../../lib/env";
import { AGENT_NAMES, type AgentName } from "../cli/setup/agent";
import { agentNamed, connectionsOf } from "../cli/setup/agents";
import { applyPlan } from "../cli/setup/apply";
import type { Place } from "../cli/setup/place";
import { planSetup } from "../cli/setup/plan";
import { writeMarketplace } from "../cli/setup/plugin";
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

it("says of each agent whose settings start programs that are not there to set it up again, whatever arrived before", () => {
  const here = place;
  place = { ...place, root: join(base, "old keepsake", "it's $5") };
  for (const name of AGENT_NAMES) connect(name);
  place = here;
  store(AGENT_NAMES.map((name) => [name, Date.UTC(2026, 10, 30), "ended", 0]));
  const findings = check();
  expect(findings.map(({ state }) => state)).toEqual(AGENT_NAMES.map(() => "fail"));
  for (const [at, name] of AGENT_NAMES.entries()) {
    expect(findings[at]?.detail).toContain(`starts ${join(base, "old keepsake", "it's $5")}`);
    expect(findings[at]?.detail).toMatch(/, which is not there$/);
    expect(findings[at]?.fix).toContain(`keepsake setup --agent ${name}`);
    connect(name);
  }
  expect(check().filter(({ state }) => state === "fail")).toEqual([]);
});

it("says whose settings start another installation that is there, and leaves other tools' hooks alone", () => {
  const here = place;
  place = { ...place, root: join(base, "second") };
  for (const folder of ["dist", "bin"]) mkdirSync(join(base, "second", folder), { recursive: true });
  for (const file of ["dist/hook.cjs", "bin/keepsake.mjs"]) cpSync("package.json", join(base, "second", file));
  connect("gemini");
  place = here;
  expect(check()).toEqual([
    expect.objectContaining({
      state: "warn",
      detail: expect.stringContaining(`starts another installation: ${join(base, "second")}`) as string,
    }) as object,
  ]);
  connect("gemini");
  const [file] = connectionsOf(agentNamed("gemini"), place);
  const path = file?.path ?? "";
  const settings = JSON.parse(readFileSync(path, "utf8")) as { hooks: Record<string, unknown[]> };
  settings.hooks["Other"] = [{ hooks: [{ type: "command", command: 'node "/nowhere/dist/hook.cjs" claude-code' }] }];
  writeFileSync(path, JSON.stringify(settings));
  expect(check()[0]?.detail).toContain("no event arrived yet");
});

it("knows the package behind Claude Code's copy of our plugin, and the scope of the file", () => {
  const here = place;
  place = { ...place, root: join(base, "gone") };
  const wish = { scope: "user", style: null, plugin: true } as const;
  applyPlan(planSetup(agentNamed("claude-code"), place, wish), place);
  writeMarketplace(place);
  applyPlan(planSetup(agentNamed("gemini"), place, { scope: "project", style: null, plugin: null }), place);
  place = here;
  const [claude, gemini] = check();
  expect(claude).toMatchObject({ state: "fail", detail: expect.stringContaining(join(base, "gone")) as string });
  expect(gemini).toMatchObject({
    state: "fail",
    fix: expect.stringContaining("--agent gemini --scope project`") as string,
  });
});

it("judges no store that is damaged", () => {
  connect("claude-code");
  writeFileSync(join(base, "data", "keepsake.db"), "no database at all, but long enough to be read as one".repeat(100));
  expect(check()[0]?.detail).toContain("no event arrived yet");
});
