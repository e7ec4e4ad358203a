import { describe, expect, it } from "vitest";
import { describeError, EvermeError, typeOfCode } from "./errors";
import { redactError } from "./redact";

const secret = (head: string) => [head, "0123456789abcdef".repeat(2)].join("_");

describe("EvermeError", () => {
  it("V14: 30000–30299 is a matter of the token, but for 30104", () => {
    for (const code of [30000, 30001, 30103, 30201, 30299]) expect(typeOfCode(code)).toBe("auth");
    for (const code of [0, 29999, 30104, 30300, 30301, 40001, 50000]) expect(typeOfCode(code)).toBe("upstream");
  });

  it("V17: keeps type, code, HTTP status and id, and cuts what is long", () => {
    const error = new EvermeError({
      message: "x".repeat(500),
      code: 30201,
      status: 401,
      requestId: "r".repeat(200),
    });
    expect(error).toMatchObject({ type: "auth", code: 30201, httpStatus: 401 });
    expect(error.message).toHaveLength(240);
    expect(error.requestId).toHaveLength(128);
    expect(new EvermeError({ message: `refused ${secret("evt")}` }).message).toBe("refused evt_0123_REDACTED");
  });

  it("V17: describes itself and anything else in one line", () => {
    const cause = Object.assign(new Error("inner"), { code: "ECONNREFUSED" });
    const error = new EvermeError({ message: "no answer", requestId: "r-1", cause: new Error("outer", { cause }) });
    expect(error.describe()).toBe("no answer (upstream, ECONNREFUSED, requestId r-1)");
    expect(describeError(error)).toBe(error.describe());
    expect(describeError(cause)).toBe("inner (ECONNREFUSED)");
    expect(describeError(`said ${secret("emk")}`)).toBe("said emk_0123_REDACTED");
    expect(describeError(null)).toBe("");
  });
});

describe("redactError", () => {
  it("V22, V13: tokens, signed addresses and key ids of any error sink", () => {
    const aws = ["AKIA", "ABCDEFGHIJKLMNOP"].join("");
    const url = `https://b/x?X-Amz-Signature=abc123&X-Amz-Credential=${aws}%2Fus&x-amz-security-token=t0k&keep=1`;
    const text = redactError(`PUT ${url} with ${secret("evt")} and ${secret("emk")}`);
    for (const gone of ["abc123", aws, "t0k", secret("evt"), secret("emk")]) expect(text).not.toContain(gone);
    expect(text).toContain("keep=1");
    expect(text).toContain("evt_0123_REDACTED");
    expect(redactError(aws)).toBe("AKIA_REDACTED");
    expect(redactError({ "X-Amz-Signature": "abc123" })).not.toContain("abc123");
    expect(redactError("evt_0123")).toBe("evt_0123");
  });

  it("V22: also inside of an address in an address, of JSON in JSON, and right behind letters", () => {
    const aws = ["ASIA", "ABCDEFGHIJKLMNOP"].join("");
    const signed = `https://s3/x?X-Amz-Signature=abc123&X-Amz-Credential=${aws}/us&X-Amz-Security-Token=t0k`;
    const once = encodeURIComponent(signed);
    for (const text of [
      once,
      encodeURIComponent(once),
      JSON.stringify({ said: JSON.stringify({ "X-Amz-Signature": "abc123", "X-Amz-Security-Token": "t0k" }) }),
      `KEY${aws}`,
      `k=_${aws}`,
      `TOKEN_${secret("evt")}`,
      encodeURIComponent(`Bearer ${secret("emk")}`),
    ])
      for (const gone of ["abc123", aws.slice(4), "t0k", "abcdef0123"])
        expect([text, redactError(text).includes(gone)]).toEqual([text, false]);
  });

  it("V22: an Error gives its message only, nothing gives nothing, and it never throws", () => {
    expect(redactError(new Error("why"))).toBe("why");
    expect(redactError(null)).toBe("");
    expect(redactError(undefined)).toBe("");
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    expect(redactError(circle)).toBe("[object Object]");
  });
});
