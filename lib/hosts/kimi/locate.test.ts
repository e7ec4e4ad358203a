/** E62: finding a session, and nothing else. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listSessions, locateSession } from "./locate";
import { readKimiLog } from "./read";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "kimi-home-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function session(name: string, work = "wd_cart_0123456789ab", text = "{}\n"): string {
  const folder = join(home, "sessions", work, name, "agents", "main");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "wire.jsonl"), text);
  return join(folder, "wire.jsonl");
}

it("E62: finds a session with or without the head, in any working folder", async () => {
  const path = session("session_11111111-aaaa");
  session("session_22222222-bbbb", "wd_shop_ba9876543210");
  const found = await locateSession(home, "session_11111111-aaaa");
  expect(found).toMatchObject({ sessionId: "session_11111111-aaaa", workFolder: "wd_cart_0123456789ab", bytes: 3 });
  expect(found?.path.endsWith(path.slice(home.length))).toBe(true);
  expect((await locateSession(home, "11111111-aaaa"))?.sessionId).toBe("session_11111111-aaaa");
  expect((await locateSession(home, "22222222-bbbb"))?.workFolder).toBe("wd_shop_ba9876543210");
  session("bare-id");
  expect((await locateSession(home, "session_bare-id"))?.sessionId).toBe("bare-id");
});

it("E62: what is not there is not found, nor is a folder that was never made", async () => {
  session("session_1");
  expect(await locateSession(home, "session_2")).toBeNull();
  expect(await locateSession(join(home, "nowhere"), "session_1")).toBeNull();
  expect(await listSessions(join(home, "nowhere"))).toEqual([]);
});

it.each([
  "../session_1",
  "..",
  "a/../../x",
  "session_../1",
  "/etc/passwd",
  "a\\b",
  "",
  "a\0b",
  "x".repeat(300),
  "session_",
  "%2e%2e",
  "-rf",
  ".hidden",
])("E62: the hostile id %j never leaves the folder", async (id) => {
  session("session_1");
  mkdirSync(join(home, "agents", "main"), { recursive: true });
  writeFileSync(join(home, "agents", "main", "wire.jsonl"), "{}");
  expect(await locateSession(home, id)).toBeNull();
});

it("E62: links that lead out, folders and pipes in the place of the log are refused", async () => {
  session("session_1");
  const secret = join(home, "secret.txt");
  writeFileSync(secret, "secret");
  const out = join(home, "sessions", "wd_cart_0123456789ab", "session_out", "agents", "main");
  mkdirSync(out, { recursive: true });
  symlinkSync(secret, join(out, "wire.jsonl"));
  mkdirSync(join(home, "outside", "agents", "main"), { recursive: true });
  writeFileSync(join(home, "outside", "agents", "main", "wire.jsonl"), "{}");
  symlinkSync(join(home, "outside"), join(home, "sessions", "wd_cart_0123456789ab", "session_linked"));
  mkdirSync(join(home, "sessions", "wd_cart_0123456789ab", "session_dir", "agents", "main", "wire.jsonl"), {
    recursive: true,
  });
  for (const id of ["session_out", "session_linked", "session_dir"]) expect(await locateSession(home, id)).toBeNull();
  expect((await listSessions(home)).map((log) => log.sessionId)).toEqual(["session_1"]);
});

it("E63: reads a log as it grows: torn lines, lines that are too long, no line end at the end", async () => {
  const prompt = (text: string) =>
    JSON.stringify({ type: "turn.prompt", input: [{ type: "text", text }], origin: { kind: "user" } });
  const path = session(
    "session_1",
    undefined,
    [prompt("one"), "{ torn", "", prompt("x".repeat(5 * 1024 * 1024)), `${prompt("two")}\r`, '{"type":"turn.pro'].join(
      "\n",
    ),
  );
  expect((await readKimiLog(path)).map((turn) => turn.prompt)).toEqual(["one", "two"]);
});

it("E63: of an endless conversation the newest turns are kept", async () => {
  const line = (index: number) =>
    JSON.stringify({ type: "turn.prompt", input: [{ type: "text", text: `${index} ${"y".repeat(300_000)}` }] });
  const path = session("session_1", undefined, Array.from({ length: 10 }, (_, index) => line(index)).join("\n"));
  const turns = await readKimiLog(path);
  expect(turns.map((turn) => turn.prompt?.slice(0, 1))).toEqual(["4", "5", "6", "7", "8", "9"]);
});
