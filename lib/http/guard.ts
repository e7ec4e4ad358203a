/** Who may speak to this server: predicates over raw headers, against DNS rebinding and cross-site requests (design §6). Pure. */

export interface GuardConfig {
  /** What the server listens on; unless it is a wildcard, requests may carry it. */
  host: string;
  /** Further host names, lower case, with or without a port. */
  allowedHosts: string[];
}

export interface GuardRequest {
  method: string;
  host: string | null;
  origin: string | null;
  secFetchSite: string | null;
  secFetchMode: string | null;
}

interface HostPort {
  name: string;
  /** null = the scheme's own. */
  port: number | null;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** null = may pass; else the sentence that says why not. */
export function refusal(request: GuardRequest, config: GuardConfig): string | null {
  const host = request.host === null ? null : parseHost(request.host);
  if (host === null || !isAnsweredTo(host, config)) return "This server does not answer to that host name.";
  if (request.origin !== null && !isOwnOrigin(request.origin, host, config)) {
    return "Requests from other sites are refused.";
  }
  if (request.secFetchSite?.toLowerCase() === "cross-site") {
    const isLink = SAFE_METHODS.has(request.method.toUpperCase()) && request.secFetchMode?.toLowerCase() === "navigate";
    if (!isLink) return "Requests from other sites are refused.";
  }
  return null;
}

/** `name`, `name:port`, `[::1]`, `[::1]:port`; null for everything else. */
export function parseHost(text: string): HostPort | null {
  const match = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?)(?::(\d{1,5}))?$/i.exec(text);
  const name = match?.[1]?.toLowerCase();
  if (name === undefined) return null;
  const port = match?.[2] === undefined ? null : Number(match[2]);
  return port !== null && port > 65_535 ? null : { name, port };
}

const isLoopback = (name: string): boolean => LOOPBACK.has(name.toLowerCase());

/** As an operator writes it: an IPv6 address may lack its brackets. */
const parseConfigured = (text: string): HostPort | null => parseHost(text) ?? parseHost(`[${text}]`);

/** `0.0.0.0`, `::` and their other spellings: an address to listen on, none to be called by. */
const isWildcard = (listenHost: string): boolean => /^[[\]0.:]+$/.test(listenHost);

function isAnsweredTo(host: HostPort, config: GuardConfig): boolean {
  if (isLoopback(host.name) || isAllowed(host, config)) return true;
  return !isWildcard(config.host) && parseConfigured(config.host)?.name === host.name;
}

function isAllowed(host: HostPort, config: GuardConfig): boolean {
  return config.allowedHosts.some((allowed) => {
    const entry = parseConfigured(allowed);
    return entry !== null && entry.name === host.name && (entry.port === null || entry.port === host.port);
  });
}

/**
 * The page was loaded from here: same host and port, any loopback name for another. `null` (sandboxed frames, files)
 * never is. A configured host is trusted whatever the port, since a reverse proxy may have changed it.
 */
function isOwnOrigin(origin: string, host: HostPort, config: GuardConfig): boolean {
  const match = /^(https?):\/\/([^/?#@]+)$/i.exec(origin.trim());
  const from = match?.[2] === undefined ? null : parseHost(match[2]);
  if (from === null) return false;
  const ownPort = match?.[1]?.toLowerCase() === "https" ? 443 : 80;
  const samePort = (from.port ?? ownPort) === (host.port ?? ownPort);
  const sameName = from.name === host.name || (isLoopback(from.name) && isLoopback(host.name));
  if (sameName && samePort) return true;
  return !isLoopback(from.name) && isAllowed(from, config);
}

/** False when percent escapes do not spell UTF-8: no route could read such a path. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Anything but loopback asks for the token, and so does a server that was told to. */
export const needsToken = (listenHost: string, requireToken: boolean): boolean =>
  requireToken || !isLoopback(listenHost.includes(":") && !listenHost.startsWith("[") ? `[${listenHost}]` : listenHost);
