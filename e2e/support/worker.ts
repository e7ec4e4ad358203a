/** Requests as the scripts of claude-mem's page send them: plain fetch, JSON in and out. */
import type { Server } from "./server";

export interface Reply {
  status: number;
  type: string;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are compared field by field
  body: any;
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const type = response.headers.get("content-type") ?? "";
  return {
    status: response.status,
    type,
    text,
    body: type.startsWith("application/json") ? (JSON.parse(text) as unknown) : undefined,
  };
}

export const get = async (server: Server, path: string): Promise<Reply> => replyOf(await fetch(`${server.url}${path}`));

/** Without a body there is no content type either (M5). */
export async function send(server: Server, method: string, path: string, body?: unknown): Promise<Reply> {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return replyOf(await fetch(`${server.url}${path}`, { method, ...(body === undefined ? {} : json) }));
}

export const post = (server: Server, path: string, body?: unknown): Promise<Reply> => send(server, "POST", path, body);
