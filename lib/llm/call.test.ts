import { expect, it } from "vitest";
import { z } from "zod";
import { anthropicAnswer, completion, googleAnswer } from "../testing/fake-llm";
import { PLANTED_KEY, useBench } from "./testing";

const bench = useBench();

it("E67: deepseek gets one user message, 4096 tokens, temperature 0.2, no thinking, JSON-object format", async () => {
  bench.fake.script(completion('{"memories":[]}'));
  const content = "user: 请用 SQLite\n".repeat(3000);
  const { outcome } = await bench.ask({ messages: [{ role: "user", content }], json: true });
  expect(outcome).toEqual({ status: "ok", text: '{"memories":[]}', usage: { inputTokens: 11, outputTokens: 7 } });
  expect(bench.fake.requests).toHaveLength(1);
  const [request] = bench.fake.requests;
  expect(request).toMatchObject({ method: "POST", path: "/v1/chat/completions" });
  expect(request?.headers["authorization"]).toBe(`Bearer ${PLANTED_KEY}`);
  expect(request?.json).toEqual({
    model: "fake-model",
    messages: [{ role: "user", content }],
    max_tokens: 4096,
    temperature: 0.2,
    thinking: { type: "disabled" },
    response_format: { type: "json_object" },
  });
});

it("E67: kimi gets model, message and bound, nothing else", async () => {
  bench.fake.script(completion("{}"));
  await bench.ask({ json: true }, { provider: "kimi", model: "kimi-for-coding" });
  expect(bench.fake.requests.map((request) => request.json)).toEqual([
    { model: "kimi-for-coding", messages: [{ role: "user", content: "Answer in JSON." }], max_tokens: 4096 },
  ]);
});

it("gives a temperature that was asked for precedence, and system messages their role", async () => {
  bench.fake.script(completion("yes"));
  await bench.ask({
    messages: [
      { role: "system", content: "Be short." },
      { role: "user", content: "?" },
    ],
    temperature: 0.3,
  });
  expect(bench.fake.requests[0]?.json).toMatchObject({
    temperature: 0.3,
    messages: [
      { role: "system", content: "Be short." },
      { role: "user", content: "?" },
    ],
  });
  expect(bench.fake.requests[0]?.json).not.toHaveProperty("response_format");
});

const CHAT = ["openai", "groq", "deepseek", "moonshot", "kimi", "openai-compatible"] as const;
it.each(CHAT)("talks to %s by chat completions", async (provider) => {
  bench.fake.script(completion("hello"));
  const { outcome } = await bench.ask({}, { provider });
  expect(outcome).toMatchObject({ status: "ok", text: "hello", usage: { inputTokens: 11, outputTokens: 7 } });
  expect(bench.fake.requests[0]).toMatchObject({
    path: "/v1/chat/completions",
    headers: { authorization: `Bearer ${PLANTED_KEY}` },
    json: { model: "fake-model", max_tokens: 4096 },
  });
});

it("talks to anthropic and google in their own ways, with the key in their own headers", async () => {
  bench.fake.script(anthropicAnswer("hello"), googleAnswer("hi"));
  const anthropic = await bench.ask({}, { provider: "anthropic", model: "claude-haiku-4-5" });
  const google = await bench.ask({}, { provider: "google", model: "gemini-2.5-flash" });
  expect([anthropic.outcome, google.outcome]).toEqual([
    { status: "ok", text: "hello", usage: { inputTokens: 11, outputTokens: 7 } },
    { status: "ok", text: "hi", usage: { inputTokens: 11, outputTokens: 7 } },
  ]);
  expect(bench.fake.requests).toMatchObject([
    { path: "/v1/messages", headers: { "x-api-key": PLANTED_KEY }, json: { max_tokens: 4096 } },
    {
      path: "/v1/models/gemini-2.5-flash:generateContent",
      headers: { "x-goog-api-key": PLANTED_KEY },
      json: { generationConfig: { maxOutputTokens: 4096, thinkingConfig: { thinkingBudget: 0 } } },
    },
  ]);
});

it("asks for JSON by schema where the provider can, and hands the text back unchecked", async () => {
  bench.fake.script(completion('{"n":"one"}'), completion("{}"));
  const schema = z.object({ n: z.number() });
  const { outcome } = await bench.ask({ schema }, { provider: "openai", model: "gpt-4o-mini" });
  await bench.ask({ schema });
  expect(outcome).toMatchObject({ status: "ok", text: '{"n":"one"}' });
  expect(bench.fake.requests[0]?.json).toMatchObject({
    response_format: { type: "json_schema", json_schema: { schema: { properties: { n: { type: "number" } } } } },
  });
  expect(bench.fake.requests[1]?.json).toMatchObject({ response_format: { type: "json_object" } });
});

it("estimates the tokens that a provider does not report, or reports as none", async () => {
  bench.fake.script(completion("12345", null), completion("12345", { input: 0, output: 0 }));
  const messages = [{ role: "user" as const, content: "123456789" }];
  for (const { outcome } of [await bench.ask({ messages }), await bench.ask({ messages })]) {
    expect(outcome).toMatchObject({ status: "ok", usage: { inputTokens: 3, outputTokens: 2 } });
  }
});

it("E65: an answer that is no answer is malformed, and asked for once only", async () => {
  const bodies = ["not json", "[]", '{"choices":[]}', '{"choices":[{"message":{"role":"assistant"}}]}', ""];
  bench.fake.script(...bodies.map((body) => ({ body })), completion("   "), completion('{"a":', undefined, "length"));
  for (let asked = 1; asked <= bodies.length + 2; asked += 1) {
    const { outcome, charged } = await bench.ask({ json: true });
    expect(outcome).toEqual({ status: "error", reason: "malformed", attempts: 1 });
    expect(charged).toBe(1);
    expect(bench.fake.requests).toHaveLength(asked);
  }
});

it("takes a plain text that was cut off, since there is something in it", async () => {
  bench.fake.script(completion("half a sen", undefined, "length"));
  expect((await bench.ask()).outcome).toMatchObject({ status: "ok", text: "half a sen" });
});

it("rejects a request without a message and sends nothing", async () => {
  await expect(bench.ask({ messages: [] })).rejects.toThrow();
  expect(bench.fake.connections()).toBe(0);
});
