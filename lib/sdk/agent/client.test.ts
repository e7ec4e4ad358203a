import { describe, expect, it } from "vitest";
import { queryOf, gatewayUrl } from "./base-url";
import { createClient, execWithRetry } from "./client";
import { EvermeError } from "./errors";
import { type Answer, envelope, startGateway, TOKEN } from "./testing";

const failure = async (work: Promise<unknown>): Promise<EvermeError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EvermeError);
  return error as EvermeError;
};
const plain =
  (http: number, text: string, headers: Record<string, string> = {}): Answer =>
  (_seen, response) => {
    response.writeHead(http, { "content-type": "text/html", ...headers });
    response.end(text);
  };

describe("addresses", () => {
  it("V1: puts the prefix once, however the base is written", () => {
    for (const base of ["http://h:1", "http://h:1///", "http://h:1/api/v1", "http://h:1/api/v1//"]) {
      expect(gatewayUrl(base)).toBe("http://h:1/api/v1");
    }
    expect(gatewayUrl("https://h/keep/")).toBe("https://h/keep/api/v1");
    expect(() => gatewayUrl("ftp://h")).toThrow(TypeError);
    expect(() => gatewayUrl("nowhere")).toThrow(TypeError);
    expect(() => gatewayUrl("http://me:pw@h")).toThrow(TypeError);
  });

  it("V19: drops empty parameters and repeats arrays", () => {
    expect(queryOf({ a: 1, b: null, c: undefined, d: "", e: ["x", "y"], f: false })).toBe("?a=1&e=x&e=y&f=false");
    expect(queryOf({})).toBe("");
  });
});

describe("the envelope", () => {
  it("V10: only status 0 is success, whatever HTTP says", async () => {
    const bad = await startGateway(envelope(null, { status: 30201, error: "bad key" }));
    expect(await failure(bad.client().request("POST", "/mem/search", {}))).toMatchObject({
      type: "auth",
      code: 30201,
      httpStatus: 200,
      requestId: "req-1",
    });
    const odd = await startGateway(envelope({ a: 1 }, { http: 500 }));
    expect(await odd.client().request("POST", "/mem/search", {})).toEqual({ a: 1 });
    const none = await startGateway(envelope(undefined));
    expect(await none.client().request("POST", "/mem/context", {})).toBeNull();
  });

  it("V11: JSON without a status is an upstream fault, also with 401", async () => {
    for (const body of ['{"error":"no"}', '{"status":"0"}', "null", "[]", "7"]) {
      const gateway = await startGateway(plain(401, body));
      expect(await failure(gateway.client().request("POST", "/x", {}))).toMatchObject({ type: "upstream", code: 0 });
    }
  });

  it("V14: what is no JSON is a matter of the token with 401 and 403 only", async () => {
    for (const [http, type] of [
      [401, "auth"],
      [403, "auth"],
      [502, "upstream"],
      [200, "upstream"],
    ] as const) {
      const gateway = await startGateway(plain(http, "<html>", { requestId: "from-header" }));
      const error = await failure(gateway.client().request("GET", "/x"));
      expect(error).toMatchObject({ type, httpStatus: http, requestId: "from-header" });
      expect(gateway.seen).toHaveLength(1);
    }
  });

  it("V15, V16: sends an id, and answers with the gateway's, else its own", async () => {
    const gateway = await startGateway((seen, response) => {
      response.end(JSON.stringify({ status: 0, result: {}, requestId: seen.headers["requestid"] }));
    });
    const { requestId } = await gateway.client().requestWithMeta("POST", "/x", {});
    expect(requestId).toMatch(/^[\da-f]{8}-/);
    expect(gateway.seen[0]?.headers["requestid"]).toBe(requestId);
    const given = await gateway.client().requestWithMeta("POST", "/x", {}, { requestId: "mine" });
    expect(given.requestId).toBe("mine");
    const mute = await startGateway((_seen, response) => response.end('{"status":0}'));
    const own = await mute.client().requestWithMeta("POST", "/x", {});
    expect(own.requestId).toBe(mute.seen[0]?.headers["requestid"]);
  });

  it("V12, V18: bearer, JSON both ways, and who speaks", async () => {
    const gateway = await startGateway(envelope({}));
    await gateway.client({ agentId: "agt 1\n" }).request("POST", "/x", { a: 1 });
    expect(gateway.seen[0]).toMatchObject({
      path: "/api/v1/x",
      body: { a: 1 },
      headers: {
        authorization: `Bearer ${TOKEN}`,
        accept: "application/json",
        "content-type": "application/json",
        "user-agent": "keepsake-agent-sdk (agent agt1)",
      },
    });
    expect(() => createClient({ apiBase: gateway.url, token: "a\nb" })).toThrow(TypeError);
  });
});

describe("faults of the line", () => {
  const breaks: Answer = (_seen, response) => response.destroy();

  it("V20: repeats once after 150 ms, and only what reads", async () => {
    const gateway = await startGateway((seen, response, count) =>
      count === 1 ? breaks(seen, response, count) : envelope({ ok: 1 })(seen, response, count),
    );
    const began = Date.now();
    expect(await gateway.client().request("GET", "/x")).toEqual({ ok: 1 });
    expect(Date.now() - began).toBeGreaterThanOrEqual(149);
    expect(gateway.seen).toHaveLength(2);
    for (const [method, count] of [
      ["GET", 2],
      ["HEAD", 2],
      ["POST", 1],
    ] as const) {
      const dead = await startGateway(breaks);
      expect(await failure(dead.client().request(method, "/x"))).toMatchObject({ type: "upstream", code: 0 });
      expect(dead.seen).toHaveLength(count);
    }
  });

  it("V20: an answer that says no is not asked for again", async () => {
    const gateway = await startGateway(envelope(null, { http: 500, status: 50000, error: "down" }));
    await failure(gateway.client().request("GET", "/x"));
    expect(gateway.seen).toHaveLength(1);
    let runs = 0;
    const run = () => Promise.reject(new EvermeError({ message: `no ${(runs += 1)}` }));
    await failure(execWithRetry(run, { method: "GET" }));
    expect(runs).toBe(1);
  });

  it("V21: a time-out covers headers and body, and is never an empty answer", async () => {
    const stalls: Answer[] = [
      () => undefined,
      (_seen, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"status":0,');
      },
    ];
    for (const stall of stalls) {
      const gateway = await startGateway(stall);
      const error = await failure(
        gateway.client({ timeoutMs: 80 }).request("GET", "/x", undefined, { requestId: "r" }),
      );
      expect(error).toMatchObject({ type: "timeout", requestId: "r" });
      expect(gateway.seen).toHaveLength(1);
    }
  });

  it("V15: says which request could not be sent", async () => {
    const gateway = await startGateway(breaks);
    const error = await failure(gateway.client().request("POST", "/x", {}, { requestId: "lost" }));
    expect(error.requestId).toBe("lost");
    expect(error.describe()).toContain("lost");
  });

  it("V20: does not follow to another address", async () => {
    const other = await startGateway(envelope({}));
    const gateway = await startGateway((_seen, response) => {
      response.writeHead(307, { location: `${other.url}/api/v1/x` });
      response.end();
    });
    expect(await failure(gateway.client().request("POST", "/x", {}))).toMatchObject({
      type: "upstream",
      httpStatus: 307,
    });
    expect(other.seen).toHaveLength(0);
  });

  it("V21: the caller's signal ends it with its own reason", async () => {
    const gateway = await startGateway(() => undefined);
    const controller = new AbortController();
    const work = gateway.client().request("GET", "/x", undefined, { signal: controller.signal });
    const ended = expect(work).rejects.toThrow("enough");
    await new Promise<void>((resolve) => {
      const look = () => (gateway.seen.length === 1 ? resolve() : void setImmediate(look));
      look();
    });
    controller.abort(new Error("enough"));
    await ended;
    expect(gateway.seen).toHaveLength(1);
  });
});
