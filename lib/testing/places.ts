/** Test helper: a project and a session for rows to belong to. Ids are the store's. */
import type { App } from "../context";
import { projectAliases, projects } from "../db/schema/projects";
import { sessions } from "../db/schema/sessions";
import { write } from "../db/write";
import { foldName } from "../projects/identify";

/** A project with its name as alias. */
export function addProject(app: App, name: string, given: Partial<typeof projects.$inferInsert> = {}): number {
  const now = app.now();
  const row = { key: `name:${name}`, name, kind: "name" as const, createdAt: now, lastActivityAt: now, ...given };
  return write(app, (tx) => {
    const { id } = tx.insert(projects).values(row).returning({ id: projects.id }).get();
    tx.insert(projectAliases)
      .values({ projectId: id, alias: foldName(name), kind: "name", createdAt: now })
      .run();
    return id;
  });
}

export function addSession(app: App, projectId: number, given: Partial<typeof sessions.$inferInsert> = {}): number {
  const now = app.now();
  const row = { host: "api", hostSessionId: app.newId("host"), projectId, startedAt: now, lastEventAt: now, ...given };
  return write(app, (tx) => tx.insert(sessions).values(row).returning({ id: sessions.id }).get().id);
}
