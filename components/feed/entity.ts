/** Where the rows that operations name (`memories:12`, `settings:disk_max_mb`) are shown. Pure. */

const VIEWS: Record<string, (id: string) => string> = {
  memories: (id) => `/memories/${id}`,
  observations: (id) => `/observation/${id}`,
  sessions: (id) => `/session/${id}`,
  projects: (id) => `/projects/${id}`,
  project_aliases: (id) => `/projects/${id}`,
  project_roots: (id) => `/projects/${id}`,
  settings: (id) => `/settings?q=${encodeURIComponent(id)}`,
};

/** Null for rows without a view of their own, unless the session that shows them is known. */
export function entityHref(entity: string, sessionId: number | null = null): string | null {
  if (sessionId !== null) return `/session/${sessionId}`;
  const at = entity.indexOf(":");
  const [table, id] = [entity.slice(0, at), entity.slice(at + 1)];
  const view = Object.hasOwn(VIEWS, table) ? VIEWS[table] : undefined;
  return at < 1 || id === "" || view === undefined ? null : view(id);
}
