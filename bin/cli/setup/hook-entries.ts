/** The hook entries that several agents have in the same shape. */
import { type HookLayout, withoutHandlers } from "./json-parts";
import { curlCommand, hookCommand, hookUrl, type HookStyle, isOurCommand, isOurUrl } from "./marks";
import type { Place } from "./place";

/** Seconds until an agent ends a hook; the program ends by itself long before. */
export const HOOK_SECONDS = 10;
/** What a person waits at most while the server is busy, as with our own program. */
const CURL_SECONDS = 1.5;
const HTTP_SECONDS = 2;

export const commandOf = (place: Place, host: string, style: HookStyle | null): string =>
  style === "curl" ? curlCommand(place, host, CURL_SECONDS) : hookCommand(place, host);

/** `{ event: [{ hooks: [{ type, command, timeout }] }] }` for each event. */
export function groupedHooks(
  place: Place,
  host: string,
  events: readonly string[],
  style: HookStyle | null,
  rest: Record<string, unknown> = { timeout: HOOK_SECONDS },
): HookLayout {
  const handler = { type: "command", command: commandOf(place, host, style), ...rest };
  return {
    path: ["hooks"],
    wanted: Object.fromEntries(events.map((event) => [event, { hooks: [handler] }])),
    without: withoutHandlers(isOurHandler),
  };
}

/** Claude Code asks the server itself. It runs no HTTP hook when a session starts, so that one stays a command. */
export function httpHooks(place: Place, host: string, events: readonly string[]): HookLayout {
  const handler = { type: "http", url: hookUrl(place, host), timeout: HTTP_SECONDS };
  const { wanted, ...layout } = groupedHooks(place, host, ["SessionStart"], null);
  const others = events.filter((event) => event !== "SessionStart");
  return {
    ...layout,
    wanted: { ...wanted, ...Object.fromEntries(others.map((event) => [event, { hooks: [handler] }])) },
  };
}

const isOurHandler = (handler: Record<string, unknown>): boolean =>
  isOurCommand(handler.command) || isOurUrl(handler.url);
