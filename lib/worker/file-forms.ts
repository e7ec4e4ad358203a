/** Whether a stored path is the file that was asked for: as stored, absolute against the project's folder, or by its end. Pure. */

/** A file as it was asked for. */
export interface AskedFile {
  /** In the form of {@link comparable}. */
  text: string;
  isAbsolute: boolean;
  /** Below known folders of projects: what is left of the path there. */
  within: { projectId: number; path: string }[];
}

/** Separators and drive letters compare alike; `./` in front says nothing. */
export function comparable(path: string): string {
  const slashed = path.trim().replaceAll("\\", "/");
  const text = /^[a-z]:\//i.test(slashed) ? slashed.toLowerCase() : slashed;
  return text.startsWith("./") ? text.slice(2) : text;
}

export const isAbsolutePath = (text: string): boolean => /^(?:\/|~\/|[a-z]:\/)/i.test(text);

/** The last segment. */
export const baseName = (text: string): string => text.slice(text.lastIndexOf("/") + 1);

/**
 * Stored paths are relative to the project's folder, or absolute where they lie outside of it. An absolute question means
 * one file: below a known folder only that project's; elsewhere any whose stored path it ends with. A relative one means
 * each path that ends with it.
 */
export function isAsked(asked: AskedFile, stored: string, projectId: number): boolean {
  const path = comparable(stored);
  if (path === asked.text) return true;
  if (!asked.isAbsolute) return path.endsWith(`/${asked.text}`);
  if (isAbsolutePath(path)) return false;
  if (asked.within.length === 0) return asked.text.endsWith(`/${path}`);
  return asked.within.some((place) => place.projectId === projectId && place.path === path);
}
