/** A node:http server that finds the route file of each address as Next does: for clients that speak with a whole server. */
import { readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import type { Route } from "./send";

interface Address {
  pattern: RegExp;
  names: string[];
  file: string;
}

export interface AppServer {
  port: number;
  url: string;
  /** Ends open connections, streams too. */
  close(): Promise<void>;
}

/** The routes act on the app that `openTestApp` opened last. Host, origin and token are not checked here. */
export async function serveApp(): Promise<AppServer> {
  const addresses = routeAddresses();
  const server = createServer((request, response) => {
    answer(addresses, request, response).catch((error: unknown) => {
      // A route that does not load is the test's to see, not a connection that broke.
      if (response.headersSent) response.destroy(error as Error);
      else response.writeHead(500, { "content-type": "text/plain" }).end((error as Error).stack);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(addresses: Address[], incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host}`);
  const found = addresses.find(({ pattern }) => pattern.test(url.pathname));
  if (found === undefined) {
    outgoing.writeHead(404, { "content-type": "text/html" }).end("<p>No such page</p>");
    return;
  }
  const values = found.pattern.exec(url.pathname) ?? [];
  const params = Object.fromEntries(
    found.names.map((name, index) => [name, decodeURIComponent(values[index + 1] ?? "")]),
  );
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const method = incoming.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  const request = new Request(url, {
    method,
    headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
  } as RequestInit);
  const route = (await import(pathToFileURL(join(process.cwd(), found.file)).href)) as Route;
  const response = await route[method as keyof Route](request, { params: Promise.resolve(params) });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as never), outgoing).catch(ignoreLeaving(gone.signal));
}

/** A client that leaves ends its stream: that is no failure. */
const ignoreLeaving =
  (gone: AbortSignal) =>
  (error: unknown): void => {
    if (!gone.aborted) throw error;
  };

function routeAddresses(): Address[] {
  const files = readdirSync("app", { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name === "route.ts")
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("[..."));
  const addresses = files.map((file) => {
    const path = file.replace(/^app/, "").replace(/\/route\.ts$/, "");
    const names = [...path.matchAll(/\[(\w+)\]/g)].map((match) => match[1] ?? "");
    const pattern = new RegExp(`^${path.replace(/\./g, "\\.").replace(/\[\w+\]/g, "([^/]+)")}$`);
    return { pattern, names, file };
  });
  // Addresses without a parameter go first, as in Next.
  return addresses.sort((a, b) => a.names.length - b.names.length);
}
