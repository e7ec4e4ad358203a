/** What settings keep out of capture: tools and projects, on every path (M6). */
import { homedir } from "node:os";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../context";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { post, use } from "../testing/worker-capture";
import { projectExcluder } from "./excluded-projects";
import { toolSkipper } from "./excluded-tools";
import { takeHook } from "./hook-service";
import { ingest } from "./ingest";
import { activeEvents, bash, column, hook, lines, prompt, rows } from "./testing";

describe("toolSkipper", () => {
  it("M6: whole names, and any ending after a trailing *", () => {
    const skips = toolSkipper(["Skill", "mcp__notes__*"]);
    const names = ["Skill", "SkillX", "skill", "mcp__notes__add", "mcp__notes", "mcp__keepsake__save", "constructor"];
    expect(names.filter(skips)).toEqual(["Skill", "mcp__notes__add", "mcp__keepsake__save"]);
  });
});

describe("projectExcluder", () => {
  const project = { name: "shop", key: "git:github.com/acme/shop", folder: "/home/dev/work/shop/src" };
  const isExcluded = (...globs: string[]): boolean => projectExcluder(globs)(project);

  it("M6: globs meet the name, the key or the folder with all below it", () => {
    const meeting = ["shop", "SHOP", "sh*", "git:github.com/acme/*", "github.com/acme/shop", "{shop,store}"];
    const folders = ["/home/dev/work/*", "/home/dev/work/shop/", "/home/*/work", "**/shop", "/home/**"];
    for (const glob of [...meeting, ...folders]) expect([glob, isExcluded(glob)]).toEqual([glob, true]);
    for (const glob of ["sho", "hop", "/home/dev/work/shopping", "dev/work", "acme", "[", ""])
      expect([glob, isExcluded(glob)]).toEqual([glob, false]);
  });

  it("M6: ~ is the home folder, Windows paths meet in either slash", () => {
    const own = { name: "x", key: "path:x", folder: `${homedir()}/secret/deep` };
    expect(projectExcluder(["~/secret"])(own)).toBe(true);
    expect(projectExcluder(["~/secrets"])(own)).toBe(false);
    const windows = { name: "x", key: "path:x", folder: "d:\\Work\\App\\src" };
    expect(projectExcluder(["D:\\work\\*"])(windows)).toBe(true);
    expect(projectExcluder(["d:/Work/App"])(windows)).toBe(true);
  });

  it("what would take for ever to judge is kept out", { timeout: 5000 }, () => {
    const folder = `/${"a".repeat(4000)}`;
    expect(projectExcluder(["*a*a*a*a*a*a*a*a*b"])({ name: "x", key: "path:x", folder })).toBe(true);
    expect(projectExcluder(["*a*b"])({ name: "x", key: "path:x", folder })).toBe(false);
    expect(projectExcluder(["+(a|aa|aaa)b"])({ name: "a".repeat(200), key: "k", folder: null })).toBe(false);
  });

  it("many patterns over a folder with many above it are judged within one bound", { timeout: 10_000 }, () => {
    const globs = Array.from({ length: 200 }, (_, at) => `**/a/**/b${at}`);
    expect(projectExcluder(globs)({ name: "x", key: "path:x", folder: `/${"a/".repeat(2000)}x` })).toBe(true);
    expect(projectExcluder(globs)({ name: "x", key: "path:x", folder: `/${"a/".repeat(60)}x` })).toBe(false);
  });
});

describe("capture", () => {
  let test: TestApp;
  let app: App;
  beforeEach(async () => {
    test = await openTestApp();
    app = test.app;
  });
  afterEach(() => test.close());

  it("M6: of an excluded project nothing is captured, on no path, not even its name", async () => {
    saveSettings(app, { excluded_projects: ["/w/secret*"] });
    const at = { cwd: "/w/secret-plan/src", session_id: "s-9" };
    const line = { type: "user", uuid: "u-1", sessionId: "s-8", cwd: at.cwd, message: { role: "user", content: "hi" } };
    const result = await ingest(app, [prompt("hi", at), bash("out", at), ...lines([line])]);
    expect(result).toMatchObject({ accepted: 0, skipped: { project_excluded: 3 } });
    await takeHook(app, "claude-code", { ...at, hook_event_name: "UserPromptSubmit", prompt: "hi" });
    expect((await post("observations", use({ cwd: at.cwd }))).body).toEqual({
      status: "skipped",
      reason: "project_excluded",
    });
    expect((await post("init", { claudeSessionId: "s-9", prompt: "hi", cwd: at.cwd })).body).toEqual({
      skipped: true,
      reason: "project_excluded",
    });
    const text = { last_user_message: "hi", last_assistant_message: "<private>x</private> ok", cwd: at.cwd };
    expect((await post("summarize", { claudeSessionId: "s-9", ...text })).body.reason).toBe("project_excluded");
    for (const table of ["sessions", "prompts", "events", "projects"]) {
      expect([table, column(app, `SELECT count(*) FROM ${table}`)]).toEqual([table, [0]]);
    }
  });

  it("M6, M7: what such a session says without a folder is kept out too, after a restart and for a closed project", async () => {
    const last = (claudeSessionId: string) =>
      post("summarize", { claudeSessionId, last_user_message: "hi", last_assistant_message: "The plan is secret." });
    const kept = { status: "skipped", reason: "project_excluded" };
    saveSettings(app, { excluded_projects: ["/w/secret*"] });
    await post("observations", use({ claudeSessionId: "s-8", cwd: "/w/secret-plan", platformSource: "cursor" }));
    expect((await last("s-8")).body).toEqual(kept);
    app = await test.reopen();
    expect((await last("s-8")).body).toEqual(kept);
    expect((await post("init", { claudeSessionId: "s-8", prompt: "go on" })).body).toEqual({
      skipped: true,
      reason: "project_excluded",
    });
    expect(column(app, "SELECT count(*) FROM sessions")).toEqual([0]);

    await post("observations", use({ claudeSessionId: "s-1" }));
    app.sqlite.exec("UPDATE projects SET mode = 'off'");
    await post("observations", use({ claudeSessionId: "s-7" }));
    expect((await last("s-7")).body).toEqual(kept);
    expect(JSON.stringify([rows(app, "SELECT * FROM prompts"), rows(app, "SELECT * FROM events")])).not.toContain(
      "plan",
    );

    // Others are captured as ever, and so is this one where it names an open folder.
    expect((await last("s-6")).body).toEqual({ status: "queued" });
    expect((await post("observations", use({ claudeSessionId: "s-8", cwd: "/w/open" }))).body).toEqual({
      status: "queued",
    });
    expect((await last("s-8")).body).toEqual({ status: "queued" });
  });

  it("M6: by name where no folder is told, and for a session that goes into an excluded folder", async () => {
    saveSettings(app, { excluded_projects: ["secret"] });
    expect((await post("observations", use({ cwd: undefined, project: "Secret" }))).body.reason).toBe(
      "project_excluded",
    );
    await post("observations", use());
    expect((await post("observations", use({ cwd: "/elsewhere/secret" }))).body.reason).toBe("project_excluded");
    expect(activeEvents(app)).toHaveLength(1);
    saveSettings(app, { excluded_projects: null });
    expect((await post("observations", use({ cwd: "/elsewhere/secret", tool_response: "2" }))).body).toEqual({
      status: "queued",
    });
  });

  it("M6: the skip list holds for hooks and transcripts too", async () => {
    saveSettings(app, { skip_tools: ["Bash"] });
    const result = await ingest(app, [
      bash("out"),
      hook("PostToolUse", { tool_name: "TodoWrite", tool_input: { todos: ["a"] }, tool_response: "ok" }),
      ...lines([
        {
          type: "assistant",
          uuid: "u-1",
          sessionId: "s-1",
          cwd: "/w/app",
          timestamp: new Date(test.clock.now).toISOString(),
          message: {
            role: "assistant",
            content: [{ type: "tool_use", id: "t-1", name: "Bash", input: { command: "x" } }],
          },
        },
      ]),
    ]);
    expect(result).toMatchObject({ accepted: 1, skipped: { tool_excluded: 2 } });
    expect(rows(app, "SELECT tool_name FROM events WHERE status = 'active'")).toEqual([{ tool_name: "TodoWrite" }]);
  });
});
