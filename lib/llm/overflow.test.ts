import { expect, it } from "vitest";
import { isContextOverflow } from "./overflow";

const TOO_LONG = [
  "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens.",
  '{"error":{"code":"context_length_exceeded","message":"Please reduce the length of the messages or completion."}}',
  "prompt is too long: 210000 tokens > 200000 maximum",
  "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
  "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
  "Invalid request: Your request exceeded model token limit: 8192",
  "the request exceeds the available CONTEXT SIZE, try increasing it",
  "Input is too long for requested model.",
  "Too many input tokens",
];
const OTHER = [
  "Invalid value for max_tokens: must be at most 8192",
  "Unknown model",
  "The messages field is required",
  "Insufficient balance",
  "tokens must be positive",
  "",
];

it.each(TOO_LONG)("E72: reads an overflow in: %s", (body) => {
  expect(isContextOverflow(400, body)).toBe(true);
  expect(isContextOverflow(422, body)).toBe(true);
});

it.each(TOO_LONG)("E72: no other status is an overflow: %s", (body) => {
  for (const status of [200, 401, 403, 404, 413, 429, 500, 503]) expect(isContextOverflow(status, body)).toBe(false);
});

it.each(OTHER)("E72: reads no overflow in: %s", (body) => {
  expect(isContextOverflow(400, body)).toBe(false);
});
