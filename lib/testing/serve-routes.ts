/** Test helper: route handlers behind a real port, so that programs can be tried without a build. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";

/** `{ "GET /api/health": handler }`; anything else is 404. */
export async function serveRoutes(routes: Record<string, (request: Request) => Promise<Response>>) {
  const server = createServer((incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      const path = new URL(incoming.url ?? "/", "http://127.0.0.1");
      const handler = routes[`${incoming.method} ${path.pathname}`];
      const body = incoming.method === "GET" ? null : (Readable.toWeb(incoming) as unknown as BodyInit);
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const init = { method: incoming.method ?? "GET", headers, body, duplex: "half" };
      const response =
        handler === undefined ? new Response(null, { status: 404 }) : await handler(new Request(path, init));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body === null) outgoing.end();
      else await pipeline(Readable.fromWeb(response.body as unknown as WebStream), outgoing);
    };
    answer().catch((error: unknown) => outgoing.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
