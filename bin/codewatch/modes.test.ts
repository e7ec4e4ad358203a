/** The program as it is built, at a server that only notes what it was asked. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

let base: string;
let home: string;
let server: Server;
let asked: { url: string; token: string; body: unknown }[];
let answer: { status: number; body: string };

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), "keepsake-modes-"));
  await build({
    entryPoints: [
      { in: "bin/codewatch/modes.ts", out: "codewatch-modes" },
      { in: "bin/hook/spool.ts", out: "hook-spool" },
    ],
    outdir: base,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
  });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url = "", headers } = request;
      asked.push({ url, token: headers.authorization ?? "", body: JSON.parse(Buffer.concat(chunks).toString()) });
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  server.close();
  rmSync(base, { recursive: true, force: true });
});
beforeEach(() => {
  home = mkdtempSync(join(base, "my home "));
  asked = [];
  answer = { status: 200, body: "" };
  serve((server.address() as AddressInfo).port);
});

const serve = (port: number | null): void =>
  writeFileSync(join(home, "hook.json"), JSON.stringify({ pid: process.pid, port, token: "t" }));

async function run(words: string[], input: unknown, keepsakeHome = ""): Promise<{ out: string; err: string }> {
  const env = { ...process.env, KEEPSAKE_HOME: keepsakeHome, HOME: base };
  const args = [join(base, "codewatch-modes.cjs"), ...words, `--keepsake=${home}`];
  const child = spawn(process.execPath, args, { env });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said.err += chunk.toString()));
  child.stdin.end(typeof input === "string" ? input : JSON.stringify(input));
  expect(await once(child, "close")).toEqual([0, null]);
  return said;
}

it("C41: prints what the server has for a prompt or a session that begins, by the data folder that the command names", async () => {
  answer.body = "<codewatch-memory>\nRedis\n</codewatch-memory>";
  const event = { session_id: "s", cwd: "/w/cart" };
  expect(await run(["--recall", "--hook"], { ...event, prompt: "cart cache" })).toEqual({
    out: `${answer.body}\n`,
    err: "",
  });
  await run(["--recall"], `\uFEFF${JSON.stringify({ ...event, hook_event_name: "SessionStart" })}`, join(base, "none"));
  expect(await run(["--recall"], { ...event, prompt: " " })).toEqual({ out: "", err: "" });
  const body = { cwd: "/w/cart", host: "claude-code", session: "s", format: "text" };
  const to = { url: "/api/context/recall", token: "Bearer t" };
  expect(asked).toEqual([
    { ...to, body: { ...body, event: "UserPromptSubmit", prompt: "cart cache" } },
    { ...to, body: { ...body, event: "SessionStart" } },
  ]);
  answer = { status: 500, body: "broken" };
  for (const input of [{ prompt: "cart cache" }, "no { JSON", "[1]", ""])
    expect(await run(["--recall"], input)).toEqual({ out: "", err: "" });
});

it(
  "K11: a server that does not answer costs the person no more than the setting says",
  { timeout: 2_000 },
  async () => {
    const silent = createServer(() => undefined);
    await once(silent.listen(0, "127.0.0.1"), "listening");
    const { port } = silent.address() as AddressInfo;
    writeFileSync(join(home, "hook.json"), JSON.stringify({ pid: process.pid, port, timeouts: { recall: 200 } }));
    expect(await run(["--recall"], { prompt: "cart cache", cwd: "/w/cart" })).toEqual({ out: "", err: "" });
    silent.closeAllConnections();
    silent.close();
  },
);

it("C16, C17: hands over the transcript and says on stderr what became of it", async () => {
  const event = { session_id: "s", transcript_path: "/t/s.jsonl", cwd: "/w/cart", hook_event_name: "PreCompact" };
  const ended = async (body: object, status = 200): Promise<string> => {
    answer = { status, body: JSON.stringify(body) };
    const { out, err } = await run(["--hook"], event);
    expect(out).toBe("");
    return err;
  };
  expect(await ended({ status: "stored", messages: 2 })).toContain("took in 2 messages.");
  expect(await ended({ status: "skipped", reason: "seen", messages: 2 })).toContain("nothing to do (seen).");
  expect(await ended({ error: "It is no path.", hint: "Name a file." }, 400)).toContain("It is no path.\nName a file.");
  expect(asked[0]).toEqual({ url: "/api/codewatch/hook", token: "Bearer t", body: event });
  expect((await run(["--hook"], { session_id: "s" })).err).toContain("names no transcript_path");
  expect((await run(["--hook"], "SECRET { words")).err).toBe("keepsake: The hook's input is no JSON.\n");
  expect(asked).toHaveLength(3);
});

it("C16: keeps for later what no server took", async () => {
  serve(null);
  const { err } = await run(["--hook"], { transcript_path: "/t/s-9.jsonl", cwd: "/w/cart" });
  expect(err).toContain("No Keepsake server answers.");
  const [name = ""] = readdirSync(join(home, "spool"));
  expect(JSON.parse(readFileSync(join(home, "spool", name), "utf8"))).toMatchObject({
    host: "claude-code",
    event: "Stop",
    payload: { session_id: "s-9", transcript_path: "/t/s-9.jsonl", cwd: "/w/cart", keepsake_mode: "transcript" },
  });
});
