/** Ingest over HTTP: one event at a time, and batches of fifty events of 1 KB. */
import type { IngestItem } from "../../lib/contract/capture";
import type { Server } from "../../e2e/support/server";
import { notes } from "../corpus";
import { type Row, timeEach, timesRow, valueRow } from "../measure";

const BATCH = 50;

function events(count: number, prefix: string): IngestItem[] {
  return [...notes(count, 3)].map((note, i) => ({
    host: "claude-code",
    event: "PostToolUse",
    payload: {
      session_id: `bench-${prefix}-${i % 20}`,
      cwd: "/w/bench",
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: note.title },
      tool_response: note.text.repeat(4).slice(0, 900),
      tool_use_id: `toolu_${prefix}_${i}`,
    },
  }));
}

export async function benchIngest(server: Server, count: number): Promise<Row[]> {
  const single = await timeEach(events(Math.min(count, 300), "single"), (event) => server.client.ingest([event]));
  const items = events(count, "batch");
  const batches = Array.from({ length: Math.ceil(items.length / BATCH) }, (_, i) =>
    items.slice(i * BATCH, (i + 1) * BATCH),
  );
  const times = await timeEach(batches, (batch) => server.client.ingest(batch), 0);
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
  return [
    timesRow("ingest, one event, acknowledged", single),
    timesRow(`ingest, batch of ${BATCH}, acknowledged`, times),
    valueRow("ingest in batches", "events/s", items.length / seconds),
  ];
}
