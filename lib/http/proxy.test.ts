import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NextRequest } from "next/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET as login, POST as makeLink } from "../../app/api/login/route";
import { proxy } from "../../proxy";
import type { ErrorBody } from "../contract/errors";
import { McpError } from "../contract/mcp";
import { readEnv } from "../env";
import { openTestApp } from "../testing";
import { ensureToken, readToken, sessionCookie } from "./token";

const ENV = Symbol.for("keepsake.proxy-env");
const slot = globalThis as Record<symbol, unknown>;
let home: string;

/** What the process was started with. */
const startedWith = (env: Record<string, string> = {}): void => {
  slot[ENV] = readEnv({ KEEPSAKE_HOME: home, ...env } as unknown as NodeJS.ProcessEnv);
};
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "keepsake-proxy-"));
  startedWith();
});
afterEach(() => {
  Reflect.deleteProperty(slot, ENV);
  rmSync(home, { recursive: true, force: true });
});

const send = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  proxy(new NextRequest(`http://127.0.0.1:37777${path}`, { method, headers: { host: "127.0.0.1:37777", ...headers } }));
const passes = (response: Response) => response.headers.get("x-middleware-next") === "1";

describe("proxy", () => {
  it("X02: a foreign Host is refused on API, console and stream", async () => {
    for (const path of ["/", "/api/memories", "/stream", "/_next/static/a.js", "/sessions/1/init"]) {
      const response = send(path, { host: "evil.test" });
      const body = (await response.json()) as ErrorBody;
      expect([path, response.status, body.code]).toEqual([path, 403, "forbidden_origin"]);
      expect(passes(send(path))).toBe(true);
    }
    startedWith({ KEEPSAKE_ALLOWED_HOSTS: "Keep.Example, other" });
    expect(passes(send("/", { host: "keep.example" }))).toBe(true);
  });

  it("V10, V12: under the gateway its keys are the only bearer asked for, and refusals have its envelope", async () => {
    ensureToken(home);
    startedWith({ KEEPSAKE_REQUIRE_TOKEN: "1" });
    const gateway = "/api/v1/mem/agent-memory/state";
    expect(passes(send(gateway, { authorization: `Bearer evt_${"0".repeat(32)}` }, "POST"))).toBe(true);
    // What only looks like it asks for the token as all else does.
    for (const path of [
      "/api/v1/mem/%2e%2e/x",
      "/api/v1/mem//x",
      "/api/v1/memories",
      "/api/v1/%6dem/search",
      "/api/memories",
    ])
      expect([path, send(path).status]).toEqual([path, 401]);
    const foreign = send(gateway, { host: "evil.test", requestId: "mine" }, "POST");
    expect([foreign.status, await foreign.json()]).toEqual([
      403,
      { status: 30302, error: expect.any(String) as string, requestId: "mine", result: null },
    ]);
    const broken = send("/api/v1/mem/%ff", {}, "POST");
    expect([broken.status, ((await broken.json()) as { status: number }).status]).toEqual([400, 40001]);
  });

  it("X02: KEEPSAKE_HOST is answered to without being allowed again; foreign hosts stay refused", () => {
    ensureToken(home);
    const authorization = `Bearer ${readToken(home) ?? ""}`;
    const asUser = (host: string) => send("/api/memories", { host, authorization });
    startedWith({ KEEPSAKE_HOST: "192.168.1.5" });
    expect(passes(asUser("192.168.1.5:37777"))).toBe(true);
    expect(send("/api/memories", { host: "192.168.1.5:37777" }).status).toBe(401);
    expect(asUser("evil.test").status).toBe(403);
    startedWith({ KEEPSAKE_HOST: "0.0.0.0" });
    for (const host of ["0.0.0.0:37777", "192.168.1.5:37777"]) expect(asUser(host).status).toBe(403);
  });

  it("X01, X03: foreign origins are refused, and no answer ever grants one", () => {
    const headers = { origin: "https://evil.test", "sec-fetch-site": "cross-site", "content-type": "text/plain" };
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
      const response = send("/api/settings", headers, method);
      expect(response.status).toBe(403);
      expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("V10, V11: a method that nobody knows answers JSON 405 on every address for data, in that address's own form", async () => {
    for (const method of ["PROPFIND", "QUERY", "LOCK", "x"]) {
      for (const path of ["/api/v1/mem/search", "/api/v1/mem/nothing"]) {
        const response = send(path, {}, method);
        expect([method, path, response.status, await response.json()]).toEqual([
          method,
          path,
          405,
          expect.objectContaining({ status: 40005, result: null, requestId: expect.any(String) as string }),
        ]);
        expect(response.headers.get("allow")).toContain("POST");
      }
      for (const path of ["/api/memories", "/stream", "/sessions/1/init"]) {
        const response = send(path, {}, method);
        const body = (await response.json()) as ErrorBody;
        expect([method, path, response.status, body.code]).toEqual([method, path, 405, "method_not_allowed"]);
      }
      expect(send("/mcp", {}, method).status).toBe(405);
      expect(passes(send("/memories", {}, method))).toBe(true);
    }
    expect(passes(send("/api/v1/mem/search", {}, "OPTIONS"))).toBe(true);
  });

  it("X11: a path that is no UTF-8 answers JSON 400", async () => {
    const response = send("/api/%E0%A4%A");
    expect([response.status, response.headers.get("content-type")]).toEqual([400, "application/json; charset=utf-8"]);
    expect(await response.json()).toMatchObject({ ok: false, code: "validation_failed" });
  });

  it("X07: pages run scripts of this server only, by a nonce that is new each time; data runs nothing", () => {
    const policy = (path: string) => send(path).headers.get("content-security-policy") ?? "";
    expect(policy("/memories")).toMatch(/script-src 'self' 'nonce-[^']{24}'; /);
    expect(policy("/memories")).toMatch(/default-src 'self'.*object-src 'none'.*frame-ancestors 'none'/);
    expect(policy("/memories")).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
    expect(policy("/memories")).not.toBe(policy("/memories"));
    expect(policy("/api/memories")).toMatch(/^default-src 'none'/);
    expect(send("/").headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("/mcp", () => {
  const refused = async (response: Response) => {
    const body = McpError.parse(await response.json());
    return [response.status, body.error.code, body.error.data];
  };

  it("X02: a foreign Host is refused, in the protocol's form; loopback names and ports are not", async () => {
    for (const host of ["evil.test", "evil.test:37777", "127.0.0.1.evil.test", "localhost.evil.test"]) {
      for (const method of ["GET", "POST", "DELETE"]) {
        expect([host, await refused(send("/mcp?profile=all", { host }, method))]).toEqual([
          host,
          [403, -32000, expect.objectContaining({ code: "forbidden_origin" })],
        ]);
      }
    }
    for (const host of ["localhost:37777", "127.0.0.1:37777", "[::1]:37777", "localhost", "[::1]"])
      expect([host, passes(send("/mcp", { host }, "POST"))]).toEqual([host, true]);
    const origin = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    expect((await refused(send("/mcp", origin, "POST")))[0]).toBe(403);
  });

  it("X05: it asks for the token where everything does", async () => {
    ensureToken(home);
    for (const env of [{ KEEPSAKE_REQUIRE_TOKEN: "1" }, { KEEPSAKE_HOST: "0.0.0.0" }] as Record<string, string>[]) {
      startedWith(env);
      expect(await refused(send("/mcp", {}, "POST"))).toEqual([
        401,
        -32000,
        expect.objectContaining({ code: "unauthorized" }),
      ]);
      expect(passes(send("/mcp", { authorization: `Bearer ${readToken(home) ?? ""}` }, "POST"))).toBe(true);
    }
  });

  it("its answers are data: nothing of them runs in a browser", () => {
    expect(send("/mcp").headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  });
});

describe("token", () => {
  it("X05: loopback asks for none unless told; anything else does", async () => {
    ensureToken(home);
    expect(passes(send("/api/memories"))).toBe(true);
    const asking: Record<string, string>[] = [{ KEEPSAKE_REQUIRE_TOKEN: "1" }, { KEEPSAKE_HOST: "0.0.0.0" }];
    for (const env of asking) {
      startedWith(env);
      for (const path of ["/", "/api/memories", "/stream"]) {
        const response = send(path);
        expect([response.status, ((await response.json()) as ErrorBody).code]).toEqual([401, "unauthorized"]);
      }
      const token = readToken(home) ?? "";
      expect(passes(send("/api/memories", { authorization: `Bearer ${token}` }))).toBe(true);
      expect(passes(send("/stream", { cookie: sessionCookie(token).split(";")[0] ?? "" }))).toBe(true);
      expect(send("/api/memories", { authorization: "Bearer wrong" }).status).toBe(401);
      expect(send("/api/login", {}, "POST").status).toBe(401);
      expect(passes(send("/api/login?code=x"))).toBe(true);
      expect(passes(send("/_next/static/a.js"))).toBe(true);
    }
  });

  it("X05: without a token file nobody comes in", () => {
    startedWith({ KEEPSAKE_REQUIRE_TOKEN: "1" });
    expect(send("/api/memories", { authorization: "Bearer " }).status).toBe(503);
  });

  it("a one-time link sets the cookie and works once", async () => {
    const test = await openTestApp();
    try {
      const link = (await (
        await makeLink(new Request("http://127.0.0.1/api/login", { method: "POST", headers: { host: "localhost:5" } }))
      ).json()) as { url: string };
      expect(link.url).toMatch(/^http:\/\/localhost:5\/api\/login\?code=/);
      const first = await login(new Request(link.url));
      expect([first.status, first.headers.get("location")]).toEqual([303, "/"]);
      expect(first.headers.get("set-cookie")).toBe(sessionCookie(readToken(test.home) ?? ""));
      const second = await login(new Request(link.url));
      expect([second.status, second.headers.get("set-cookie")]).toEqual([401, null]);
    } finally {
      await test.close();
    }
  });
});
