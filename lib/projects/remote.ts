/** Git remote addresses: all spellings of one repository become `host/path`. */

const MAX_URL_CHARS = 2048;

/**
 * `host/path` without user, password, port, `.git` and trailing slashes, host in lower case; null when the address is
 * a local path or not understood. Ports go too: the same server answers ssh and https on different ones.
 */
export function normalizeRemote(url: string): string | null {
  const text = url.trim();
  if (text === "" || text.length > MAX_URL_CHARS) return null;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text);
  if (scheme !== null) {
    if (/^file$/i.test(scheme[1] ?? "")) return null;
    return fromParts(text.slice(scheme[0].length));
  }
  // scp form `user@host:path`; a drive letter (`C:\x`) has one letter before its colon, and a local path a slash.
  const colon = text.startsWith("[") ? text.indexOf("]:") + 1 : text.indexOf(":");
  const slash = text.search(/[\\/]/);
  if (colon < 2 || (slash !== -1 && slash < colon)) return null;
  return fromParts(`${text.slice(0, colon)}/${text.slice(colon + 1)}`);
}

function fromParts(rest: string): string | null {
  const slash = rest.indexOf("/");
  if (slash < 1) return null;
  const authority = rest.slice(0, slash);
  const host = authority
    .slice(authority.lastIndexOf("@") + 1)
    .replace(/:\d*$/, "")
    .toLowerCase();
  const path = (rest.slice(slash).split(/[?#]/, 1)[0] ?? "")
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/")
    .replace(/\.git$/i, "");
  if (host === "" || path === "") return null;
  return `${host}/${path}`.normalize("NFC");
}

/** Last segment of a normalised remote: what the repository is called. */
export const remoteName = (remote: string): string => remote.slice(remote.lastIndexOf("/") + 1);
