/** Our MCP server as the agents' files name it. */
import { isOurLaunch, mcpLaunch, SERVER_NAME } from "./marks";
import { serverPart } from "./json-parts";
import type { Part } from "./part";
import type { Path } from "./json-text";
import type { Place } from "./place";

/** `{ command, args, env }` under a name; `first` = fields that an agent wants before them. */
export function stdioServer(place: Place, path: Path, first: Record<string, unknown> = {}): Part {
  return serverPart({
    path,
    name: SERVER_NAME,
    entry: { ...first, ...stdioEntry(place) },
    isOurs: isOurStdio,
  });
}

export function stdioEntry(place: Place): Record<string, unknown> {
  const { command, args, env } = mcpLaunch(place);
  return { command, args, ...(env === null ? {} : { env }) };
}

export function isOurStdio(entry: Record<string, unknown>): boolean {
  const args: unknown[] = Array.isArray(entry.args) ? entry.args : [];
  return isOurLaunch([entry.command, ...args]);
}
