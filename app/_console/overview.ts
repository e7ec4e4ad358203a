/** What the overview reads, for one project or for all. */
import type { Card } from "@/components/overview/cards";
import type { HotMemory } from "@/components/overview/hot-list";
import { viewHref } from "@/components/url";
import type { App } from "@/lib/context";
import type { Session } from "@/lib/contract/evidence";
import type { Memory } from "@/lib/contract/memory";
import type { OperationDetail } from "@/lib/contract/operations";
import type { Health } from "@/lib/contract/system";
import { memoryStats } from "@/lib/health/query";
import { readHealth } from "@/lib/health/service";
import { listMemories, memoryFacets } from "@/lib/memories/query";
import { getOperation, listOperations } from "@/lib/operations/query";
import { pageOfSessions } from "@/lib/sessions/service";
import { halvesOf } from "./halves";
import { previewsOf } from "./previews";

const ROWS = 6;
const HOT = 10;

export interface Overview {
  cards: Card[];
  hot: HotMemory[];
  sessions: Session[];
  memories: Memory[];
  changes: OperationDetail[];
  /** What the memories of the changes say now. */
  previews: ReadonlyMap<number, string>;
  /** Of the memories that are shown, those that are a half of an open pair. */
  halves: ReadonlySet<number>;
  health: Health;
  isEmpty: boolean;
}

export async function readOverview(app: App, project: string | undefined): Promise<Overview> {
  const health = await readHealth(app);
  const scope = project === undefined ? {} : { project };
  const memories = listMemories(app, { ...scope, limit: ROWS }).items;
  const changes = listOperations(app, { limit: ROWS }).items.map((operation) => getOperation(app, operation.id));
  return {
    cards: cardsOf(app, project),
    hot: hotOf(app, project),
    sessions: pageOfSessions(app, { ...scope, limit: ROWS }).items,
    memories,
    halves: halvesOf(app, memories),
    changes,
    previews: previewsOf(app, changes),
    health,
    isEmpty: (health.counts["sessions"] ?? 0) === 0 && (health.counts["memories"] ?? 0) === 0,
  };
}

function cardsOf(app: App, project: string | undefined): Card[] {
  const facets = memoryFacets(app, project === undefined ? {} : { project });
  const tiers = (["pinned", "normal", "reference"] as const).map((tier) => ({
    name: tier,
    count: facets.tier[tier] ?? 0,
    href: viewHref("/memories", project, { tier }),
  }));
  const active = {
    name: "active" as const,
    count: facets.status["active"] ?? 0,
    href: viewHref("/memories", project),
  };
  const waiting = {
    name: "waiting" as const,
    count: facets.review.waiting,
    href: viewHref("/memories", project, { review: "waiting" }),
    needsYou: facets.review.waiting > 0,
  };
  if (project !== undefined) return [active, ...tiers, waiting];
  const never = {
    name: "never" as const,
    count: memoryStats(app.db, app.now()).never_accessed,
    href: viewHref("/memories", project, { sort: "access_count", order: "asc" }),
  };
  return [active, ...tiers, never, waiting];
}

/** By importance × (uses + 1) over everything (E101); in one project by uses. */
function hotOf(app: App, project: string | undefined): HotMemory[] {
  const found =
    project === undefined
      ? memoryStats(app.db, app.now()).top_accessed
      : listMemories(app, { project, sort: "access_count", limit: HOT }).items;
  return found.filter((memory) => memory.access_count > 0);
}
