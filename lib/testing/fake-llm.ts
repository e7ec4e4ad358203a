/** A language model's HTTP server for tests: answers by script, remembers every request. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** As it arrived. */
  body: string;
  /** The body as JSON, or null. */
  json: Record<string, unknown> | null;
}

/** `hold…`: promises that the server waits for, so that tests decide when a slow answer goes on. */
export interface FakeAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Instead of `body`, e.g. one that is packed. */
  raw?: Uint8Array;
  /** Before the head of the answer is sent. */
  hold?: Promise<void>;
  /** After the first half of the body is sent. */
  holdBody?: Promise<void>;
  /** `at once`: the connection breaks without an answer; `in body`: after half of it. */
  drop?: "at once" | "in body";
}

export interface FakeLlm {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** What `base_url` is set to: `<origin>/v1`. */
  baseUrl: string;
  requests: FakeRequest[];
  /** TCP connections since the start. */
  connections(): number;
  /** Adds answers, given in order; a request beyond them is answered 500 `unscripted`. */
  script(...answers: (FakeAnswer | ((request: FakeRequest) => FakeAnswer))[]): void;
  /** Resolves once `count` requests have arrived in whole. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startFakeLlm(): Promise<FakeLlm> {
  const requests: FakeRequest[] = [];
  const scripted: (FakeAnswer | ((request: FakeRequest) => FakeAnswer))[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let connections = 0;

  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(message);
    requests.push(request);
    const next = scripted.shift() ?? failure(500, "unscripted");
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
    await send(response, typeof next === "function" ? next(request) : next);
  };
  const server = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests,
    connections: () => connections,
    script: (...answers) => void scripted.push(...answers),
    received: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(message: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("utf8");
  return {
    method: message.method ?? "",
    path: message.url ?? "",
    headers: message.headers,
    body,
    json: body.startsWith("{") ? (JSON.parse(body) as Record<string, unknown>) : null,
  };
}

async function send(response: ServerResponse, answer: FakeAnswer): Promise<void> {
  await answer.hold;
  if (answer.drop === "at once") return void response.socket?.destroy();
  const body = Buffer.from(answer.raw ?? answer.body ?? "");
  response.writeHead(answer.status ?? 200, {
    "content-type": "application/json",
    "content-length": String(body.byteLength),
    ...answer.headers,
  });
  if (answer.drop === undefined && answer.holdBody === undefined) return void response.end(body);
  const half = Math.floor(body.byteLength / 2);
  await new Promise<void>((resolve) => response.write(body.subarray(0, half), () => resolve()));
  if (answer.drop === "in body") return void response.socket?.destroy();
  await answer.holdBody;
  response.end(body.subarray(half));
}

const reply = (status: number, body: unknown, headers?: Record<string, string>): FakeAnswer => ({
  status,
  body: JSON.stringify(body),
  ...(headers === undefined ? {} : { headers }),
});

type Usage = { input: number; output: number } | null;

/** An answer of the chat completions shape (openai, deepseek, kimi, moonshot, groq, openai-compatible); usage null = none reported. */
export const completion = (text: string, usage: Usage = { input: 11, output: 7 }, finish = "stop"): FakeAnswer =>
  reply(200, {
    id: "fake",
    object: "chat.completion",
    created: 1_780_000_000,
    model: "fake-model",
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: finish }],
    ...(usage === null ? {} : { usage: { prompt_tokens: usage.input, completion_tokens: usage.output } }),
  });

/** The same as Anthropic says it. */
export const anthropicAnswer = (text: string, usage = { input: 11, output: 7 }): FakeAnswer =>
  reply(200, {
    type: "message",
    id: "fake",
    role: "assistant",
    model: "fake-model",
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  });

/** The same as Google says it. */
export const googleAnswer = (text: string, usage = { input: 11, output: 7 }): FakeAnswer =>
  reply(200, {
    candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP", index: 0 }],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    },
  });

/** A failure with a JSON error body, e.g. `failure(429, "slow down", { "retry-after": "3" })`. */
export const failure = (status: number, message = "fake failure", headers?: Record<string, string>): FakeAnswer =>
  reply(status, { error: { message, type: "fake_error", code: null } }, headers);

/** `to`: a whole address or a path. */
export const redirect = (to: string, status = 307): FakeAnswer => ({ status, headers: { location: to } });

/** The body of a good answer, of at least so many bytes. */
export const oversized = (bytes: number): FakeAnswer => completion("x".repeat(bytes));
