/** Folder paths of any machine, by text alone: POSIX, Windows drives and UNC shares in one normal form. */
import { posix } from "node:path";

export interface NormalPath {
  /** Forward slashes, no dot segments, no trailing slash, NFC; drive letters in upper case. */
  text: string;
  style: "posix" | "windows" | "unc";
  /** `text`, folded where the file system ignores case: equal for two spellings of one folder. */
  key: string;
}

/** Longer ones are no folder anybody works in (Linux refuses them as well). */
const MAX_PATH_CHARS = 4096;
const DRIVE = /^[a-z]:(?=[\\/]|$)/i;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const CONTROL = /[\u0000-\u001f\u007f]/g;

/**
 * The normal form of an absolute path (J05, J10, J14); null for a relative, empty or over-long one.
 * `/w/x/../app/`, `/w//app` and `/w/app ` are one path, as are `D:\Work`, `d:/Work/` and `\\?\D:\Work`.
 */
export function normalizePath(raw: string): NormalPath | null {
  if (raw.length > MAX_PATH_CHARS) return null;
  let text = raw.replace(LONE_SURROGATE, "\uFFFD").replace(CONTROL, "").trim().normalize("NFC");
  if (/^file:\/\//i.test(text)) text = fromFileUrl(text);
  text = text.replace(/^[\\/]{2}\?[\\/]UNC[\\/]/i, "\\\\").replace(/^[\\/]{2}\?[\\/]/, "");
  if (DRIVE.test(text)) {
    const drive = text.slice(0, 2).toUpperCase();
    const rest = posix.normalize(`/${text.slice(2).replaceAll("\\", "/")}`);
    const path = `${drive}${withoutTrailing(rest)}`;
    return { text: path, style: "windows", key: path.toLowerCase() };
  }
  if (text.startsWith("\\\\")) {
    const rest = withoutTrailing(posix.normalize(`/${text.replaceAll("\\", "/").replace(/^\/+/, "")}`));
    if (rest === "/") return null;
    return { text: `/${rest}`, style: "unc", key: `/${rest}`.toLowerCase() };
  }
  if (!text.startsWith("/")) return null;
  const path = withoutTrailing(posix.normalize(text.replace(/^\/+/, "/")));
  return { text: path, style: "posix", key: path };
}

function withoutTrailing(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function fromFileUrl(url: string): string {
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
  } catch {
    // Not a URL after all: what is left is no absolute path and will be refused as one.
    return "";
  }
}

/** True for `/`, `C:` and a bare share: folders that hold everything and so claim nothing (J07). */
export function isTop(path: NormalPath): boolean {
  if (path.style === "unc") return path.text.split("/").length <= 4;
  return path.text === "/" || /^[A-Z]:\/?$/.test(path.text);
}

/** `inner` is `outer` or lies below it. */
export function isAtOrBelow(inner: NormalPath, outer: NormalPath): boolean {
  if (inner.style !== outer.style) return false;
  return inner.key === outer.key || inner.key.startsWith(outer.key.endsWith("/") ? outer.key : `${outer.key}/`);
}

/** Keys of all folders above a path, nearest first, without the top. */
export function ancestorKeys(key: string): string[] {
  const keys: string[] = [];
  for (let cut = key.lastIndexOf("/"); cut > 0 && keys.length < 64; cut = key.lastIndexOf("/", cut - 1)) {
    keys.push(key.slice(0, cut));
  }
  return keys;
}

/** What people call a folder: its last segment; `root` for the top of the file system (J07). */
export function folderName(path: NormalPath): string {
  const name = path.text.slice(path.text.lastIndexOf("/") + 1);
  if (name !== "" && !/^[A-Z]:$/.test(name)) return name;
  return path.style === "windows" ? `root of ${path.text.slice(0, 2)}` : "root";
}
