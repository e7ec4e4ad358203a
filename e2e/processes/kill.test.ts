import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { IngestItem } from "../../lib/contract/capture";
import { seeded } from "../support/random";
import { launch, type Server, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";
import { count, query } from "../support/store";

const ROUNDS = 20;
const stage = useStage(HASH_EMBEDDER);

const toolEvent = (mark: string): IngestItem => ({
  host: "claude-code",
  event: "PostToolUse",
  payload: {
    session_id: `kill-${mark.split("-")[1]}`,
    cwd: "/w/app",
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: `echo ${mark}` },
    tool_response: `said ${mark}`,
    tool_use_id: `toolu_${mark}`,
  },
});

/** Sends bursts until the server dies; answers the marks whose batch was acknowledged. */
async function burst(url: Server, round: number, acknowledged: Set<string>): Promise<void> {
  for (let batch = 0; ; batch++) {
    const marks = Array.from({ length: 25 }, (_, i) => `mark-${round}-${batch}-${i}x`);
    try {
      const result = await url.client.ingest(marks.map(toolEvent));
      expect(result.rejected).toEqual([]);
    } catch {
      // The server was killed under this request: not acknowledged, so nothing is promised.
      return;
    }
    for (const mark of marks) acknowledged.add(mark);
  }
}

it("T03: twenty kills in bursts of ingest lose no acknowledged event and double none", async () => {
  const home = stage.home();
  const random = seeded(20_261_130);
  const acknowledged = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const running = await stage.start({ home });
    const sending = Promise.all([burst(running, round * 2, acknowledged), burst(running, round * 2 + 1, acknowledged)]);
    await sleep(30 + random() * 600);
    await running.kill();
    await sending;
  }
  const server = await stage.start({ home });
  const stored = query<{ tool_use_id: string; n: number }>(
    home,
    "SELECT tool_use_id, count(*) n FROM events GROUP BY tool_use_id",
  );
  const counts = new Map(stored.map((row) => [row.tool_use_id.replace("toolu_", ""), row.n]));
  expect(acknowledged.size).toBeGreaterThan(ROUNDS);
  expect([...acknowledged].filter((mark) => counts.get(mark) !== 1)).toEqual([]);
  expect(stored.filter((row) => row.n > 1)).toEqual([]);
  expect(query(home, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  const health = await server.client.health();
  expect(health.index.words.event).toBe(count(home, "SELECT count(*) FROM events"));
  const sample = [...acknowledged].at(-1) ?? "";
  const answer = await server.client.search({ query: sample, type: "events", mode: "fts" });
  expect(answer.events.map((hit) => hit.preview).join(" ")).toContain(sample);
});

function transcript(lines: number): string {
  const envelope = (i: number) => ({
    uuid: `line-${i}`,
    sessionId: "7d1c6f50-0000-4000-8000-00000000beef",
    timestamp: new Date(Date.UTC(2026, 4, 1) + i * 1000).toISOString(),
    cwd: "/w/app",
    gitBranch: "main",
    isSidechain: false,
  });
  return Array.from({ length: lines }, (_, i) =>
    JSON.stringify(
      i % 2 === 0
        ? { type: "user", ...envelope(i), message: { role: "user", content: `question ${i} about the parser` } }
        : {
            type: "assistant",
            ...envelope(i),
            message: { id: `m${i}`, role: "assistant", content: [{ type: "text", text: `answer ${i} on the parser` }] },
          },
    ),
  ).join("\n");
}

it("T03: an import whose server is killed goes on where it was, nothing lost and nothing twice", async () => {
  const home = stage.home();
  const random = seeded(7);
  const file = join(stage.home(), "transcript.jsonl");
  writeFileSync(file, transcript(6000));
  for (let round = 0; round < 3; round++) {
    const running = await stage.start({ home });
    const importing = launch(["import", "--no-wait", file], home);
    await until(() => (count(home, "SELECT count(*) FROM prompts") > round * 300 ? true : undefined));
    await sleep(random() * 200);
    await running.kill();
    await importing.ended;
  }
  await stage.start({ home });
  const last = launch(["import", "--no-wait", file], home);
  expect(await last.ended).toBe(0);
  expect(count(home, "SELECT count(*) FROM prompts")).toBe(3000);
  expect(count(home, "SELECT count(*) FROM events WHERE kind = 'message'")).toBe(3000);
  expect(count(home, "SELECT count(DISTINCT prompt_number) FROM prompts")).toBe(3000);
});
