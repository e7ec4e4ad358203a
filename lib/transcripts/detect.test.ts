/** What a file is, by its content. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { detectFormat } from "./detect";
import { isTranscript } from "./items";
import { claudeLine, codexLines, geminiDocument, jsonl, put, readAll } from "./testing";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "keepsake-formats-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("what a file is", () => {
  const claude = (): object[] => [claudeLine(1, "user", "Hello"), claudeLine(2, "assistant", "Hi")];
  const BOOKKEEPING = [
    { type: "file-history-snapshot", messageId: "x", snapshot: {} },
    { type: "progress", data: {}, sessionId: "s-1" },
    { type: "summary", summary: "A title", leafUuid: "s-1-2" },
    "{ torn",
    "another program's words",
    "42",
  ];

  it("K18: bookkeeping, torn lines and other words before the first message change nothing", async () => {
    const plain = await readAll(put(folder, "plain.jsonl", jsonl(claude())));
    for (const first of BOOKKEEPING) {
      const file = put(folder, "x.txt", jsonl([first, ...claude()]));
      expect(await detectFormat(file)).toBe("claude");
      const told = (await readAll(file)).records.filter(({ type }) => type === "user" || type === "assistant");
      expect(told).toEqual(plain.records.filter(({ type }) => type !== undefined));
    }
    const many = Array.from({ length: 300 }, () => BOOKKEEPING[1]);
    expect(await detectFormat(put(folder, "y", jsonl([...many, ...claude()])))).toBe("claude");
  });

  it("K23: what stands in it decides, not its name and not what it is said to be", async () => {
    const gemini = put(folder, "claude-session.jsonl", JSON.stringify(geminiDocument()));
    expect(await detectFormat(gemini)).toBe("gemini-document");
    expect((await readAll(gemini, "claude-code")).host).toBe("gemini");
    const named = put(folder, "gemini-session.json", jsonl(claude()));
    expect((await readAll(named, "gemini")).host).toBe("claude-code");
    expect((await readAll(named, "gemini")).records).toEqual((await readAll(named)).records);
  });

  it("tells stores, notes, databases and what is nothing apart", async () => {
    const cases: [string, string, string][] = [
      ["a.jsonl", jsonl([{ type: "entity", name: "X", entityType: "t", observations: ["y"] }]), "mcp-memory"],
      ["b.json", JSON.stringify([{ id: "1", memory: "likes tea" }]), "mem0"],
      ["c.json", JSON.stringify({ results: [{ id: "1", memory: "likes tea" }] }), "mem0"],
      ["d.json", JSON.stringify({ user: {}, memories: [{ id: "1", content: "x", state: "active" }] }, null, 1), "mem0"],
      ["e.md", "# Notes\n\ntext", "note"],
      ["f.db", "SQLite format 3\u0000…", "database"],
      ["g.json", '{"name":"package","version":"1"}', "unknown"],
      ["h.md", "", "note"],
      ["i.txt", "words", "unknown"],
      ["j.jsonl", jsonl([{ format: "keepsake-export", type: "header" }]), "export"],
      ["k.jsonl", jsonl(codexLines()), "codex"],
    ];
    for (const [name, text, format] of cases)
      expect([name, await detectFormat(put(folder, name, text))]).toEqual([name, format]);
    expect(await isTranscript(join(folder, "k.jsonl"))).toBe(true);
    expect(await isTranscript(join(folder, "e.md"))).toBe(false);
  });
});
