import type { ServerResponse } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { connectToSSE, type StreamOptions, WorkerClient, type WorkerEvent, type WorkerStream } from "../worker-client";
import { type FaultyServer, serveFaults, until } from "./testing";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
const serve = async (...args: Parameters<typeof serveFaults>): Promise<FaultyServer> => {
  const server = await serveFaults(...args);
  ends.push(server.close);
  return server;
};
const open = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
const frame = (id: number, data: unknown): string => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const queued = (id: number) => ({ type: "observation_queued", sessionDbId: id, timestamp: 1 });

interface Heard {
  stream: WorkerStream;
  ids: number[];
  errors: Error[];
  opened: () => number;
}
const connect = (port: number, options: StreamOptions = {}): Heard => {
  const ids: number[] = [];
  const errors: Error[] = [];
  let opened = 0;
  const stream = connectToSSE((event) => ids.push((event as { sessionDbId: number }).sessionDbId), {
    port,
    reconnectDelay: 10,
    onError: (error) => errors.push(error),
    onOpen: () => (opened += 1),
    ...options,
  });
  ends.push(() => stream.close());
  return { stream, ids, errors, opened: () => opened };
};
const names = (errors: Error[]): string[] => errors.map((error) => error.name);

it("M52: hands on each object, however the bytes are cut", async () => {
  const text = Buffer.from(`retry: 1\n: beat\n\n${frame(1, queued(1))}${frame(2, { ...queued(2), project: "車" })}`);
  const server = await serve((_, response) => {
    open(response);
    for (const byte of text) response.write(Buffer.of(byte));
  });
  const events: WorkerEvent[] = [];
  const stream = new WorkerClient(server.port).connectSSE((event) => events.push(event));
  ends.push(() => stream.close());
  await until(() => events.length === 2);
  expect(events).toEqual([queued(1), { ...queued(2), project: "車" }]);
  expect(stream.lastEventId).toBe("2");
});

it("M52: reports a frame that is no JSON object without its text, skips it, and goes on", async () => {
  const broken = ["{not json: hunter2}", "42", "null", '{"no":"type"}', '{"type":7}'];
  const server = await serve((_, response) => {
    open(response).write(broken.map((data, index) => `id: ${index + 1}\ndata: ${data}\n\n`).join(""));
    response.write(frame(6, queued(6)));
  });
  const { ids, errors, stream } = connect(server.port);
  await until(() => ids.length === 1);
  expect(ids).toEqual([6]);
  expect(names(errors)).toEqual(broken.map(() => "WorkerFrameError"));
  expect(errors[0]).toMatchObject({ id: "1" });
  expect(errors.map((error) => `${error.message} ${String(error.cause)}`).join()).not.toContain("hunter2");
  expect(stream.lastEventId).toBe("6");
});

it("M52: connects again after a loss and resumes after the last id, a skipped frame's too", async () => {
  const server = await serve((request, response, count) => {
    open(response);
    if (count === 1) response.end(frame(7, queued(7)) + "id: 8\ndata: broken\n\n");
    else if (count === 2) response.write(frame(9, queued(9)), () => request.socket.destroy());
    else response.write(frame(10, queued(10)));
  });
  const { ids, errors, opened } = connect(server.port);
  await until(() => ids.length === 3);
  expect(ids).toEqual([7, 9, 10]);
  expect(server.requests.map((request) => request.headers["last-event-id"])).toEqual([undefined, "8", "9"]);
  expect(names(errors)).toEqual(["WorkerFrameError", "WorkerUnavailableError", "WorkerUnavailableError"]);
  expect(opened()).toBe(3);
});

it("M52: begins after the id that the caller knows, and refuses one that no header may carry", async () => {
  const server = await serve((_, response) => void open(response).write(frame(42, queued(42))));
  const { ids } = connect(server.port, { lastEventId: 41 });
  await until(() => ids.length === 1);
  expect(server.requests[0]?.headers["last-event-id"]).toBe("41");
  expect(() => connect(server.port, { lastEventId: "4\r\nx: y" })).toThrow(TypeError);
});

it("M52: an id that no header may carry is not sent back", async () => {
  const server = await serve((_, response, count) => {
    open(response);
    if (count === 1) response.end(`id: один\ndata: ${JSON.stringify(queued(1))}\n\n`);
    else response.write(frame(2, queued(2)));
  });
  const { ids } = connect(server.port);
  await until(() => ids.length === 2);
  expect(server.requests[1]?.headers["last-event-id"]).toBeUndefined();
});

it("M52: waits 5 s before it connects again, and close ends that wait", async () => {
  const server = await serve((_, response) => void open(response).end());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { stream, errors } = connect(server.port, { reconnectDelay: undefined });
    for (const tries of [1, 2]) {
      while (errors.length < tries) await new Promise(setImmediate);
      // The one timer is the wait: nothing else is left of a lost connection.
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(4999);
      expect(server.requests).toHaveLength(tries);
      await vi.advanceTimersByTimeAsync(1);
    }
    while (errors.length < 3) await new Promise(setImmediate);
    stream.close();
    await stream.closed;
    expect([vi.getTimerCount(), server.requests.length]).toEqual([0, 3]);
  } finally {
    vi.useRealTimers();
  }
});

it("M52: close stops at once, in the middle of a chunk too, and leaves no connection, timer or listener", async () => {
  const server = await serve(
    (_, response) => void open(response).write([1, 2, 3].map((id) => frame(id, queued(id))).join("")),
  );
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const removed = vi.spyOn(controller.signal, "removeEventListener");
  const ids: number[] = [];
  const errors: Error[] = [];
  const stream = connectToSSE(
    (event) => {
      ids.push((event as { sessionDbId: number }).sessionDbId);
      if (ids.length === 2) stream.close();
    },
    { port: server.port, signal: controller.signal, onError: (error) => errors.push(error) },
  );
  await stream.closed;
  await until(async () => (await server.connections()) === 0);
  expect([ids, errors, server.requests.length]).toEqual([[1, 2], [], 1]);
  expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1]);
  stream.close();
});

it("M52: the caller's signal closes it, before the first connection too", async () => {
  const server = await serve((_, response) => void open(response).write(frame(1, queued(1))));
  const controller = new AbortController();
  const { ids, stream, errors } = connect(server.port, { signal: controller.signal });
  await until(() => ids.length === 1);
  controller.abort();
  await stream.closed;
  await connect(server.port, { signal: controller.signal }).stream.closed;
  expect([server.requests.length, errors]).toEqual([1, []]);
});

it("M52: what the worker refuses for good is reported once and not asked again", async () => {
  for (const status of [401, 403, 404]) {
    const server = await serve((_, response) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end('{"error":"This server asks for its token."}'),
    );
    const { stream, errors } = connect(server.port, { reconnectDelay: 1 });
    await stream.closed;
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ name: "WorkerRequestError", status });
    expect(errors[0]?.message).toContain("asks for its token");
    expect(server.requests).toHaveLength(1);
  }
});

it("M52: a server that is busy, starts or is another program is reported and asked again", async () => {
  const server = await serve((_, response, count) => {
    if (count === 1) response.writeHead(429, { "content-type": "application/json" }).end('{"error":"busy"}');
    else if (count === 2) response.writeHead(500, { "content-type": "text/html" }).end("<html>");
    else if (count === 3) response.writeHead(200, { "content-type": "text/html" }).end("<html>data: {}\n\n");
    else open(response).write(frame(1, queued(1)));
  });
  const { ids, errors, opened } = connect(server.port);
  await until(() => ids.length === 1);
  expect(errors.map((error) => (error as { status?: number }).status)).toEqual([429, 500, 200]);
  expect(opened()).toBe(1);
});

it("M52: headers that do not come, and a connection on which nothing comes, count as lost", async () => {
  const heard: Error[] = [];
  let opened = 0;
  // By what the client has noticed, not by count: a busy machine may lose a connection more.
  const server = await serve((_, response) => {
    if (heard.length === 0) return;
    open(response).write(opened === 0 ? ": beat\n\n" : frame(1, queued(1)));
    opened += 1;
  });
  const ids: number[] = [];
  const client = new WorkerClient(server.port, { timeouts: { search: 30 } });
  const stream = client.connectSSE((event) => ids.push((event as { sessionDbId: number }).sessionDbId), {
    reconnectDelay: 1,
    idleTimeout: 60,
    onError: (error) => heard.push(error),
  });
  ends.push(() => stream.close());
  await until(() => ids.length === 1);
  expect([...new Set(names(heard))]).toEqual(["WorkerTimeoutError"]);
  expect([heard.length >= 2, opened >= 2]).toEqual([true, true]);
});

it("M52: a frame without end is cut off instead of filling the memory", async () => {
  const chunk = "x".repeat(256 * 1024);
  const server = await serve((_, response, count) => {
    open(response);
    if (count > 1) return void response.write(frame(1, queued(1)));
    response.write("data: ");
    const more = (): void => void (response.destroyed || response.write(chunk, more));
    more();
  });
  const { ids, errors } = connect(server.port);
  await until(() => ids.length === 1);
  expect(names(errors)).toEqual(["WorkerUnavailableError"]);
});

it("M52: a listener that throws is reported and does not end the stream", async () => {
  const server = await serve((_, response) => void open(response).write(frame(1, queued(1)) + frame(2, queued(2))));
  const errors: Error[] = [];
  const ids: number[] = [];
  const stream = connectToSSE(
    (event) => {
      ids.push((event as { sessionDbId: number }).sessionDbId);
      if (ids.length === 1) throw new Error("my mistake");
    },
    { port: server.port, onError: (error) => errors.push(error) },
  );
  ends.push(() => stream.close());
  await until(() => ids.length === 2);
  expect(errors.map((error) => error.message)).toEqual(["my mistake"]);
});

it("M52: without a listener what goes wrong is written to the console", async () => {
  const server = await serve((_, response) => void open(response).write("data: broken\n\n" + frame(1, queued(1))));
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  ends.push(() => written.mockRestore());
  const ids: unknown[] = [];
  const stream = connectToSSE((event) => ids.push(event), { port: server.port });
  ends.push(() => stream.close());
  await until(() => ids.length === 1);
  expect(written.mock.calls.map(([error]) => (error as Error).name)).toEqual(["WorkerFrameError"]);
});
