/** Follows redirects by hand: within one origin only, so that the key cannot leave for another place (E71). */
import { MAX_REDIRECTS } from "./limits";

export interface Outgoing {
  url: string;
  method: string;
  headers: Headers;
  body: string | null;
}

/** null = a redirect that is not followed. */
export type Followed = Response | null;

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Rejects as `fetch` does; the signal covers all hops. */
export async function fetchSameOrigin(request: Outgoing, signal: AbortSignal): Promise<Followed> {
  const origin = new URL(request.url).origin;
  let current = request;
  for (let hop = 0; ; hop += 1) {
    const response = await fetch(current.url, {
      method: current.method,
      headers: current.headers,
      body: current.body,
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    if (!REDIRECTS.includes(response.status)) return response;
    await response.body?.cancel();
    const target = targetOf(response.headers.get("location"), current.url);
    // Scheme, host and port are one: this also refuses the step from https to http.
    if (hop === MAX_REDIRECTS || target?.origin !== origin || target.username !== "" || target.password !== "") {
      return null;
    }
    current = { ...current, url: target.href, ...(response.status === 303 ? asGet(current) : {}) };
  }
}

function targetOf(location: string | null, base: string): URL | null {
  return location !== null && URL.canParse(location, base) ? new URL(location, base) : null;
}

/** "See other" is asked for without a body; the other redirects repeat the request as it was. */
function asGet({ headers }: Outgoing): Pick<Outgoing, "method" | "headers" | "body"> {
  const rest = new Headers(headers);
  rest.delete("content-type");
  rest.delete("content-length");
  return { method: "GET", headers: rest, body: null };
}
