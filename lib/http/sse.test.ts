import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET, HEAD, POST } from "../../app/stream/route";
import { appendActivity } from "../activity/repo";
import type { App } from "../context";
import { write } from "../db/write";
import { endStreams, openStreams } from "../health/streams";
import { openTestApp, type TestApp } from "../testing";
import { activityStream, readLastEventId, type StreamOptions } from "./sse";

let test: TestApp;
let app: App;
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(async () => {
  endStreams();
  await test.close();
});

const append = (kind: string, count = 1): void =>
  write(app, (tx) => {
    for (let i = 0; i < count; i++) appendActivity(tx, app.now(), { kind, projectId: 1, data: { n: i } });
  });

/** Reads a stream piece by piece as text. */
function reader(stream: ReadableStream<Uint8Array> | null) {
  if (stream === null) throw new Error("no body");
  const from = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    async until(piece: string): Promise<string> {
      while (!text.includes(piece)) {
        const { done, value } = await from.read();
        if (done) throw new Error(`ended before ${piece}: ${text.slice(-300)}`);
        text += decoder.decode(value, { stream: true });
      }
      return text;
    },
    ended: () => from.closed,
    cancel: () => from.cancel(),
  };
}

/** Our own feed unless told: every row is a frame. */
const open = (options: StreamOptions = {}) => reader(activityStream(app, { names: "native", ...options }));

describe("GET /stream", () => {
  it("M48: one JSON object per data line with the type in it, ids, and never an event field", async () => {
    const controller = new AbortController();
    const response = await GET(new Request("http://127.0.0.1/stream?names=native", { signal: controller.signal }));
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
    const stream = reader(response.body);
    await stream.until('"type":"connected"');
    append("memory.edit");
    const text = await stream.until('"type":"memory.edit"');
    expect(text).not.toMatch(/^event:/m);
    const frames = text.split("\n\n").filter((block) => block.includes("data: "));
    const data = frames.map(
      (block) => JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "") as { type: string; id?: number },
    );
    expect(data).toMatchObject([
      { type: "connected", last_event_id: 0 },
      { type: "memory.edit", id: 1, kind: "memory.edit", project_id: 1, data: { n: 0 } },
    ]);
    expect(frames[1]).toMatch(/^id: 1\n/);
    controller.abort();
    await stream.ended();
    expect(openStreams()).toBe(0);
  });

  it("M48: Last-Event-ID wins over the query and resumes without a gap or a repeat", async () => {
    append("first", 3);
    append("second", 3);
    const response = await GET(
      new Request("http://127.0.0.1/stream?names=native&lastEventId=1", { headers: { "last-event-id": "4" } }),
    );
    const text = await reader(response.body).until("id: 6\n");
    expect([...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))).toEqual([4, 5, 6]);
    const byQuery = await GET(new Request("http://127.0.0.1/stream?names=native&lastEventId=5"));
    expect(await reader(byQuery.body).until("id: 6\n")).not.toContain("id: 4");
  });

  it("M48: a query id that is none answers 400, a header that is none starts from now", async () => {
    append("old");
    expect((await GET(new Request("http://127.0.0.1/stream?lastEventId=-1"))).status).toBe(400);
    expect((await GET(new Request("http://127.0.0.1/stream?lastEventId=x"))).status).toBe(400);
    expect((await GET(new Request("http://127.0.0.1/stream?names=other"))).status).toBe(400);
    const response = await GET(new Request("http://127.0.0.1/stream", { headers: { "last-event-id": "nonsense" } }));
    expect(await reader(response.body).until("connected")).toContain("id: 1\n");
  });

  it("HEAD leaves no stream behind, other methods answer 405", async () => {
    const head = await HEAD(new Request("http://127.0.0.1/stream", { method: "HEAD" }));
    expect([head.status, head.body, openStreams()]).toEqual([200, null, 0]);
    const post = await POST(new Request("http://127.0.0.1/stream", { method: "POST" }));
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("activityStream", () => {
  it("M48: beats while nothing happens", async () => {
    const stream = open({ heartbeatMs: 5 });
    await stream.until(": keep-alive\n\n");
    await stream.cancel();
    expect(openStreams()).toBe(0);
  });

  it("M48: a reader that already waits gets each row once", async () => {
    const stream = open();
    await stream.until("connected");
    const waiting = stream.until('"type":"last"');
    append("first", 5);
    append("last");
    expect([...(await waiting).matchAll(/^id: (\d+)\n/gm)].map((match) => Number(match[1]))).toEqual([
      0, 1, 2, 3, 4, 5, 6,
    ]);
    await stream.cancel();
  });

  it("M48: a burst larger than the buffer arrives whole and in order", async () => {
    const stream = open({ lastEventId: 0 });
    append("burst", 900);
    append("last");
    const text = await stream.until('"type":"last"');
    const ids = [...text.matchAll(/^id: (\d+)\n/gm)].map((match) => Number(match[1])).slice(1);
    expect(ids).toEqual(Array.from({ length: 901 }, (_, i) => i + 1));
    await stream.cancel();
  });

  it("M48: a fast reader of a long feed lets others have their turn between two pieces", async () => {
    append("row", 5000);
    append("last");
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const text = await open({ lastEventId: 0 }).until('"type":"last"');
    isDone = true;
    expect(text.match(/^id: \d+$/gm)?.slice(1)).toEqual(Array.from({ length: 5001 }, (_, at) => `id: ${at + 1}`));
    // At most the buffer and what completes its last batch at a time.
    expect(turns).toBeGreaterThan(text.length / (128 * 1024));
  });

  it("M48: a reader that takes nothing while its buffer is full is dropped, and the others get every frame", async () => {
    append("burst", 900);
    const good = open({ lastEventId: 0 });
    activityStream(app, { names: "native", lastEventId: 0, heartbeatMs: 5 });
    expect(openStreams()).toBe(2);
    const before = await good.until("id: 900\n");
    expect(before.match(/^id: /gm)).toHaveLength(901);
    await expect.poll(openStreams).toBe(1);
    append("after");
    expect(await good.until('"type":"after"')).toContain("id: 901\n");
    await good.cancel();
  });

  it("M48: a thousand clients that come and go leave no listener, no watcher and no place taken", async () => {
    let listening = 0;
    const counted: App = {
      ...app,
      onWake(listener) {
        listening += 1;
        const stop = app.onWake(listener);
        return () => {
          listening -= 1;
          stop();
        };
      },
    };
    let most = 0;
    for (let i = 0; i < 500; i++) {
      const controller = new AbortController();
      const byClient = reader(activityStream(counted, { signal: controller.signal }));
      const byReader = reader(activityStream(counted, { names: i % 2 === 0 ? "legacy" : "native" }));
      most = Math.max(most, listening);
      controller.abort();
      await byReader.cancel();
      expect(await byClient.until("connected")).not.toBe("");
    }
    expect(openStreams()).toBe(0);
    // Each stream has its own, and all of them share the one that watches the queue.
    expect([most, listening]).toEqual([3, 0]);
  });

  it("an id from before a restored backup starts at the end of the feed", async () => {
    append("old", 2);
    const stream = open({ lastEventId: 99 });
    append("new");
    expect(await stream.until('"type":"new"')).toContain("id: 3\n");
    await stream.cancel();
  });

  it("an already gone client leaves nothing behind", () => {
    activityStream(app, { signal: AbortSignal.abort() });
    expect(openStreams()).toBe(0);
  });

  it("M48: a hundred-and-first stream answers 429 busy, and all end when the server stops", async () => {
    const streams = Array.from({ length: 100 }, () => open());
    const response = await GET(new Request("http://127.0.0.1/stream"));
    expect([response.status, await response.json()]).toMatchObject([429, { ok: false, code: "busy" }]);
    endStreams();
    await Promise.all(streams.map((stream) => stream.until("connected").then(() => undefined)));
    expect(openStreams()).toBe(0);
  });
});

it("reads Last-Event-ID", () => {
  expect(["12", " 7 ", "", "-1", "1.5", "1e3", "9".repeat(16), null].map(readLastEventId)).toEqual([
    12,
    7,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
