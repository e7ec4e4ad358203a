/** The few moves that the handed cases are made of, over HTTP on the built server. */
import type { SearchHit, SearchQuery } from "../../lib/contract/search";
import { filesHolding } from "../../lib/testing/scan-home";
import type { Server } from "./server";
import { until } from "./server";

let serial = 0;

/** Stores a memory by the API; answers its id. */
export async function addMemory(server: Server, text: string, project?: string): Promise<number> {
  serial += 1;
  const added = await server.client.memories.create({
    key: `case:words:fact:note_${serial}`,
    value: text,
    // Else the key's first part would name a project of its own.
    project: project ?? null,
  });
  return added.id;
}

export async function findMemories(
  server: Server,
  query: string,
  more: Partial<SearchQuery> = {},
): Promise<SearchHit[]> {
  const answer = await server.client.search({ query, type: "memories", mode: "fts", limit: 50, ...more });
  return answer.memories;
}

export const idsOf = (hits: SearchHit[]): number[] => hits.map((hit) => hit.id);

/** Posts a native Claude Code hook body; answers the status. */
export async function hook(server: Server, body: Record<string, unknown> | string): Promise<Response> {
  return fetch(`${server.url}/api/hooks/claude-code`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify({ session_id: "s-1", cwd: "/w/app", ...body }),
  });
}

/** A finished tool use with this response. */
export const toolHook = (server: Server, response: unknown, more: Record<string, unknown> = {}): Promise<Response> =>
  hook(server, {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "make test" },
    tool_response: response,
    ...more,
  });

export const promptHook = (server: Server, prompt: unknown, more: Record<string, unknown> = {}): Promise<Response> =>
  hook(server, { hook_event_name: "UserPromptSubmit", prompt, ...more });

export async function findEvents(server: Server, query: string): Promise<SearchHit[]> {
  return (await server.client.search({ query, type: "events", mode: "fts", format: "full", limit: 50 })).events;
}

/** Waits until no job is due, so that derived rows and vectors are there. */
export async function settled(server: Server, withinMs = 60_000): Promise<void> {
  await until(async () => {
    const { jobs } = await server.client.health();
    return jobs.running === 0 && jobs.due === 0 ? true : undefined;
  }, withinMs);
}

/** Files of the data folder that hold one of the texts. */
export const leaks = (server: Server, ...texts: string[]): string[] => filesHolding(server.home, ...texts);
