/** What a hook costs an agent: the built program against `node -e 0`, by turns, so that whatever else the machine does meets both. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Server } from "../../e2e/support/server";
import { type Row, timesRow, valueRow } from "../measure";

const HOOK = join(process.cwd(), "dist", "hook.cjs");

interface Turn {
  what: string;
  args: string[];
  home: string;
  event: string;
}

/** `emptyHome` is a data folder that no server ever used: there the event is kept for later. */
export async function benchHook(server: Server, emptyHome: string, runs: number): Promise<Row[]> {
  const nothing: Turn = { what: "node -e 0", args: ["-e", "0"], home: server.home, event: "PostToolUse" };
  const turns: Turn[] = [
    { what: "hook, captured", args: [HOOK, "claude-code"], home: server.home, event: "PostToolUse" },
    { what: "hook, prompt with recall", args: [HOOK, "claude-code"], home: server.home, event: "UserPromptSubmit" },
    { what: "hook, kept for later", args: [HOOK, "claude-code"], home: emptyHome, event: "PostToolUse" },
  ];
  const rows: Row[] = [];
  for (const turn of turns) {
    const bare: number[] = [];
    const taken: number[] = [];
    for (let at = 0; at < runs + WARM_UP; at++) {
      const pair = [await run(nothing, at), await run(turn, at)] as const;
      if (at < WARM_UP) continue;
      bare.push(pair[0]);
      taken.push(pair[1]);
    }
    rows.push(timesRow(`${turn.what} (beside it node -e 0: ${median(bare).toFixed(0)} ms)`, taken));
    const ratios = taken.map((ms, at) => ms / (bare[at] ?? ms));
    rows.push(valueRow(`${turn.what}, median of pairs`, "× node -e 0", median(ratios)));
  }
  return rows;
}

const WARM_UP = 3;

async function run({ args, home, event }: Turn, at: number): Promise<number> {
  const body = JSON.stringify({
    session_id: "bench-hook",
    cwd: "/w/bench",
    hook_event_name: event,
    ...(event === "UserPromptSubmit"
      ? { prompt: `how do we handle the cache of shard ${at}` }
      : { tool_name: "Bash", tool_use_id: `b-${at}`, tool_input: { command: "make" }, tool_response: "x".repeat(300) }),
  });
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "ignore", "ignore"],
    env: { ...process.env, KEEPSAKE_HOME: home },
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(body);
  await once(child, "exit");
  return performance.now() - started;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
