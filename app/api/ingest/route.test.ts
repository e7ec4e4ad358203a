import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bash, column, hook, prompt } from "@/lib/capture/testing";
import { openTestApp, type TestApp } from "@/lib/testing";
import { GET, POST } from "./route";

let test: TestApp;

beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const post = (body: string, type = "application/json") =>
  POST(new Request("http://127.0.0.1/api/ingest", { method: "POST", body, headers: { "content-type": type } }));

describe("POST /api/ingest", () => {
  it("takes one event, an array, and lines", async () => {
    expect((await post(JSON.stringify(prompt("one")))).status).toBe(202);
    const array = await post(JSON.stringify([bash("two"), bash("two"), hook("Notification")]));
    expect(await array.json()).toEqual({ accepted: 1, duplicates: 1, skipped: { bookkeeping: 1 }, rejected: [] });
    const lines = await post(
      `\uFEFF${JSON.stringify(bash("three"))}\r\n\n${JSON.stringify(bash("four"))}`,
      "application/x-ndjson; charset=utf-8",
    );
    expect(await lines.json()).toMatchObject({ accepted: 2, rejected: [] });
    expect(column(test.app, "SELECT text FROM events ORDER BY id")).toEqual(["two", "three", "four"]);
  });

  it("refuses a broken line by its index and keeps the others", async () => {
    const response = await post(
      `${JSON.stringify(bash("a"))}\n{"host":"SECRET-LINE\n${JSON.stringify(bash("b"))}\n`,
      "application/x-ndjson",
    );
    expect(response.status).toBe(202);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ accepted: 2, rejected: [{ index: 1 }] });
    expect(text).not.toContain("SECRET-LINE");
  });

  it.each([
    ["{", "application/json", 400, "invalid_json"],
    ["{}", "text/plain", 415, "unsupported_media_type"],
    [JSON.stringify(Array.from({ length: 5001 }, () => 1)), "application/json", 400, "validation_failed"],
    [`"${"x".repeat(17 * 1024 * 1024)}"`, "application/json", 413, "too_large"],
  ])("refuses %.20s… of %s with %d", async (body, type, status, code) => {
    const response = await post(body, type);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ ok: false, code });
  });

  it("judges what is no event item by item", async () => {
    const response = await post("[1, null, {}]");
    expect(response.status).toBe(202);
    expect(((await response.json()) as { rejected: { index: number }[] }).rejected.map(({ index }) => index)).toEqual([
      0, 1, 2,
    ]);
  });

  it("E04: takes raw escapes of half characters", async () => {
    const raw = String.raw`{"host":"claude-code","event":"PostToolUse","payload":{"session_id":"s-1","cwd":"/w/app","tool_name":"Bash","tool_input":{"command":"cat x"},"tool_response":"SURMARK \udc88 end \ud83d"}}`;
    expect(await (await post(raw)).json()).toMatchObject({ accepted: 1 });
    expect(String(column(test.app, "SELECT text FROM events")[0])).toMatch(/^SURMARK . end .$/u);
  });

  it("answers other methods with 405", async () => {
    const response = await GET(new Request("http://127.0.0.1/api/ingest"));
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  });
});
