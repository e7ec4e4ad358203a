import { describe, expect, it } from "vitest";
import { assertConfigUsable, bearerOf, canWrite, DEFAULT_API_BASE, resolveConfig } from "./config";
import { mergeEnv, parseEnvFile } from "./env-file";

describe("resolveConfig", () => {
  it("V23: the host goes before the environment, that before defaults", () => {
    const env = { EVERME_API_BASE: "http://env", EVERME_AGENT_ID: "env-agent", EVERME_AGENT_TOKEN: "evt_env" };
    expect(resolveConfig({ apiBase: "http://host", agentId: "" }, env)).toMatchObject({
      apiBase: "http://host",
      agentId: "env-agent",
      agentToken: "evt_env",
    });
    expect(resolveConfig()).toMatchObject({
      apiBase: DEFAULT_API_BASE,
      agentId: "",
      agentToken: "",
      timeoutMs: 30_000,
    });
    expect(bearerOf(resolveConfig({}, { EVERME_API_KEY: "emk_k" }))).toBe("emk_k");
    expect(bearerOf(resolveConfig({}, { EVERME_API_KEY: "emk_k", EVERME_AGENT_TOKEN: "evt_t" }))).toBe("evt_t");
  });

  it("V26: knobs have defaults and bounds, and a bad value is the default", () => {
    const defaults = {
      flushEveryTurns: 5,
      flushMode: "counted",
      injectTopK: 10,
      injectProfile: false,
      injectMinScore: 0.1,
      telemetry: true,
      debug: false,
      stateDir: undefined,
    };
    expect(resolveConfig()).toMatchObject(defaults);
    const bad = { EVERME_FLUSH_EVERY_TURNS: "-1", EVERME_INJECT_TOPK: "21", EVERME_INJECT_MIN_SCORE: "1.5" };
    expect(resolveConfig({}, bad)).toMatchObject(defaults);
    expect(resolveConfig({}, { ...bad, EVERME_INJECT_TOPK: "5x", EVERME_INJECT_PROFILE: "maybe" })).toMatchObject(
      defaults,
    );
    expect(
      resolveConfig(
        {},
        {
          EVERME_FLUSH_EVERY_TURNS: "0",
          EVERME_FLUSH_MODE: "legacy",
          EVERME_INJECT_TOPK: "20",
          EVERME_INJECT_PROFILE: "true",
          EVERME_INJECT_MIN_SCORE: "0",
          EVERME_TELEMETRY: "off",
          EVERME_DEBUG: "1",
          EVERME_STATE_DIR: "/s",
        },
      ),
    ).toMatchObject({
      flushEveryTurns: 0,
      flushMode: "legacy",
      injectTopK: 20,
      injectProfile: true,
      injectMinScore: 0,
      telemetry: false,
      debug: true,
      stateDir: "/s",
    });
  });

  it("V25: names what is missing and never the token", () => {
    const token = ["evt", "s".repeat(32)].join("_");
    expect(() => assertConfigUsable({ agentId: "", agentToken: token })).toThrow(/^EVERME_AGENT_ID must/);
    expect(() => assertConfigUsable({ agentId: "a", agentToken: "" })).toThrow(/^EVERME_AGENT_TOKEN must/);
    expect(() => assertConfigUsable({ agentId: "", agentToken: "" })).toThrow(/EVERME_AGENT_ID and EVERME_AGENT_TOKEN/);
    expect(() => assertConfigUsable({ agentId: "", agentToken: token })).not.toThrow(new RegExp(token));
    expect(() => assertConfigUsable({ agentId: "a", agentToken: token })).not.toThrow();
  });

  it("V60: the account's key reads only", () => {
    expect(canWrite({ agentId: "a", agentToken: "evt_x" })).toBe(true);
    expect(canWrite({ agentId: "", agentToken: "evt_x" })).toBe(false);
    expect(canWrite({ agentId: "a", agentToken: "emk_x" })).toBe(false);
  });
});

describe("everme.env", () => {
  it("V24: lines, comments, one pair of quotes", () => {
    const text = '\uFEFF# c\r\nA=1\n export B = \'two words\' \nC="x"y"\nD=\nnot a line\n__proto__=p\nE="';
    const values = parseEnvFile(text);
    expect(Object.entries(values)).toEqual([
      ["A", "1"],
      ["B", "two words"],
      ["C", 'x"y'],
      ["D", ""],
      ["__proto__", "p"],
      ["E", '"'],
    ]);
  });

  it("V24: the shell wins, but for the agent's token and id", () => {
    const shell = { EVERME_API_BASE: "shell", EVERME_AGENT_TOKEN: "old", EVERME_AGENT_ID: "old", EVERME_DEBUG: "" };
    const file = {
      EVERME_API_BASE: "file",
      EVERME_AGENT_TOKEN: "new",
      EVERME_AGENT_ID: "",
      EVERME_DEBUG: "1",
      X: "file",
    };
    expect(mergeEnv(shell, file)).toEqual({
      EVERME_API_BASE: "shell",
      EVERME_AGENT_TOKEN: "new",
      EVERME_AGENT_ID: "old",
      EVERME_DEBUG: "1",
      X: "file",
    });
  });
});
