import { afterEach, expect, it, vi } from "vitest";
import {
  callWorkerWithFallback,
  DEFAULT_PORT,
  isWorkerHealthy,
  retryWithBackoff,
  WORKER_BASE_URL,
  WorkerClient,
  WorkerRequestError,
  WorkerTimeoutError,
  WorkerUnavailableError,
} from "../worker-client";
import { type FaultyServer, serveFaults } from "./testing";

const servers: FaultyServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
const faults = async (...args: Parameters<typeof serveFaults>): Promise<FaultyServer> => {
  const server = await serveFaults(...args);
  servers.push(server);
  return server;
};
/** A port on which nothing listens any more. */
const closedPort = async (): Promise<number> => {
  const server = await serveFaults(() => undefined);
  await server.close();
  return server.port;
};
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable("it did not fail"),
    (error: unknown) => error,
  );
const json = { "content-type": "application/json" };

it("M50: speaks with port 37777 of this machine unless told", () => {
  expect([DEFAULT_PORT, WORKER_BASE_URL]).toEqual([37777, "http://localhost:37777"]);
  expect(new WorkerClient().baseUrl).toBe("http://127.0.0.1:37777");
  expect(new WorkerClient(4000).baseUrl).toBe("http://127.0.0.1:4000");
  expect(new WorkerClient(80, { host: "::1" }).baseUrl).toBe("http://[::1]");
  expect(new WorkerClient(1, { url: "https://memory.example/keepsake/" }).baseUrl).toBe(
    "https://memory.example/keepsake",
  );
});

it("M50: refuses a port, address, token or time that is none before anything is sent", () => {
  for (const port of [0, -1, 65_536, 1.5, Number.NaN]) expect(() => new WorkerClient(port)).toThrow(RangeError);
  for (const host of ["a b", "evil@127.0.0.1", "127.0.0.1/x", "127.0.0.1#", "h:1:2"])
    expect(() => new WorkerClient(4000, { host })).toThrow(TypeError);
  for (const url of ["ftp://127.0.0.1", "file:///etc/passwd", "http://me:it@127.0.0.1", "127.0.0.1"])
    expect(() => new WorkerClient(4000, { url })).toThrow(TypeError);
  for (const token of ["", "two words", "a\r\nb", "ключ"])
    expect(() => new WorkerClient(4000, { token })).toThrow(TypeError);
  expect(() => new WorkerClient(4000, { timeouts: { call: 0 } })).toThrow(RangeError);
});

it("M50: isHealthy is false on any failure and true only for a worker", async () => {
  const answers: Record<string, [number, string]> = {
    ok: [200, '{"status":"ok"}'],
    page: [200, "<html>another program</html>"],
    list: [200, "[]"],
    nothing: [200, "null"],
    failed: [500, '{"status":"ok"}'],
  };
  for (const [name, [status, body]] of Object.entries(answers)) {
    const server = await faults((_, response) => response.writeHead(status, json).end(body));
    expect([name, await isWorkerHealthy(server.port)]).toEqual([name, name === "ok"]);
  }
  const silent = await faults(() => undefined);
  expect(await isWorkerHealthy(silent.port, { timeouts: { health: 50 } })).toBe(false);
  expect(await isWorkerHealthy(await closedPort())).toBe(false);
  expect(await isWorkerHealthy(silent.port, { signal: AbortSignal.abort() })).toBe(false);
});

it("M51: nothing that listens, or a connection that breaks at any point, is WorkerUnavailableError", async () => {
  const refused = await failure(new WorkerClient(await closedPort()).getStats());
  expect(refused).toBeInstanceOf(WorkerUnavailableError);
  expect((refused as Error).message).toBe("Claude-mem worker is not running or unreachable");
  expect((refused as Error).cause).toBeDefined();

  const atOnce = await faults((request) => request.socket.destroy());
  expect(await failure(new WorkerClient(atOnce.port).getStats())).toBeInstanceOf(WorkerUnavailableError);

  const inside = await faults((request, response) => {
    response.writeHead(200, { ...json, "content-length": 100 });
    response.write('{"worker":', () => request.socket.destroy());
  });
  expect(await failure(new WorkerClient(inside.port).getStats())).toBeInstanceOf(WorkerUnavailableError);
});

it("M51: headers or a body that never end are WorkerTimeoutError, which names the address without its query", async () => {
  const noHeaders = await faults(() => undefined);
  const error = await failure(
    new WorkerClient(noHeaders.port, { timeouts: { search: 40 } }).search({ query: "plans" }),
  );
  expect(error).toBeInstanceOf(WorkerTimeoutError);
  expect((error as Error).message).toBe("Worker request timed out: /api/search");

  const noEnd = await faults((_, response) => {
    response.writeHead(200, json);
    response.write('{"observations":');
  });
  const late = await failure(new WorkerClient(noEnd.port).search({}, { timeout: 40 }));
  expect(late).toBeInstanceOf(WorkerTimeoutError);
  const body = await failure(new WorkerClient(noEnd.port, { timeouts: { call: 40 } }).completeSession("s-1"));
  expect((body as Error).message).toBe("Worker request timed out: /api/sessions/complete");
});

it("M51: a refusal is WorkerRequestError with status, body, the worker's sentence and code", async () => {
  const refusal = { ok: false, error: "Missing claudeSessionId", code: "validation_failed", requestId: "req_1" };
  const server = await faults((_, response) => response.writeHead(400, json).end(JSON.stringify(refusal)));
  const error = await failure(new WorkerClient(server.port).completeSession(""));
  expect(error).toBeInstanceOf(WorkerRequestError);
  expect(error).toMatchObject({
    status: 400,
    body: refusal,
    code: "validation_failed",
    endpoint: "/api/sessions/complete",
  });
  expect((error as Error).message).toBe("Worker answered 400 to /api/sessions/complete: Missing claudeSessionId");
});

it("M51: a page of HTML is WorkerRequestError with its text, after 500 and after 200 alike", async () => {
  const page = "<html><body>Internal Server Error</body></html>";
  for (const status of [500, 200]) {
    const server = await faults((_, response) => response.writeHead(status, { "content-type": "text/html" }).end(page));
    const error = await failure(new WorkerClient(server.port).getStats());
    expect(error).toBeInstanceOf(WorkerRequestError);
    expect(error).toMatchObject({ status, body: page, code: undefined });
    expect((error as Error).message).toContain("is something else listening on its port?");
  }
});

it("M51: of an endless error page a bounded piece is read, and its connection let go", async () => {
  const chunk = "x".repeat(32 * 1024);
  const server = await faults((_, response) => {
    response.writeHead(500, { "content-type": "text/plain" });
    const more = (): void => void (response.destroyed || response.write(chunk, more));
    more();
  });
  const error = await failure(new WorkerClient(server.port).getStats());
  expect(error).toMatchObject({ status: 500, body: undefined });
});

it("M51: never follows a redirect with what it carries", async () => {
  const elsewhere = await faults((_, response) => response.writeHead(200, json).end("{}"));
  const server = await faults((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/api/stats` }).end(),
  );
  const client = new WorkerClient(server.port, { token: "t-1" });
  expect(await failure(client.saveMemory({ text: "a note" }))).toBeInstanceOf(WorkerUnavailableError);
  expect(elsewhere.requests).toHaveLength(0);
});

it("M50: sends token, name and JSON, leaves out what is absent, and joins lists by commas", async () => {
  const server = await faults((_, response) => response.writeHead(200, json).end("{}"));
  const client = new WorkerClient(server.port, { token: "t-1", client: "my-editor" });
  await client.search({ query: "a&b=ü", concepts: ["x", "y"], files: [], project: undefined, limit: 5 });
  await client.getObservationById("../stats" as unknown as number);
  await client.queueObservation({ claudeSessionId: "s-1", tool_name: "Bash", tool_input: { command: "ls" } });
  const [search, get, post] = server.requests;
  expect(search?.url).toBe("/api/search?query=a%26b%3D%C3%BC&concepts=x%2Cy&limit=5");
  expect(search?.headers).toMatchObject({ authorization: "Bearer t-1", "x-keepsake-client": "my-editor" });
  expect(get?.url).toBe("/api/observation/..%2Fstats");
  expect([post?.method, post?.headers["content-type"]]).toEqual(["POST", "application/json"]);
});

it("M50: the caller's signal ends a request with its own reason, and no listener is left on it", async () => {
  let isAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const server = await faults((_, response, count) => {
    if (count === 1) response.writeHead(200, json).end("{}");
    else isAsked();
  });
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const removed = vi.spyOn(controller.signal, "removeEventListener");
  const client = new WorkerClient(server.port);
  const options = { signal: controller.signal };
  await client.getStats(options);
  const failed = failure(client.getStats(options));
  await asked;
  controller.abort(new Error("the window closed"));
  expect(await failed).toMatchObject({ message: "the window closed" });
  expect(await failure(client.getStats(options))).toMatchObject({ message: "the window closed" });
  expect(server.requests).toHaveLength(2);
  expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([2, 2]);
});

it("M51: callWorkerWithFallback answers the JSON, null on any failure, and tells why where one listens", async () => {
  const server = await faults((request, response) => {
    if (request.url === "/api/echo?x=1") response.writeHead(200, json).end('{"answer":42}');
    else response.writeHead(503, json).end('{"error":"not yet"}');
  });
  const heard: unknown[] = [];
  const options = { port: server.port, onError: (error: unknown) => heard.push(error) };
  expect(await callWorkerWithFallback("/api/echo?x=1", {}, options)).toEqual({ answer: 42 });
  expect(await callWorkerWithFallback("/api/other", { method: "POST", body: { a: 1 } }, options)).toBeNull();
  expect(await callWorkerWithFallback("@evil.example/api", {}, options)).toBeNull();
  expect(await callWorkerWithFallback("/api/echo", { timeout: 1000 }, { port: await closedPort() })).toBeNull();
  const silent = await faults(() => undefined);
  expect(await callWorkerWithFallback("/api/echo", { timeout: 30 }, { ...options, port: silent.port })).toBeNull();
  expect(heard.map((error) => (error as Error).name)).toEqual([
    "WorkerRequestError",
    "TypeError",
    "WorkerTimeoutError",
  ]);
  expect(server.requests.map((request) => request.url)).toEqual(["/api/echo?x=1", "/api/other"]);
});

it("M51: callWorkerWithFallback takes a body and headers as fetch does", async () => {
  const bodies: string[] = [];
  const server = await faults((request, response) => {
    request.on("data", (chunk: Buffer) => bodies.push(chunk.toString()));
    request.on("end", () => response.writeHead(200, json).end("true"));
  });
  const asked = { method: "POST", body: '{"a":1}', headers: { "Content-Type": "application/json", "X-Mine": "1" } };
  expect(await callWorkerWithFallback("/api/any", asked, { port: server.port })).toBe(true);
  expect([bodies.join(""), server.requests[0]?.headers["x-mine"]]).toEqual(['{"a":1}', "1"]);
});

it("M51: retryWithBackoff tries three times, waits 100 ms and then twice as long, and throws the last failure", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    let tries = 0;
    const asked = failure(retryWithBackoff(() => Promise.reject(new Error(`failure ${++tries}`))));
    for (const [ms, expected] of [
      [0, 1],
      [99, 1],
      [1, 2],
      [199, 2],
      [1, 3],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect([ms, tries]).toEqual([ms, expected]);
    }
    expect((await asked) as Error).toMatchObject({ message: "failure 3" });
  } finally {
    vi.useRealTimers();
  }
});

it("M51: retryWithBackoff answers the first success, and does not repeat what the worker refused", async () => {
  let calls = 0;
  const second = await retryWithBackoff(
    () => (++calls === 2 ? Promise.resolve("there") : Promise.reject(new WorkerUnavailableError())),
    5,
    1,
  );
  expect([second, calls]).toEqual(["there", 2]);
  for (const [status, tries] of [
    [400, 1],
    [404, 1],
    [408, 3],
    [429, 3],
    [503, 3],
  ] as const) {
    let tried = 0;
    await failure(
      retryWithBackoff(
        () => {
          tried += 1;
          return Promise.reject(new WorkerRequestError("/api/x", status, null));
        },
        3,
        1,
      ),
    );
    expect([status, tried]).toEqual([status, tries]);
  }
  await expect(retryWithBackoff(() => Promise.resolve(1), 0)).rejects.toThrow(RangeError);
});
