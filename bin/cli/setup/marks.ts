/** How our entries look in others' settings, and how they are known again, whatever folder the package lay in when they were written. */
import { join } from "node:path";
import type { Place } from "./place";

/** Stands in each command of ours; the hook program takes it for no more than the name of the data folder. */
export const MARK = "--keepsake";
/** Our name among an agent's MCP servers. */
export const SERVER_NAME = "keepsake";

export const HOOK_STYLES = ["command", "curl", "http"] as const;
/** `command` runs our hook program, `curl` asks the server with one line, `http` lets the agent itself ask it. */
export type HookStyle = (typeof HOOK_STYLES)[number];

/** `node "<package>/dist/hook.cjs" <host> --keepsake`, to be run by the shell of the agent's platform. */
export function hookCommand(place: Place, host: string): string {
  const program = quoted(place, join(place.root, "dist", "hook.cjs"));
  const mark = place.dataHome === null ? MARK : `${MARK}=${quoted(place, place.dataHome)}`;
  return `node ${program} ${host} ${mark}`;
}

/** `node "<package>/bin/codewatch-memory.mjs" --hook`; the data folder is named where it is no usual one. */
export function codewatchCommand(
  place: Pick<Place, "root" | "dataHome" | "platform">,
  mode: "hook" | "recall",
): string {
  const program = quoted(place, join(place.root, "bin", "codewatch-memory.mjs"));
  return `node ${program} --${mode}${place.dataHome === null ? "" : ` ${MARK}=${quoted(place, place.dataHome)}`}`;
}

/** `seconds`: curl gives up after them, as the hook program does by itself. */
export function curlCommand(place: Place, host: string, seconds: number): string {
  const quote = place.platform === "win32" ? '"' : "'";
  const header = (text: string): string => `-H ${quote}${text}${quote}`;
  return [
    `curl -sf -m ${seconds} ${header("content-type: application/json")} ${header("accept: text/plain")}`,
    `--data-binary @- ${hookUrl(place, host)} || exit 0`,
  ].join(" ");
}

export const hookUrl = (place: Place, host: string): string => `${place.url}/api/hooks/${host}`;

const OUR_PROGRAM = /[\\/]hook\.cjs["']?\s+[a-z-]+\s+--keepsake(?:[=\s]|$)/;
const OUR_OTHER_PROGRAM = /[\\/]codewatch-memory\.mjs["']?\s+--(?:hook|recall)(?:\s|$)/;
const OUR_ADDRESS = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?\/api\/hooks\/[a-z-]+(?:\?.*)?$/;

/** By the program's name and mark, or by the server's address, which README had people write by hand too. */
export function isOurCommand(command: unknown): boolean {
  if (typeof command !== "string") return false;
  if (OUR_PROGRAM.test(command) || OUR_OTHER_PROGRAM.test(command)) return true;
  return (
    /^curl\s/.test(command) && command.split(/\s+/).some((word) => OUR_ADDRESS.test(word.replace(/^["']|["']$/g, "")))
  );
}

export const isOurUrl = (url: unknown): boolean => typeof url === "string" && OUR_ADDRESS.test(url);

export interface Launch {
  command: string;
  args: string[];
  env: Record<string, string> | null;
}

/** The MCP server over stdio. Named by its file, since no package of ours can be fetched by name yet. */
export function mcpLaunch(place: Place): Launch {
  return {
    command: "node",
    args: [join(place.root, "bin", "keepsake.mjs"), "mcp"],
    env: place.dataHome === null ? null : { KEEPSAKE_HOME: place.dataHome },
  };
}

/** Whether an MCP server's words (command and arguments) start our program. */
export const isOurLaunch = (words: readonly unknown[]): boolean =>
  words.some((word) => typeof word === "string" && /(?:^|[\\/])(?:keepsake|codewatch-memory)\.mjs$/.test(word));

/** For sh inside double quotes; cmd and PowerShell know no escape there, and their paths hold no quote. */
function quoted(place: Pick<Place, "platform">, path: string): string {
  if (place.platform === "win32") return `"${path}"`;
  return `"${path.replace(/["\\$`]/g, "\\$&")}"`;
}
