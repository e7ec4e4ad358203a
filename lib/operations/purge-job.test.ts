import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeBackup } from "../backups/repo";
import { write } from "../db/write";
import { drain } from "../jobs/runner";
import { findMemory } from "../memories/repo";
import { createMemory } from "../memories/service";
import { indexEntity } from "../search/indexing";
import { openTestApp, type TestApp } from "../testing";
import { hardDeleteMemory } from "./hard-delete";
import {
  fillStore,
  filesHolding,
  LONG,
  LONG_CHINESE,
  PAGED,
  PERSON,
  plantText,
  SHORT,
  SHORT_CHINESE,
} from "../testing/planting";
import { optimizeWords } from "./purge-repo";
import { getReceipt } from "./receipts";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const plant = (value: string, suffix = "") => plantText(test, value, suffix);
const holders = (what: string | Uint8Array) => filesHolding(test, what);
const fill = (rows: number) => fillStore(test, rows);

describe("deletion for good: the files", () => {
  for (const order of ["before", "after"] as const) {
    it.each([
      ["a long English value with quotes", LONG],
      ["a long Chinese value", LONG_CHINESE],
      ["a value that crosses pages", PAGED],
      ["a short English value", SHORT],
      ["a short Chinese value", SHORT_CHINESE],
    ])(
      `invariant 3: %s, planted ${order} an optimize, is in no file once the receipt is complete`,
      async (_name, value) => {
        fill(20);
        if (order === "after") optimizeWords(test.app.sqlite);
        const planted = plant(value);
        fill(20);
        if (order === "before") optimizeWords(test.app.sqlite);
        await drain(test.app);
        writeBackup(test.app, "daily");
        if ([...value].length >= 24) {
          appendFileSync(
            join(test.home, "logs", "keepsake.log"),
            `${JSON.stringify({ msg: value })}\nplain ${value}\n`,
          );
          mkdirSync(join(test.home, "spool"), { recursive: true });
          writeFileSync(join(test.home, "spool", "1.ndjson"), `${JSON.stringify({ text: value })}\n`);
        }
        expect(holders(value.slice(0, 12)).length).toBeGreaterThan(1);

        const { receipt_id } = hardDeleteMemory(test.app, planted.memoryId, PERSON);
        expect(getReceipt(test.app, receipt_id)).toMatchObject({
          status: "pending",
          entity: `memories:${planted.memoryId}`,
          completed_at: null,
        });
        await drain(test.app);

        expect(getReceipt(test.app, receipt_id)).toMatchObject({
          status: "complete",
          error: null,
          completed_at: test.clock.now,
        });
        for (const piece of piecesOf(value)) expect(holders(piece)).toEqual([]);
        expect(readdirSync(test.home)).not.toContain("purge");
        for (const line of readFileSync(join(test.home, "logs", "keepsake.log"), "utf8")
          .split("\n")
          .filter((text) => text !== "")) {
          expect(line.startsWith("plain ") || typeof JSON.parse(line) === "object").toBe(true);
        }
      },
    );
  }

  it("takes the vector out of every file, by its float bytes", async () => {
    fill(5);
    const { memoryId } = plant(LONG);
    test.app.sqlite.prepare("UPDATE memories SET status = 'active' WHERE id = ?").run(memoryId);
    write(test.app, (tx) => indexEntity(tx, test.app.now(), "memory", requireRow(memoryId)));
    await drain(test.app);
    const find =
      "SELECT e.vector FROM embeddings e JOIN vector_entries v USING (text_hash) WHERE v.kind = 'memory' AND v.entity_id = ? ORDER BY v.chunk DESC";
    const [vector, claim] = test.app.sqlite.prepare(find).pluck().all(memoryId) as [Buffer, Buffer];
    const middle = densest(vector);
    expect(holders(middle).some((file) => file.includes("vectors"))).toBe(true);
    expect(holders(densest(claim))).not.toEqual([]);
    const { receipt_id } = hardDeleteMemory(test.app, memoryId, PERSON);
    await drain(test.app);
    expect(getReceipt(test.app, receipt_id).status).toBe("complete");
    expect([...holders(middle), ...holders(densest(claim))]).toEqual([]);
    expect((await test.app.vectors.countByKind())["memory"]).toBe(5);
  });

  it("an open reader holds the receipt up; it completes when the reader has gone", async () => {
    const { memoryId } = plant(LONG);
    await drain(test.app);
    const reader = new Database(join(test.home, "keepsake.db"), { readonly: true });
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM memories").get();
    const { receipt_id } = hardDeleteMemory(test.app, memoryId, PERSON);
    await drain(test.app);
    expect(getReceipt(test.app, receipt_id)).toMatchObject({
      status: "pending",
      error: "Another program is reading the database; the purge waits for it.",
    });
    reader.close();
    test.clock.now += 60_000;
    await drain(test.app);
    expect(getReceipt(test.app, receipt_id)).toMatchObject({ status: "complete", error: null });
    expect(holders("zyxquartz")).toEqual([]);
  });

  it("a restart between deletion and purge finishes it all the same", async () => {
    const { memoryId } = plant(LONG);
    await drain(test.app);
    const { receipt_id } = hardDeleteMemory(test.app, memoryId, PERSON);
    await test.reopen();
    await drain(test.app);
    expect(getReceipt(test.app, receipt_id).status).toBe("complete");
    expect(holders("zyxquartz")).toEqual([]);
  });

  it("without what to look for, everything is written anew, and the receipt admits what could not be searched", async () => {
    const { memoryId } = plant(LONG);
    await drain(test.app);
    const { receipt_id } = hardDeleteMemory(test.app, memoryId, PERSON);
    rmSync(join(test.home, "purge"), { recursive: true });
    await drain(test.app);
    expect(getReceipt(test.app, receipt_id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("could not be searched") as string,
    });
    expect(holders("zyxquartz")).toEqual([]);
  });

  it("several deletions are purged together, each with its receipt", async () => {
    const ids = [plant(LONG, "-1"), plant(LONG_CHINESE, "-2")].map(
      (planted) => hardDeleteMemory(test.app, planted.memoryId, PERSON).receipt_id,
    );
    await drain(test.app);
    for (const id of ids) expect(getReceipt(test.app, id).status).toBe("complete");
    expect([...holders("zyxquartz"), ...holders("琥珀网关")]).toEqual([]);
  });

  it("old backups go, and a fresh one without the text stands in their place", async () => {
    const { memoryId } = plant(LONG);
    const old = writeBackup(test.app, "daily");
    expect(readFileSync(old).includes("zyxquartz")).toBe(true);
    const { receipt_id } = hardDeleteMemory(test.app, memoryId, PERSON);
    await drain(test.app);
    const names = readdirSync(join(test.home, "backups"));
    expect(names).toHaveLength(1);
    const fresh = new Database(join(test.home, "backups", names[0] ?? ""), { readonly: true });
    expect(fresh.pragma("integrity_check", { simple: true })).toBe("ok");
    fresh.close();
    expect(getReceipt(test.app, receipt_id).holders).toContainEqual({ holder: "backups", found: 1, removed: 1 });
  });

  it("a text that was written again meanwhile fails the receipt, which says where it stands", async () => {
    const { memoryId } = plant(LONG);
    const { receipt_id } = hardDeleteMemory(test.app, memoryId, PERSON);
    createMemory(test.app, { key: "k:again", value: LONG }, { actor: PERSON });
    await drain(test.app);
    const receipt = getReceipt(test.app, receipt_id);
    expect(receipt.status).toBe("failed");
    expect(receipt.error).toContain("keepsake.db");
    expect(JSON.stringify(receipt)).not.toContain("zyxquartz");
  });

  it("the receipt names every holder and never the text", async () => {
    const { memoryId } = plant(LONG);
    await drain(test.app);
    const { receipt_id } = hardDeleteMemory(test.app, memoryId, PERSON);
    await drain(test.app);
    const receipt = getReceipt(test.app, receipt_id);
    const names = receipt.holders.map((holder) => holder.holder);
    expect(names).toEqual(
      expect.arrayContaining([
        "memories",
        "operations",
        "observations",
        "prompts",
        "events",
        "sessions",
        "injections",
        "database files",
        "vectors",
        "backups",
      ]),
    );
    expect(JSON.stringify(receipt)).not.toContain("zyxquartz");
  });
});

function requireRow(id: number) {
  const row = findMemory(test.app.db, id);
  if (row === undefined) throw new Error(`no memory ${id}`);
  return row;
}

/** The whole, and for a long text every stretch of 24 characters, as pages may have cut it. */
function piecesOf(value: string): string[] {
  const pieces = [value];
  for (let at = 0; at + 24 <= value.length; at += 12) pieces.push(value.slice(at, at + 24));
  return pieces;
}

/** The 64 bytes of a vector that hold most distinct values. */
function densest(vector: Buffer): Buffer {
  let best = vector.subarray(0, 64);
  for (let at = 0; at + 64 <= vector.length; at += 16) {
    const part = vector.subarray(at, at + 64);
    if (new Set(part).size > new Set(best).size) best = part;
  }
  return best;
}
