/** How our hook program speaks to the server: what it says beside a host's body, and what it prints as it is. */
import type { Delivery, HookAnswer } from "../capture/hook-service";
import type { HookQuery } from "../contract/capture";
import { dataHeaders } from "./respond";

const KEY = /^[\w.:-]{1,200}$/;
const MAX_FOLDER = 4096;

export function deliveryOf(request: Request, query: HookQuery): Delivery {
  const key = request.headers.get("x-keepsake-key") ?? "";
  return {
    event: query.event,
    key: KEY.test(key) ? key : undefined,
    folder: folderOf(request.headers.get("x-keepsake-cwd") ?? ""),
  };
}

/** Percent-encoded, since a header holds no other letters. */
function folderOf(text: string): string | undefined {
  if (text === "" || text.length > 3 * MAX_FOLDER) return undefined;
  try {
    const folder = decodeURIComponent(text);
    return folder.length > MAX_FOLDER ? undefined : folder;
  } catch {
    // Half an escape: then nobody said where it ran.
    return undefined;
  }
}

/** Hosts get their own JSON; a program that asks for plain text gets what it is to print, or 204 where that is nothing. */
export function hookResponse(request: Request, requestId: string, { reply, print }: HookAnswer): object {
  if (request.headers.get("accept") !== "text/plain") return reply;
  const headers = { ...dataHeaders(requestId), "content-type": "text/plain; charset=utf-8" };
  return print === "" ? new Response(null, { status: 204, headers }) : new Response(print, { headers });
}
