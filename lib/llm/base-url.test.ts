import { expect, it } from "vitest";
import { checkBaseUrl } from "./base-url";

it.each([
  ["https://api.deepseek.com", "https://api.deepseek.com"],
  ["https://api.deepseek.com/", "https://api.deepseek.com"],
  ["https://api.kimi.com/coding/v1/chat/completions", "https://api.kimi.com/coding/v1"],
  ["https://api.kimi.com/coding/v1/chat/completions/", "https://api.kimi.com/coding/v1"],
  ["http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1"],
  ["http://127.9.8.7/v1", "http://127.9.8.7/v1"],
  ["http://localhost:11434/v1", "http://localhost:11434/v1"],
  ["http://[::1]:11434/v1", "http://[::1]:11434/v1"],
  // The parser reads these as 127.0.0.1.
  ["http://2130706433/v1", "http://127.0.0.1/v1"],
])("E66: %s may be asked", (text, url) => {
  expect(checkBaseUrl(text)).toEqual({ ok: true, url });
});

it.each([
  "http://api.deepseek.com",
  "http://192.168.1.5:11434/v1",
  "http://127.0.0.1.evil.example/v1",
  "http://localhost.evil.example/v1",
  "http://0.0.0.0:11434/v1",
  "https://user:word@api.deepseek.com",
  "https://api.deepseek.com/?key=1",
  "https://api.deepseek.com/#x",
  "file:///etc/hostname",
  "ftp://127.0.0.1/",
  "nowhere",
  "",
])("E66: %s is refused", (text) => {
  expect(checkBaseUrl(text)).toMatchObject({ ok: false });
});
