import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { completion, failure, type FakeLlm, oversized, redirect, startFakeLlm } from "../testing/fake-llm";
import { readCapped } from "./body";
import { MAX_ANSWER_BYTES, MAX_ERROR_BYTES } from "./limits";
import { PLANTED_KEY, useBench } from "./testing";

const bench = useBench();
let other: FakeLlm;
beforeEach(async () => {
  other = await startFakeLlm();
});
afterEach(() => other.close());

const GOOD = completion('{"ok":true}');

it("E70: an answer of more than 1 MiB is refused, one of exactly 1 MiB is read", async () => {
  const frame = Buffer.byteLength(completion("").body ?? "");
  bench.fake.script(oversized(MAX_ANSWER_BYTES - frame), oversized(MAX_ANSWER_BYTES - frame + 1));
  expect((await bench.ask()).outcome).toMatchObject({ status: "ok" });
  expect((await bench.ask()).outcome).toEqual({ status: "error", reason: "too_large", httpStatus: 200, attempts: 1 });
});

it("E70: what unpacks to more than 1 MiB is refused, however small it came", async () => {
  bench.fake.script((request) => {
    expect(request.headers["accept-encoding"]).toContain("gzip");
    const packed = gzipSync(oversized(64 * MAX_ANSWER_BYTES).body ?? "");
    expect(packed.byteLength).toBeLessThan(MAX_ANSWER_BYTES);
    return { headers: { "content-encoding": "gzip", "content-length": String(packed.byteLength) }, raw: packed };
  });
  expect((await bench.ask()).outcome).toMatchObject({ status: "error", reason: "too_large" });
});

it("E70: reads no more than its bound of a body without end", async () => {
  let pulled = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1000;
      controller.enqueue(new Uint8Array(1000).fill(65));
    },
    cancel() {
      isCancelled = true;
    },
  });
  const body = await readCapped(new Response(endless), MAX_ERROR_BYTES);
  expect(body).toEqual({ text: "A".repeat(MAX_ERROR_BYTES), isWhole: false });
  expect(pulled).toBeLessThan(MAX_ERROR_BYTES + 3000);
  expect(isCancelled).toBe(true);
});

it("E70: of an error 64 KiB are read: what says more stands beyond them, unread", async () => {
  const near = { status: 400, body: `${" ".repeat(MAX_ERROR_BYTES - 100)}maximum context length` };
  const far = { status: 400, body: `${" ".repeat(MAX_ERROR_BYTES)}maximum context length` };
  bench.fake.script(near, far);
  expect((await bench.ask()).outcome).toMatchObject({ reason: "context_overflow", httpStatus: 400 });
  expect((await bench.ask()).outcome).toMatchObject({ reason: "http", httpStatus: 400 });
});

it("E70: an error whose body breaks off keeps its status", async () => {
  bench.fake.script({ ...failure(401, "x".repeat(5000)), drop: "in body" });
  expect((await bench.ask()).outcome).toEqual({ status: "error", reason: "http", httpStatus: 401, attempts: 1 });
});

it("E71: a redirect within the origin is followed with method, body and bearer", async () => {
  for (const status of [301, 302, 307, 308]) {
    const before = bench.fake.requests.length;
    bench.fake.script(redirect("/moved/chat", status), redirect(`${bench.fake.origin}/again`, status), GOOD);
    expect((await bench.ask()).outcome).toMatchObject({ status: "ok" });
    const [first, second, third] = bench.fake.requests.slice(before);
    expect([second?.path, third?.path]).toEqual(["/moved/chat", "/again"]);
    for (const request of [second, third]) {
      expect(request).toMatchObject({ method: "POST", body: first?.body });
      expect(request?.headers["authorization"]).toBe(`Bearer ${PLANTED_KEY}`);
    }
  }
});

it("E71: 'see other' is fetched without a body", async () => {
  bench.fake.script(redirect("/result", 303), GOOD);
  expect((await bench.ask()).outcome).toMatchObject({ status: "ok" });
  expect(bench.fake.requests[1]).toMatchObject({ method: "GET", path: "/result", body: "" });
  expect(bench.fake.requests[1]?.headers["authorization"]).toBe(`Bearer ${PLANTED_KEY}`);
});

it("E71: another port, host, scheme or user is another place: no request, no header reaches it", async () => {
  const { port } = new URL(bench.fake.origin);
  const places = [
    `${other.origin}/v1/chat/completions`,
    `http://localhost:${port}/v1/chat/completions`,
    `https://127.0.0.1:${port}/v1/chat/completions`,
    `http://user:word@127.0.0.1:${port}/v1`,
    `//${new URL(other.origin).host}/v1`,
    "file:///etc/hostname",
    "http://[",
    "",
  ];
  for (const place of places) {
    bench.fake.script(place === "" ? { status: 307 } : redirect(place));
    expect((await bench.ask()).outcome, place).toEqual({ status: "error", reason: "redirect", attempts: 1 });
  }
  expect(bench.fake.requests).toHaveLength(places.length);
  expect(other.connections()).toBe(0);
});

it("E71: a redirect to another place after one within is refused too", async () => {
  bench.fake.script(redirect("/step"), redirect(`${other.origin}/`));
  expect((await bench.ask()).outcome).toMatchObject({ reason: "redirect" });
  expect(other.connections()).toBe(0);
});

it("E71: five redirects are followed, a sixth is not", async () => {
  const steps = [1, 2, 3, 4, 5].map((step) => redirect(`/${step}`));
  bench.fake.script(...steps, GOOD, ...steps, redirect("/6"));
  expect((await bench.ask()).outcome).toMatchObject({ status: "ok" });
  expect((await bench.ask()).outcome).toEqual({ status: "error", reason: "redirect", attempts: 1 });
  expect(bench.fake.requests).toHaveLength(12);
});

it("E72: a refusal that names the length is an overflow, asked once", async () => {
  bench.fake.script(
    failure(400, "This model's maximum context length is 65536 tokens."),
    failure(422, "too many tokens"),
  );
  expect((await bench.ask()).outcome).toEqual({
    status: "error",
    reason: "context_overflow",
    httpStatus: 400,
    attempts: 1,
  });
  expect((await bench.ask()).outcome).toMatchObject({ reason: "context_overflow", httpStatus: 422 });
  expect(bench.fake.requests).toHaveLength(2);
});
