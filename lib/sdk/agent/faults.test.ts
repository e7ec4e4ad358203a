/** Every fault of a line and of a gateway, through every call of the SDK: one error of the right kind, and no write twice. */
import { describe, expect, it } from "vitest";
import type { Client } from "./client";
import { EvermeError, type EvermeErrorType } from "./errors";
import { savePersonalMemory } from "./personal";
import { saveAgentMemory } from "./save";
import { getContext, searchMemory } from "./search";
import { type Answer, envelope, startGateway, TOKEN } from "./testing";

const text =
  (http: number, body: string, headers: Record<string, string> = {}): Answer =>
  (_seen, response) => {
    response.writeHead(http, headers);
    response.end(body);
  };

const FAULTS: [name: string, answer: Answer, type: EvermeErrorType, code: number][] = [
  ["a closed socket", (_seen, response) => response.destroy(), "upstream", 0],
  [
    "a socket closed in the body",
    (_seen, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"status":0', () => response.destroy());
    },
    "upstream",
    0,
  ],
  ["stalled headers", () => undefined, "timeout", 0],
  [
    "a stalled body",
    (_seen, response) => {
      response.writeHead(200);
      response.write('{"status":0,');
    },
    "timeout",
    0,
  ],
  ["401 without JSON", text(401, "<html>no</html>"), "auth", 0],
  ["403 without JSON", text(403, ""), "auth", 0],
  ["502 without JSON", text(502, "Bad Gateway"), "upstream", 0],
  ["200 with status 30201", envelope(null, { status: 30201, error: "bad key" }), "auth", 30201],
  ["401 with JSON without status", text(401, '{"error":"no"}'), "upstream", 0],
  ["a redirect", text(302, "", { location: "http://127.0.0.1:9/api/v1/mem/x" }), "upstream", 0],
  ["half a JSON", text(200, '{"status":0,"result":{'), "upstream", 0],
];

const messages = [{ role: "user", content: "question" }];
const CALLS: [name: string, call: (client: Client) => Promise<unknown>][] = [
  ["saveAgentMemory", (client) => saveAgentMemory(client, { conversationId: "s", messages })],
  ["savePersonalMemory", (client) => savePersonalMemory(client, { conversationId: "s", messages })],
  ["searchMemory", (client) => searchMemory(client, { query: "login" })],
  ["getContext", (client) => getContext(client)],
];

describe("V10, V14, V20, V21, V48: faults", () => {
  for (const [fault, answer, type, code] of FAULTS) {
    it(`V20, V48: ${fault}: one request, one error`, async () => {
      for (const [name, call] of CALLS) {
        const gateway = await startGateway(answer);
        // Only what stalls is to be waited for in vain.
        const timeoutMs = type === "timeout" ? 150 : 60_000;
        const error: unknown = await call(gateway.client({ timeoutMs })).catch((thrown: unknown) => thrown);
        expect([name, error instanceof EvermeError]).toEqual([name, true]);
        expect(error).toMatchObject({ type, code });
        expect((error as EvermeError).describe()).not.toContain(TOKEN);
        expect((error as EvermeError).requestId).toBeTruthy();
        expect([name, gateway.seen.length]).toEqual([name, 1]);
      }
    });
  }

  it("V10: HTTP 500 with status 0 is a success of every call", async () => {
    for (const [, call] of CALLS) {
      const gateway = await startGateway(envelope({ messageCount: 1, items: [] }, { http: 500 }));
      expect(await call(gateway.client())).toMatchObject({ requestId: "req-1" });
    }
  });

  it("V48: a fault in the middle of an upload leaves what came before it, and nothing comes after it", async () => {
    const gateway = await startGateway((seen, response, count) =>
      (count === 2 ? FAULTS[0]?.[1] : envelope({ messageCount: 500 }))?.(seen, response, count),
    );
    const many = Array.from({ length: 1500 }, (_, at) => ({ role: "user", content: `q ${at}` }));
    const lines: string[] = [];
    const upload = saveAgentMemory(gateway.client(), {
      conversationId: "s",
      messages: many,
      log: (line) => lines.push(line),
    });
    await expect(upload).rejects.toBeInstanceOf(EvermeError);
    expect(gateway.seen).toHaveLength(2);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("q 0");
  });
});
