import { expect, it } from "vitest";
import { SETTING_DEFAULTS } from "./contract/settings";
import { DEFAULT_PORT, readEnv } from "./env";

const read = (env: Record<string, string> = {}) => readEnv(env as unknown as NodeJS.ProcessEnv);

it("M1, M57: the port is 37777 unless KEEPSAKE_PORT or, after it, CLAUDE_MEM_WORKER_PORT names another; loopback only", () => {
  expect(DEFAULT_PORT).toBe(37_777);
  expect(read()).toMatchObject({ port: null, host: "127.0.0.1", requireToken: false });
  expect(read({ CLAUDE_MEM_WORKER_PORT: "4001" })).toMatchObject({ port: 4001, servedPort: 4001 });
  expect(read({ CLAUDE_MEM_WORKER_PORT: "4001", KEEPSAKE_PORT: "4002" })).toMatchObject({ port: 4002 });
  expect(read({ CLAUDE_MEM_WORKER_PORT: "4001", KEEPSAKE_PORT: "" })).toMatchObject({ port: 4001 });
});

it("M1, M57: a port that is none ends the start with the name of its variable", () => {
  for (const name of ["KEEPSAKE_PORT", "CLAUDE_MEM_WORKER_PORT"]) {
    for (const wrong of ["65536", "-1", "80.5", "http", "37777; rm"]) {
      expect(() => read({ [name]: wrong })).toThrow(name);
    }
  }
});

it("M55, M56: claude-mem's variables are settings under our names, and ours win", () => {
  expect(SETTING_DEFAULTS.context_observations).toBe(50);
  const theirs = { CLAUDE_MEM_CONTEXT_OBSERVATIONS: "12", CLAUDE_MEM_MODEL: "claude-opus-4-5" };
  expect(read(theirs).settings).toEqual({ context_observations: 12, llm_model: "claude-opus-4-5" });
  expect(read({ ...theirs, KEEPSAKE_CONTEXT_OBSERVATIONS: "3", KEEPSAKE_LLM_MODEL: "gpt-5" }).settings).toEqual({
    context_observations: 3,
    llm_model: "gpt-5",
  });
  expect(() => read({ CLAUDE_MEM_CONTEXT_OBSERVATIONS: "lots" })).toThrow("CLAUDE_MEM_CONTEXT_OBSERVATIONS");
});

it("M55: a model's name alone switches no provider on", () => {
  expect(read({ CLAUDE_MEM_MODEL: "claude-opus-4-5" }).settings).not.toHaveProperty("llm_provider");
});

it("M58: the Python version is accepted, whatever it is, and has no effect but a note", () => {
  expect(read().notes).toEqual([]);
  for (const version of ["3.13", "2", "none"]) {
    const env = read({ CLAUDE_MEM_PYTHON_VERSION: version });
    expect(env.notes).toEqual(["CLAUDE_MEM_PYTHON_VERSION has no effect: no Python runs here."]);
    expect(env.settings).toEqual({});
  }
  expect(read({ KEEPSAKE_PYTHON_VERSION: "3.13" }).notes).toHaveLength(1);
});

it("programs that we start get what they need to find themselves, and nothing that steers git or holds a key", () => {
  const env = read({
    PATH: "/usr/bin",
    HOME: "/home/a",
    GIT_DIR: "/elsewhere",
    GIT_SSH_COMMAND: "evil",
    ANTHROPIC_API_KEY: "k",
    NODE_OPTIONS: "--require evil",
    LD_PRELOAD: "evil.so",
  });
  expect(env.forChild()).toEqual({ PATH: "/usr/bin", HOME: "/home/a" });
});
