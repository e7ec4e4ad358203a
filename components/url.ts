/** Addresses of views. The URL holds every view; the project filter goes along from view to view. Pure. */

export interface ReadableParams {
  get(name: string): string | null;
  toString(): string;
}

export type Changes = Record<string, string | number | null | undefined>;

/** `path` with the parameters of `current`, changed; null, undefined and "" remove one. */
export function hrefWith(path: string, current: ReadableParams | string, changes: Changes): string {
  const params = new URLSearchParams(current.toString());
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === "") params.delete(name);
    else params.set(name, String(value));
  }
  const query = params.toString();
  return query === "" ? path : `${path}?${query}`;
}

/** A view in the project that is chosen now. */
export function viewHref(path: string, project: string | null | undefined, more: Changes = {}): string {
  return hrefWith(path, "", { project, ...more });
}
