/** Test helper: a local server that does what a test says, and a record of what came in. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FaultyServer {
  port: number;
  /** Requests so far, the oldest first. */
  requests: IncomingMessage[];
  /** Connections that are open now. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

/** `answer` gets the number of the request, from 1. */
export async function serveFaults(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
): Promise<FaultyServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Polls until `look` holds; throws after 20 s. */
export async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`nothing within 20 s: ${look.toString().slice(0, 200)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
