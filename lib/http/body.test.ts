import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { AppError } from "../contract/errors";
import { readJson } from "./body";

const post = (body: BodyInit, headers: Record<string, string> = {}): Request =>
  new Request("http://127.0.0.1/api/x", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });

it("reads JSON behind a byte order mark, as some shells send it", async () => {
  expect(await readJson(post('\uFEFF{"a":1}'))).toEqual({ a: 1 });
});

it("says that it reads no compressed bodies, instead of calling them broken", async () => {
  const error = await readJson(post(gzipSync("{}"), { "content-encoding": "gzip" })).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).code).toBe("unsupported_media_type");
  expect(await readJson(post("{}", { "content-encoding": "identity" }))).toEqual({});
});
