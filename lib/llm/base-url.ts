/** Where requests may go: https anywhere, plain http on this machine only, since the key goes along. */

export type BaseUrlVerdict = { ok: true; url: string } | { ok: false; reason: string };

/** The base without slash at its end; a whole chat completions address is cut back to its base. */
export function checkBaseUrl(text: string): BaseUrlVerdict {
  if (!URL.canParse(text)) return { ok: false, reason: "is no address" };
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return { ok: false, reason: "is neither https nor http" };
  if (url.username !== "" || url.password !== "") return { ok: false, reason: "carries a user name or password" };
  if (url.search !== "" || url.hash !== "") return { ok: false, reason: "carries a query or a fragment" };
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return { ok: false, reason: "is plain http to another machine, where the key would travel in clear" };
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$/, "");
  return { ok: true, url: `${url.origin}${path}` };
}

/** Host names as `URL` gives them: IPv4 in dotted form, IPv6 in brackets. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname);

export const isLoopbackUrl = (url: string): boolean => isLoopback(new URL(url).hostname);
