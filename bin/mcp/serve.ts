/**
 * The MCP server on stdin and stdout: answers a handshake and lists tools by itself, at once, and hands everything else to the
 * running Keepsake server, which owns the store (E51–E53).
 */
import { MCP_NAMES, type McpProfile } from "../../lib/contract/mcp-names";
import {
  createLines,
  errorOf,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  isRpcError,
  METHOD_NOT_FOUND,
  readLine,
  resultOf,
  type RpcId,
  RpcError,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from "./rpc";

/** Of a client that names none (E52). */
const OLDEST_PROTOCOL = "2024-11-05";
const PROTOCOL = /^\d{4}-\d{2}-\d{2}$/;

export interface Client {
  info: { name: string; version: string };
  /** It can say in which folders it works. */
  hasRoots: boolean;
}

/** The way to the Keepsake server. Every method throws {@link RpcError} for what the server refuses. */
export interface Upstream {
  /** Begins to look for the server, in the background. */
  begin(client: Client): void;
  /** Throws `RpcError` when the server is not there in time, or says no. */
  request(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
  notify(method: string): void;
  close(): Promise<void>;
}

export interface Host {
  /** Sends one message. */
  write(message: object): void;
  profile: McpProfile;
  version: string;
  /** `tools/list` of the profile; throws where the profile is not there. Loaded when it is first asked for. */
  tools(): Promise<{ name: string }[]>;
  upstream(roots: () => Promise<{ uri: string }[]>): Upstream;
}

/** What the server answers; the rest is ours. */
const FORWARDED = new Set(["resources/list", "resources/templates/list", "resources/read", "completion/complete"]);

export interface Session {
  /** A piece of what the host says. */
  take(piece: string): void;
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function createSession(host: Host): Session {
  const lines = createLines();
  const running = new Map<RpcId, AbortController>();
  const work = new Set<Promise<void>>();
  const asked = new Map<RpcId, (response: RpcResponse) => void>();
  let lastAsked = 0;

  const upstream = host.upstream(async () => {
    const { result } = await ask("roots/list");
    const { roots } = (result ?? {}) as { roots?: unknown };
    return Array.isArray(roots) ? (roots as { uri: string }[]) : [];
  });
  const ask = (method: string): Promise<RpcResponse> =>
    new Promise((resolve) => {
      const id = `keepsake-${++lastAsked}`;
      asked.set(id, resolve);
      host.write({ jsonrpc: "2.0", id, method });
    });

  const answer = async (message: RpcMessage): Promise<object | null> => {
    switch (message.kind) {
      case "invalid":
        return errorOf(message.id, message.code, message.message);
      case "response":
        asked.get(message.response.id)?.(message.response);
        asked.delete(message.response.id);
        return null;
      case "notification":
        hear(message.notification);
        return null;
      case "request":
        return answerRequest(message.request);
    }
  };

  const hear = ({ method, params }: RpcNotification): void => {
    if (method === "notifications/cancelled") {
      const id = params["requestId"];
      if (typeof id === "string" || typeof id === "number") running.get(id)?.abort();
    } else if (method === "notifications/roots/list_changed") upstream.notify(method);
  };

  const answerRequest = async (request: RpcRequest): Promise<object | null> => {
    const stop = new AbortController();
    running.set(request.id, stop);
    try {
      const result = await handle(request, stop.signal);
      // What was cancelled is not answered any more.
      return stop.signal.aborted ? null : resultOf(request.id, result);
    } catch (error) {
      if (stop.signal.aborted) return null;
      if (isRpcError(error)) return errorOf(request.id, error.code, error.message);
      console.error(error);
      return errorOf(request.id, INTERNAL_ERROR, "Something went wrong on our side; stderr has the details.");
    } finally {
      running.delete(request.id);
    }
  };

  const handle = async ({ method, params }: RpcRequest, signal: AbortSignal): Promise<unknown> => {
    if (method === "initialize") return initialize(params);
    if (method === "ping") return {};
    if (method === "tools/list") return { tools: await host.tools() };
    if (method === "tools/call") return callTool(params, signal);
    if (FORWARDED.has(method)) return upstream.request(method, params, signal);
    throw new RpcError(METHOD_NOT_FOUND, "Method not found.");
  };

  const initialize = (params: Record<string, unknown>): object => {
    upstream.begin(clientOf(params));
    const asks = params["protocolVersion"];
    const { serverName, instructions } = MCP_NAMES[host.profile];
    return {
      protocolVersion: typeof asks === "string" && PROTOCOL.test(asks) ? asks : OLDEST_PROTOCOL,
      capabilities: { tools: {}, resources: {}, completions: {} },
      serverInfo: { name: serverName, version: host.version },
      instructions,
    };
  };

  const callTool = async (params: Record<string, unknown>, signal: AbortSignal): Promise<unknown> => {
    const name = params["name"];
    if (typeof name !== "string") throw new RpcError(INVALID_PARAMS, "name is missing.");
    // Nobody waits for the server to be told that there is no such tool (E53).
    const tools = await host.tools();
    if (!tools.some((tool) => tool.name === name)) {
      return failed({
        error: `There is no tool ${name.slice(0, 100)}.`,
        code: "not_found",
        hint: "tools/list names those that there are.",
      });
    }
    try {
      return await upstream.request("tools/call", params, signal);
    } catch (error) {
      // A defect is the protocol's business; that the server is away or says no, the agent's (E52).
      if (!isRpcError(error) || error.code === INTERNAL_ERROR) throw error;
      return failed({ error: error.message });
    }
  };

  const takeLine = async (line: string | null): Promise<void> => {
    const read = readLine(line);
    if (read === null) return;
    const answers = (await Promise.all(read.messages.map(answer))).filter((one) => one !== null);
    if (read.isBatch ? answers.length > 0 : answers[0] !== undefined)
      host.write(read.isBatch ? answers : (answers[0] ?? {}));
  };

  return {
    take(piece) {
      for (const line of lines(piece)) {
        const done: Promise<void> = takeLine(line).finally(() => work.delete(done));
        work.add(done);
      }
    },
    async settled() {
      while (work.size > 0) await Promise.allSettled([...work]);
    },
    close: () => upstream.close(),
  };
}

const failed = (body: object) => ({ content: [{ type: "text", text: JSON.stringify(body) }], isError: true });

function clientOf({ clientInfo, capabilities }: Record<string, unknown>): Client {
  const { name, version } = (typeof clientInfo === "object" && clientInfo !== null ? clientInfo : {}) as Record<
    string,
    unknown
  >;
  const text = (value: unknown, otherwise: string): string =>
    typeof value === "string" && value !== "" ? value.slice(0, 200) : otherwise;
  const can = (typeof capabilities === "object" && capabilities !== null ? capabilities : {}) as Record<
    string,
    unknown
  >;
  return {
    info: { name: text(name, "mcp"), version: text(version, "0") },
    hasRoots: typeof can["roots"] === "object" && can["roots"] !== null,
  };
}
