/** The gateway's address: `/api/v1` exactly once, however the base was written (V1). Pure. */

const PREFIX = "/api/v1";

/** Without a slash at its end. Throws `TypeError` for what is no http(s) address. */
export function gatewayUrl(base: string): string {
  let url: URL;
  try {
    url = new URL(base.trim());
  } catch (cause) {
    throw new TypeError("The gateway's base must be a URL such as http://127.0.0.1:37777", { cause });
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new TypeError("The gateway's base must be an http(s) URL without user name and password");
  }
  const path = url.pathname.replace(/\/+$/, "");
  const root = path.endsWith(PREFIX) ? path.slice(0, -PREFIX.length).replace(/\/+$/, "") : path;
  return `${url.origin}${root}${PREFIX}`;
}

/** `?a=1&b=2&b=3`, or "": null, undefined and "" are dropped, arrays repeat their name (V19). */
export function queryOf(params: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one !== null && one !== undefined && one !== "") query.append(name, String(one));
    }
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
