/** Which hosts anything came from, and when last. */
import { desc, max, ne, count } from "drizzle-orm";
import type { App } from "../context";
import { sessions } from "../db/schema";

export interface SeenHost {
  host: string;
  sessions: number;
  /** Milliseconds UTC. */
  lastEventAt: number;
}

const MAX_HOSTS = 50;

/** The one that was heard last comes first; forgotten sessions do not count. */
export const seenHosts = (app: App): SeenHost[] =>
  app.db
    .select({ host: sessions.host, sessions: count(), lastEventAt: max(sessions.lastEventAt) })
    .from(sessions)
    .where(ne(sessions.status, "deleted"))
    .groupBy(sessions.host)
    .orderBy(desc(max(sessions.lastEventAt)))
    .limit(MAX_HOSTS)
    .all()
    .map((row) => ({ ...row, lastEventAt: row.lastEventAt ?? 0 }));
