/** A gateway of a test's own: a real HTTP server that notes what comes and answers what it is told. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { type Client, type ClientOptions, createClient } from "./client";

export interface Seen {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface Gateway {
  url: string;
  seen: Seen[];
  client(options?: Partial<ClientOptions>): Client;
}

export type Answer = (seen: Seen, response: ServerResponse, count: number) => void;

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

/** Not a real token: its shape only. */
export const TOKEN = ["evt", "a1b2c3d4".repeat(4)].join("_");

export async function startGateway(answer: Answer): Promise<Gateway> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => void take(request, response));
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const one: Seen = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
    };
    seen.push(one);
    answer(one, response, seen.length);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, client: (options = {}) => createClient({ apiBase: url, token: TOKEN, ...options }) };
}

/** An answer in the envelope. */
export function envelope(result: unknown, { http = 200, status = 0, error = "", requestId = "req-1" } = {}): Answer {
  return (_seen, response) => {
    response.writeHead(http, { "content-type": "application/json" });
    response.end(JSON.stringify({ status, error, requestId, result }));
  };
}
