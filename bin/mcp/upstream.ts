/** The connection to the Keepsake server's `/mcp`: made in the background, waited for up to a bound, made again when the server was restarted. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Client as SdkClient } from "@modelcontextprotocol/sdk/client/index.js";
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { AppError } from "../../lib/contract/errors";
import { EVERME_KEY_HEADER } from "../../lib/contract/mcp";
import type { McpProfile } from "../../lib/contract/mcp-names";
import { INTERNAL_ERROR, isRpcError, REFUSED, RpcError } from "./rpc";
import { withTyped } from "../cli/typed";
import type { Client, Upstream } from "./serve";

export interface Address {
  url: string;
  token: string | undefined;
}

export interface UpstreamOptions {
  /** Finds the server, or starts it; throws `AppError` where that is not to be had. */
  find(): Promise<Address>;
  /** Of the session: read when it is opened. */
  place(): { profile: McpProfile; project?: string | undefined; cwd?: string | undefined };
  /** For EverMe's tools of the server at this address; undefined = its local account. */
  evermeKey?(url: string): string | undefined;
  roots(): Promise<{ uri: string }[]>;
  /** Milliseconds that a request waits for the server to be there (E53). */
  waitMs: number;
}

/** Longest that a tool may work, milliseconds. */
const CALL_MS = 5 * 60_000;
/** Ending the session is a courtesy. */
const GOODBYE_MS = 500;
const RETRY_LATER = "Keepsake is still starting. Try again in a minute.";

interface Connected {
  client: SdkClient;
  transport: StreamableHTTPClientTransport;
}

export function createUpstream(options: UpstreamOptions): Upstream {
  let host: Client = { info: { name: "mcp", version: "0" }, hasRoots: false };
  let connecting: Promise<Connected> | null = null;
  let isClosed = false;

  const connect = (): Promise<Connected> => {
    connecting ??= open(options, host).catch((error: unknown) => {
      // The next request tries again.
      connecting = null;
      throw error;
    });
    return connecting;
  };

  const reconnect = async (old: Connected): Promise<Connected> => {
    if ((await connecting?.catch(() => null)) === old) connecting = null;
    await old.client.close().catch(() => undefined);
    return connect();
  };

  const inTime = async (connection: Promise<Connected>, signal: AbortSignal): Promise<Connected> => {
    const late = new AbortController();
    const stop = AbortSignal.any([late.signal, signal]);
    const timeout = sleep(options.waitMs, null, { signal: stop, ref: false }).catch(() => null);
    try {
      const connected = await Promise.race([connection, timeout]);
      if (connected === null) throw new RpcError(REFUSED, RETRY_LATER);
      return connected;
    } catch (error) {
      throw toRpcError(error);
    } finally {
      late.abort();
    }
  };

  const send = async ({ client }: Connected, method: string, params: Record<string, unknown>, signal: AbortSignal) => {
    const { ResultSchema } = await import("@modelcontextprotocol/sdk/types.js");
    return client.request({ method, params }, ResultSchema, { signal, timeout: CALL_MS, maxTotalTimeout: CALL_MS });
  };

  return {
    begin(client) {
      host = client;
      connect().catch((error: unknown) => console.error(`keepsake: ${toRpcError(error).message}`));
    },
    async request(method, params, signal) {
      const connected = await inTime(connect(), signal);
      try {
        return await send(connected, method, params, signal);
      } catch (error) {
        // What was surely not done is done once more: the server was restarted, or has another port.
        if (isClosed || signal.aborted || !wasNotTaken(error)) throw toRpcError(error);
      }
      const again = await inTime(reconnect(connected), signal);
      return send(again, method, params, signal).catch((error: unknown) => {
        throw toRpcError(error);
      });
    },
    notify(method) {
      connecting?.then(({ client }) => client.notification({ method })).catch(() => undefined);
    },
    async close() {
      isClosed = true;
      const connected = await Promise.race([connecting?.catch(() => null) ?? null, sleep(0, null)]);
      if (connected === null) return;
      await Promise.race([connected.transport.terminateSession().catch(() => undefined), sleep(GOODBYE_MS)]);
      await connected.client.close().catch(() => undefined);
    },
  };
}

async function open(options: UpstreamOptions, host: Client): Promise<Connected> {
  const { url, token } = await options.find();
  const [{ Client }, { StreamableHTTPClientTransport }, { ListRootsRequestSchema }] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  const address = new URL("/mcp", url);
  for (const [name, value] of Object.entries(options.place()))
    if (value !== undefined) address.searchParams.set(name, value);
  const client = new Client(host.info, { capabilities: host.hasRoots ? { roots: { listChanged: true } } : {} });
  if (host.hasRoots) client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: await options.roots() }));
  const key = options.evermeKey?.(url);
  const headers: Record<string, string> = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { [EVERME_KEY_HEADER]: key }),
  };
  const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers } });
  await client.connect(transport);
  return { client, transport };
}

/** The server did not take it: it has no such session (any more), or nobody listens there. */
function wasNotTaken(error: unknown): boolean {
  if (codeOf(error) === 404) return true;
  const cause = (error as { cause?: { code?: unknown } } | null)?.cause?.code;
  return cause === "ECONNREFUSED" || (error instanceof Error && /not connected/i.test(error.message));
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** In words for whoever reads the answer; the library's own heads are left out. */
function toRpcError(error: unknown): RpcError {
  if (isRpcError(error)) return error;
  if (error instanceof AppError)
    return new RpcError(REFUSED, withTyped([error.message, error.hint].filter(Boolean).join(" ")));
  const message = error instanceof Error ? error.message : "";
  const refused = refusalIn(message);
  if (refused !== null) return new RpcError(REFUSED, refused);
  const code = codeOf(error);
  if (typeof code === "number" && code < 0) return new RpcError(code, message.replace(/^MCP error -?\d+: /, ""));
  console.error(error);
  return new RpcError(
    code === undefined ? REFUSED : INTERNAL_ERROR,
    "The Keepsake server did not answer. Try again in a moment.",
  );
}

/** What the server said when it refused over HTTP, out of the library's sentence around it. */
function refusalIn(message: string): string | null {
  const start = message.indexOf("{");
  if (start < 0) return null;
  try {
    const body = JSON.parse(message.slice(start)) as { error?: { message?: unknown } };
    return typeof body.error?.message === "string" ? body.error.message : null;
  } catch {
    return null;
  }
}
