import { describe, expect, it } from "vitest";
import { type GuardRequest, isDecodable, needsToken, parseHost, refusal } from "./guard";

const config = { host: "127.0.0.1", allowedHosts: ["keep.example", "box.lan:8443", "fd00::7"] };
const request = (given: Partial<GuardRequest>): GuardRequest => ({
  method: "GET",
  host: "127.0.0.1:37777",
  origin: null,
  secFetchSite: null,
  secFetchMode: null,
  ...given,
});
const passes = (given: Partial<GuardRequest>): boolean => refusal(request(given), config) === null;

describe("Host", () => {
  it("X02: loopback names pass with any port", () => {
    for (const host of ["localhost", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:37777", "[::1]", "[::1]:9"])
      expect(passes({ host })).toBe(true);
  });

  it("X02: foreign names are refused, also those that only look like loopback", () => {
    const foreign = [
      null,
      "",
      "evil.test",
      "evil.test:37777",
      "127.0.0.1.evil.test",
      "localhost.evil.test",
      "localhost.",
      "localhost:99999",
      "127.0.0.1:37777:1",
      "::1",
      "[::1",
      "[::2]",
      "0.0.0.0:37777",
      "127.0.0.2",
      "2130706433",
      "localhost@evil.test",
      "localhost,evil.test",
      "local host",
      "localhost:",
      "x".repeat(5000),
    ];
    for (const host of foreign) expect([host, passes({ host })]).toEqual([host, false]);
  });

  it("X02: configured hosts pass, with their port where one is named", () => {
    expect(passes({ host: "keep.example" })).toBe(true);
    expect(passes({ host: "Keep.Example:443" })).toBe(true);
    expect(passes({ host: "box.lan:8443" })).toBe(true);
    expect(passes({ host: "box.lan:80" })).toBe(false);
    expect(passes({ host: "[fd00::7]:1" })).toBe(true);
    expect(passes({ host: "sub.keep.example" })).toBe(false);
  });

  it("X02: the address that the server listens on passes by itself, unless it is a wildcard", () => {
    const answers = (bound: string, host: string): boolean =>
      refusal(request({ host }), { host: bound, allowedHosts: [] }) === null;
    for (const [bound, host] of [
      ["192.168.1.5", "192.168.1.5:37777"],
      ["Box.lan", "box.LAN:37777"],
      ["fd00::7", "[fd00::7]:37777"],
      ["[fd00::7]", "[fd00::7]"],
    ] as const) {
      expect([bound, answers(bound, host)]).toEqual([bound, true]);
      expect([bound, answers(bound, "127.0.0.1:37777")]).toEqual([bound, true]);
      for (const foreign of ["evil.test", "192.168.1.50", "x.box.lan", "[fd00::8]"]) {
        expect([bound, foreign, answers(bound, foreign)]).toEqual([bound, foreign, false]);
      }
    }
    for (const [bound, host] of [
      ["0.0.0.0", "0.0.0.0:37777"],
      ["0", "0"],
      ["::", "[::]:37777"],
      ["[::]", "[::]"],
      ["0.0.0.0", "192.168.1.5"],
    ] as const) {
      expect([bound, host, answers(bound, host)]).toEqual([bound, host, false]);
    }
  });

  it("reads host and port", () => {
    expect(parseHost("LocalHost:80")).toEqual({ name: "localhost", port: 80 });
    expect(parseHost("[::1]")).toEqual({ name: "[::1]", port: null });
  });
});

describe("Origin", () => {
  it("X01, X03: foreign origins are refused on every method", () => {
    const foreign = [
      "https://evil.test",
      "null",
      "http://localhost:3000",
      "http://127.0.0.1",
      "https://127.0.0.1.evil.test:37777",
      "chrome-extension://abc",
      "http://x@127.0.0.1:37777",
      "",
    ];
    for (const origin of foreign) {
      for (const method of ["GET", "POST", "DELETE", "OPTIONS"])
        expect([origin, method, passes({ origin, method })]).toEqual([origin, method, false]);
    }
  });

  it("pages of this server pass, under any loopback name", () => {
    for (const origin of ["http://127.0.0.1:37777", "http://localhost:37777", "http://[::1]:37777"]) {
      expect(passes({ origin, method: "POST" })).toBe(true);
    }
    expect(passes({ origin: "http://localhost", host: "localhost:80", method: "POST" })).toBe(true);
    expect(passes({ origin: "https://keep.example", host: "keep.example", method: "POST" })).toBe(true);
    expect(passes({ origin: "https://keep.example", host: "127.0.0.1:37777", method: "POST" })).toBe(true);
  });

  it("X03: pages of the address that the server listens on pass, those of another port there do not", () => {
    const answers = (origin: string): boolean => {
      const sent = request({ host: "192.168.1.5:37777", origin, method: "POST" });
      return refusal(sent, { host: "192.168.1.5", allowedHosts: [] }) === null;
    };
    expect(answers("http://192.168.1.5:37777")).toBe(true);
    for (const origin of ["http://192.168.1.5:3000", "http://192.168.1.5", "http://evil.test:37777"]) {
      expect([origin, answers(origin)]).toEqual([origin, false]);
    }
  });

  it("X03: cross-site requests without an origin are refused, links are not", () => {
    expect(passes({ secFetchSite: "cross-site", method: "POST" })).toBe(false);
    expect(passes({ secFetchSite: "cross-site", secFetchMode: "navigate", method: "POST" })).toBe(false);
    expect(passes({ secFetchSite: "cross-site", secFetchMode: "no-cors" })).toBe(false);
    expect(passes({ secFetchSite: "cross-site", secFetchMode: "navigate" })).toBe(true);
    expect(passes({ secFetchSite: "same-origin", method: "POST" })).toBe(true);
    expect(passes({ secFetchSite: "none" })).toBe(true);
  });
});

it("X05: anything but loopback needs the token, and loopback when told to", () => {
  for (const host of ["127.0.0.1", "localhost", "::1", "[::1]"]) expect(needsToken(host, false)).toBe(false);
  for (const host of ["0.0.0.0", "::", "192.168.1.5", "box.lan"]) expect(needsToken(host, false)).toBe(true);
  expect(needsToken("127.0.0.1", true)).toBe(true);
});

it("tells paths that no route could read", () => {
  expect(isDecodable("/memories/%E4%B8%AD")).toBe(true);
  for (const path of ["/%", "/%E4%B8", "/%ff", "/a%zz"]) expect(isDecodable(path)).toBe(false);
});
