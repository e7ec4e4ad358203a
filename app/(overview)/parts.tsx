/** Parts of the overview: each reads what it shows, so that the quick ones need not wait for the others. */
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { MemoryRow } from "@/components/memories/memory-row";
import { Block } from "@/components/overview/block";
import { BudgetToday } from "@/components/overview/budget";
import { Cards } from "@/components/overview/cards";
import { ChangedBlock } from "@/components/overview/changed";
import { ActivityChart, GrowthChart, InjectedChart, SpendChart, YearMap } from "@/components/overview/charts";
import { HealthLine } from "@/components/overview/health-line";
import { HotList } from "@/components/overview/hot-list";
import { SessionRow } from "@/components/sessions/session-row";
import { RetryProblem } from "@/components/states/retry-problem";
import { Section } from "@/components/ui/page";
import { viewHref } from "@/components/url";
import type { App } from "@/lib/context";
import type { OverviewRange } from "@/lib/contract/overview";
import { readHealth } from "@/lib/health/service";
import { readLlmState } from "@/lib/metering/state";
import {
  overviewBudget,
  overviewCounts,
  overviewDays,
  overviewHot,
  overviewInjected,
  overviewSpend,
  overviewYear,
} from "@/lib/overview/service";
import { load } from "../_console/load";
import { readChanged, readLatestMemories, readLatestSessions, readSince, zoneOfPerson } from "../_console/overview";

interface Scoped {
  project: string | undefined;
}
interface Ranged extends Scoped {
  range: OverviewRange;
}

/** What goes wrong in one part stays in it. */
async function part<T>(read: (app: App) => T | Promise<T>, show: (data: T) => ReactNode): Promise<ReactNode> {
  const result = await load(read);
  return result.ok ? show(result.data) : <RetryProblem {...result.error} />;
}

export async function ChangedPart({ project }: Scoped) {
  const since = await readSince();
  return part(
    (app) => readChanged(app, since.at, project),
    (data) => <ChangedBlock {...data} isFirst={since.isFirst} project={project} />,
  );
}

export const CardsPart = ({ project }: Scoped) =>
  part(
    (app) => overviewCounts(app, project),
    (counts) => <Cards counts={counts} project={project} />,
  );

export const HealthPart = () => part(readHealth, (health) => <HealthLine health={health} />);

export async function YearPart({ project }: Ranged) {
  const zone = await zoneOfPerson();
  return part(
    (app) => overviewYear(app, { project, zone }),
    (year) => <YearMap year={year} project={project} />,
  );
}

export async function GrowthPart({ project, range }: Ranged) {
  const zone = await zoneOfPerson();
  return part(
    (app) => overviewDays(app, { project, zone }, range),
    (days) => <GrowthChart days={days} project={project} />,
  );
}

export async function ActivityPart({ project, range }: Ranged) {
  const zone = await zoneOfPerson();
  return part(
    (app) => overviewDays(app, { project, zone }, range),
    (days) => <ActivityChart days={days} project={project} />,
  );
}

export async function HotPart({ project }: Scoped) {
  const t = await getTranslations("overview");
  return part(
    (app) => overviewHot(app, project),
    (hot) => (
      <Section title={t("hot")} aside={t("hotHint")}>
        {hot.length === 0 ? (
          <p className="rounded-panel border px-4 py-3 text-muted">{t("noHot")}</p>
        ) : (
          <HotList memories={hot} project={project} />
        )}
      </Section>
    ),
  );
}

export async function TokensPart({ project, range }: Ranged) {
  const zone = await zoneOfPerson();
  return part(
    (app) => ({
      injected: overviewInjected(app, { project, zone }, range),
      spend: overviewSpend(app, { project, zone }, range),
      budget: overviewBudget(app),
      llm: readLlmState(app),
    }),
    ({ injected, spend, budget, llm }) => (
      <div className="space-y-4">
        <InjectedChart days={injected} project={project} />
        <BudgetToday llm={llm} />
        {spend.some(({ calls }) => calls > 0) && <SpendChart days={spend} project={project} limit={budget.tokens} />}
      </div>
    ),
  );
}

export async function LatestMemoriesPart({ project }: Scoped) {
  const t = await getTranslations("overview");
  return part(
    (app) => readLatestMemories(app, project),
    ({ memories, halves }) => (
      <Block title={t("recentMemories")} href={viewHref("/memories", project)} empty={t("noMemories")}>
        {memories.map((memory) => (
          <li key={memory.id}>
            <MemoryRow
              memory={memory}
              href={viewHref("/memories", project, { peek: memory.id })}
              isHalf={halves.has(memory.id)}
            />
          </li>
        ))}
      </Block>
    ),
  );
}

export async function LatestSessionsPart({ project }: Scoped) {
  const t = await getTranslations("overview");
  return part(
    (app) => readLatestSessions(app, project),
    (sessions) => (
      <Block title={t("recentSessions")} href={viewHref("/timeline", project)} empty={t("noSessions")}>
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} />
          </li>
        ))}
      </Block>
    ),
  );
}
