import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCheckpoints } from "./checkpoints";
import { deadlineOf } from "./deadlines";
import { fileNameOf } from "./files";
import { createToolEventBuffer, type ToolEvent } from "./tool-buffer";
import { readTranscript } from "./transcript";
import { createTurnLedger } from "./turn-ledger";

let root: string;
let dir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "keepsake-agent-"));
  dir = join(root, "state");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;
const call = (id: string, output: unknown = ""): ToolEvent => ({
  id,
  name: "Read",
  input: { path: "x" },
  output,
  at: 1,
});

describe("checkpoints", () => {
  it("V62: commits atomically into private files, with ids and what tells conversations apart", async () => {
    const checkpoints = createCheckpoints({ dir });
    expect(await checkpoints.read("s")).toBeNull();
    await checkpoints.commit("s", 12, { nativeMessageIds: ["m-1"], identity: { transcript: "/t" } });
    expect(await checkpoints.read("s")).toMatchObject({
      uploadedCount: 12,
      nativeMessageIds: ["m-1"],
      identity: { transcript: "/t" },
    });
    expect(readdirSync(dir)).toEqual(["s.checkpoint.json"]);
    expect([modeOf(dir), modeOf(join(dir, "s.checkpoint.json"))]).toEqual([0o700, 0o600]);
  });

  it("V62: is stale after 30 days, and a broken file is none", async () => {
    let now = 1_700_000_000_000;
    const checkpoints = createCheckpoints({ dir, now: () => now });
    await checkpoints.commit("s", 3);
    now += 30 * 86_400_000;
    expect(await checkpoints.read("s")).not.toBeNull();
    now += 1;
    expect(await checkpoints.read("s")).toBeNull();
    for (const text of ["{", "[]", '{"uploadedCount":-1,"at":1}', '{"uploadedCount":"3"}']) {
      writeFileSync(join(dir, "s.checkpoint.json"), text);
      expect(await checkpoints.read("s")).toBeNull();
    }
  });

  it("V62: a session's id never leads out of the folder", async () => {
    const id = "../../outside/pwned";
    await createCheckpoints({ dir }).commit(id, 1);
    expect(readdirSync(dir)).toEqual([`${await fileNameOf(id)}.checkpoint.json`]);
    expect(readdirSync(root)).toEqual(["state"]);
    expect(await createCheckpoints({ dir }).read(id)).toMatchObject({ uploadedCount: 1 });
    expect(await fileNameOf(`${id}2`)).not.toBe(await fileNameOf(id));
  });
});

describe("the ledger of turns", () => {
  it("V61: the same turn twice is one; every Nth makes a flush due", async () => {
    const ledger = createTurnLedger({ dir });
    const due: boolean[] = [];
    for (const key of ["t1", "t2", "t3", "t4"]) {
      expect(await ledger.begin("s", key, false)).toEqual({ isDuplicate: false, report: null });
      const { isFlushDue } = await ledger.done("s", key, 2);
      if (isFlushDue) await ledger.flushed("s");
      due.push(isFlushDue);
      expect(await ledger.begin("s", key, false)).toEqual({ isDuplicate: true, report: null });
    }
    expect(due).toEqual([false, true, false, true]);
    await ledger.begin("s", "t5", false);
    expect(await ledger.done("s", "t5", 0)).toEqual({ isFlushDue: false });
    // A flush that failed stays due.
    for (const key of ["t6", "t7"]) {
      await ledger.begin("s", key, false);
      expect(await ledger.done("s", key, 2)).toEqual({ isFlushDue: true });
    }
  });

  it("V63: a turn whose hook died is told once by a later one, lost or recovered", async () => {
    const ledger = createTurnLedger({ dir });
    await ledger.begin("s", "t1", false);
    expect(await ledger.begin("s", "t1", false)).toEqual({ isDuplicate: false, report: null });
    expect(await ledger.begin("s", "t2", false)).toEqual({ isDuplicate: false, report: "lost_prev" });
    await ledger.done("s", "t2", 5);
    expect(await ledger.begin("s", "t3", false)).toEqual({ isDuplicate: false, report: null });
    expect(await ledger.begin("s", "t4", true)).toEqual({ isDuplicate: false, report: "recovered" });
  });

  it("V63: a debt of several is paid one a turn", async () => {
    const ledger = createTurnLedger({ dir });
    await ledger.begin("s", "t1", false);
    writeFileSync(join(dir, "s.turns.json"), JSON.stringify({ lastKey: null, pending: null, debt: 2, sinceFlush: 0 }));
    const reports: (string | null)[] = [];
    for (const key of ["t2", "t3", "t4"]) {
      reports.push((await ledger.begin("s", key, false)).report);
      await ledger.done("s", key, 0);
    }
    expect(reports).toEqual(["lost_prev", "lost_prev", null]);
  });
});

describe("createToolEventBuffer", () => {
  it("V65: keeps whole input and output in order, empty ones too, and is gone when it was drained", async () => {
    const buffer = createToolEventBuffer({ dir });
    const long = call("b", "x".repeat(100_000));
    for (const event of [call("a"), long]) expect(await buffer.append("s", event)).toEqual({ dropped: false });
    expect(readdirSync(dir)).toEqual(["s.toolbuf.jsonl"]);
    expect(modeOf(join(dir, "s.toolbuf.jsonl"))).toBe(0o600);
    expect(await buffer.drain("s")).toEqual([call("a"), long]);
    expect(readdirSync(dir)).toEqual([]);
    expect(await buffer.drain("s")).toEqual([]);
  });

  it("V65: takes nothing more when the file is full, and says so", async () => {
    const buffer = createToolEventBuffer({ dir, maxBytes: 300 });
    const answers: boolean[] = [];
    for (const id of ["a", "b", "c", "d"]) answers.push((await buffer.append("s", call(id))).dropped);
    expect(answers).toEqual([false, false, false, true]);
    expect((await buffer.drain("s")).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  it("V65: leaves out what belongs to another life of the session, and half a line", async () => {
    const buffer = createToolEventBuffer({ dir });
    await buffer.append("s", call("old"), "1");
    await buffer.append("s", call("new"), "2");
    const path = join(dir, "s.toolbuf.jsonl");
    writeFileSync(path, `${readFileSync(path, "utf8")}{"generation":"2","ev`);
    expect((await buffer.drain("s", "2")).map(({ id }) => id)).toEqual(["new"]);
    expect(readdirSync(dir)).toEqual([]);
  });
});

it("V64: budgets by event, requests of at least a second, and a watchdog behind them", () => {
  const start = deadlineOf("Stop", 1000);
  expect([start.budget, start.watchdog]).toEqual([27_000, 28_500]);
  expect(deadlineOf("UserPromptSubmit", 0)).toMatchObject({ budget: 7000, watchdog: 8500 });
  expect(start.requestTimeout(1000, 30_000)).toBe(27_000);
  expect(start.requestTimeout(1000, 5000)).toBe(5000);
  expect(start.requestTimeout(27_900, 30_000)).toBe(1000);
});

describe("readTranscript", () => {
  const said = '{"type":"assistant","message":{}}\n';
  const mark = '{"type":"system","subtype":"turn_duration"}\n';

  it("V66: waits for the mark of the turn's end, and takes what is there after five tries", async () => {
    const path = join(root, "t.jsonl");
    writeFileSync(path, said);
    let looks = 0;
    const found = await readTranscript(path, (lines) => {
      looks += 1;
      if (looks === 2) writeFileSync(path, said + mark);
      return lines.length === 2;
    });
    expect([looks, found.length]).toEqual([3, 2]);
    looks = 0;
    await readTranscript(path, () => (looks += 1) === -1);
    expect(looks).toBe(5);
  });

  it("V66: the mark counts behind the last word; a missing file is empty, half a line is left out", async () => {
    const path = join(root, "t.jsonl");
    writeFileSync(path, `${said}${mark}{"type":"file-history-snapshot"}\n{"half`);
    expect(await readTranscript(path)).toHaveLength(3);
    expect(await readTranscript(join(root, "none.jsonl"), () => true)).toEqual([]);
  });
});
