import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addMemory, findEvents, hook, leaks, promptHook, settled, toolHook } from "../support/cases";
import { launch, type Server } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";
import { query } from "../support/store";

const stage = useStage({ ...HASH_EMBEDDER, KEEPSAKE_LOG_LEVEL: "debug" }, afterAll);
let server: Server;
beforeAll(async () => {
  server = await stage.start();
});

const prompts = async (words: string) =>
  (await server.client.search({ query: words, type: "prompts", mode: "fts" })).prompts;

it("P01: the private part of a prompt is in no file, the rest is found", async () => {
  await promptHook(server, "fix login <private>SECRET-P1</private> please");
  await settled(server);
  expect(await prompts("fix login")).toHaveLength(1);
  expect(leaks(server, "SECRET-P1")).toEqual([]);
});

it("P02: a wholly private prompt leaves no text, its turn's tools are skipped, the next turn works", async () => {
  const session = { session_id: "s-private" };
  await promptHook(server, "<private>only SECRET-P2</private>", session);
  await toolHook(server, "PRIVATETURN output", session);
  await hook(server, { ...session, hook_event_name: "Stop", last_assistant_message: "PRIVATETURN answer" });
  await promptHook(server, "NEXTTURN works again", session);
  await toolHook(server, "NEXTTURN output", session);
  await settled(server);
  expect(leaks(server, "SECRET-P2", "PRIVATETURN")).toEqual([]);
  expect(await prompts("NEXTTURN")).toHaveLength(1);
  expect(await findEvents(server, "NEXTTURN")).toHaveLength(1);
  const stored = query<{ text: string; is_private: number }>(
    server.home,
    "SELECT text, is_private FROM prompts WHERE is_private = 1",
  );
  expect(stored).toEqual([{ text: "", is_private: 1 }]);
});

it("P03: the private part of the last assistant message is in no file", async () => {
  await hook(server, { hook_event_name: "Stop", last_assistant_message: "done <private>SECRET-P3</private> ok" });
  await settled(server);
  expect(leaks(server, "SECRET-P3")).toEqual([]);
});

it("P06: nested private tags go whole, the text after the outermost end stays", async () => {
  await promptHook(server, "a <private>one <private>SECRET-P6a</private> SECRET-P6b</private> KEEP-P6");
  await settled(server);
  expect(leaks(server, "SECRET-P6")).toEqual([]);
  expect(await prompts("KEEP-P6")).toHaveLength(1);
});

it("P08: hostile runs of tags are handled while other requests are served", async () => {
  const bodies = ["<".repeat(300_000), "<private>".repeat(60_000), `<private${' a="x"'.repeat(50_000)}`];
  for (const body of bodies) {
    const sent = toolHook(server, body);
    const health = await fetch(`${server.url}/api/health`, { signal: AbortSignal.timeout(2_000) });
    expect(health.ok).toBe(true);
    expect((await sent).ok).toBe(true);
  }
});

const base = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
const families: [string, string[], string[]][] = [
  ["S01", ["id AK", "IAQ2W4E6R8T0Y1U3I5 and AS", "IAQ2W4E6R8T0Y1U3I5 MARK-S01"], ["Q2W4E6R8T0Y1U3I5"]],
  [
    "S02",
    [
      "t1 gh",
      "p_",
      "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8 t2 gh",
      "s_",
      "b1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8 t3 github",
      "_pat_11ABCDEFG0abcdefghijkl_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopq MARK-S02",
    ],
    ["a1B2c3D4e5F6g7H8", "b1B2c3D4e5F6g7H8", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"],
  ],
  [
    "S03",
    [
      "AI",
      "zaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q ",
      "gl",
      "pat-Z1b2C3d4E5f6G7h8I9j0 ",
      "np",
      `m_${base} `,
      "xo",
      "xb-1234567890-abcdefghijkl ",
      "sk",
      "-ant-api03-Y1b2C3d4E5f6G7h8 MARK-S03",
    ],
    ["SyA1b2C3d4", "Z1b2C3d4E5f6", base, "1234567890-abcdefghijkl", "Y1b2C3d4E5f6"],
  ],
  [
    "S04",
    [
      "-----BEGIN RSA PRIV",
      "ATE KEY-----\nMIIabcDEF0123\nZZpemZZ\n-----END RSA PRIV",
      'ATE KEY-----\n{"api_key": "pl4inV4lueXYZ"} MARK-S04',
    ],
    ["ZZpemZZ", "pl4inV4lueXYZ"],
  ],
  [
    "S05",
    [
      "DATABASE_URL=postgres://app:S3cr3tPw99",
      "@db.test:5432/x https://u:tok3nVal99",
      "@git.test/r.git redis://:p4ssOnly99",
      "@c.test MARK-S05",
    ],
    ["S3cr3tPw99", "tok3nVal99", "p4ssOnly99"],
  ],
  ["S07", ["数据库密码：Zx9_", "kk21QwPo MARK-S07"], ["Zx9_kk21QwPo"]],
];

it.each(families)(
  "%s: secrets of this family are in no file, the words around them are found",
  async (id, pieces, secrets) => {
    await toolHook(server, pieces.join(""));
    await addMemory(server, `note ${pieces.join("").slice(0, 300)}`);
    await settled(server);
    expect(leaks(server, ...secrets)).toEqual([]);
    expect(await findEvents(server, `MARK-${id}`)).not.toEqual([]);
  },
);

it("S05: scheme, user and host stay readable", async () => {
  const [hit] = await findEvents(server, "MARK-S05");
  for (const kept of ["postgres://app:", "@db.test:5432/x", "@git.test/r.git", "@c.test"])
    expect(String(hit?.text)).toContain(kept);
});

it("S07: policy prose with the word stays as it is", async () => {
  await toolHook(server, "密码策略：每九十天更换一次");
  const [hit] = await findEvents(server, "密码策略");
  expect(String(hit?.text)).toContain("密码策略：每九十天更换一次");
});

it("S08: raw tool metadata is clean too, by hook and by import", async () => {
  const token = ["gh", "p_", "z9Y8x7W6v5U4t3S2r1Q0p9O8n7M6l5K4j3I2"].join("");
  await toolHook(server, { stdout: token, stderr: "", interrupted: false });
  const folder = stage.home();
  const line = {
    type: "user",
    uuid: "s08",
    sessionId: "11111111-0000-4000-8000-000000000008",
    timestamp: "2026-05-01T10:00:00Z",
    cwd: "/w/app",
    toolUseResult: { stdout: token },
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t8", content: `out ${token}` }] },
  };
  writeFileSync(join(folder, "s08.jsonl"), JSON.stringify(line));
  expect(await launch(["import", "--no-wait", folder], server.home).ended).toBe(0);
  await settled(server);
  expect(leaks(server, "z9Y8x7W6v5U4")).toEqual([]);
});

it("S10: hashes, ids and integrity strings stay and are found", async () => {
  const sha = "3f2a9c4e5b6d7f8091a2b3c4d5e6f70812345678";
  const kept = [sha, "7b1d6f0e-2a3c-4d5e-8f90-1a2b3c4d5e6f", "sha512-Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmFyYmF6"];
  await toolHook(server, `commit ${kept[0]} id ${kept[1]} ${kept[2]}`);
  const [hit] = await findEvents(server, sha);
  for (const text of kept) expect(String(hit?.text)).toContain(text);
});
