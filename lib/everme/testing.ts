/** Test helpers: accounts with keys, and requests to the gateway's route handlers. */
import { createAccount, createToken } from "../accounts/service";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import type { EvermeEnvelope } from "../contract/everme";
import type { RouteHandler } from "../http/route";

export const PERSON: Actor = { kind: "person", name: "console" };

/** An account of that name with its own key and one for each agent. */
export function openAccount(app: App, name: string, agents: string[]) {
  const account = name === "local" ? 1 : createAccount(app, { name }, PERSON).id;
  return {
    account,
    emk: createToken(app, { kind: "emk", account }, PERSON).secret,
    evt: Object.fromEntries(
      agents.map((agentId) => [agentId, createToken(app, { kind: "evt", account, agentId }, PERSON).secret]),
    ),
  };
}

export interface Answer<T> {
  http: number;
  headers: Headers;
  body: EvermeEnvelope;
  result: T;
}

/** Posts JSON (or the text as it is) and reads the envelope. */
export async function call<T = Record<string, never>>(
  POST: RouteHandler,
  key: string | null,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const request = new Request("http://127.0.0.1/api/v1/mem/x", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const response = await POST(request);
  const envelope = (await response.json()) as EvermeEnvelope;
  return { http: response.status, headers: response.headers, body: envelope, result: envelope.result as T };
}

export const user = (content: string, more: object = {}) => ({ role: "user", content, ...more });
export const assistant = (content: string, more: object = {}) => ({ role: "assistant", content, ...more });
export const toolCall = (id: string, name: string, args: object) => ({
  role: "assistant",
  toolCalls: [{ id, type: "function", name, arguments: JSON.stringify(args) }],
});
export const toolResult = (toolCallId: string, content: string) => ({ role: "tool", toolCallId, content });
