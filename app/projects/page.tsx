/** Projects: every code base that agents worked in, how it was recognised, and what happens there. */
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { z } from "zod";
import { LivePill } from "@/components/live/live-pill";
import { ProjectRow } from "@/components/projects/project-row";
import { RetryProblem } from "@/components/states/retry-problem";
import { EmptyState, NoMatch } from "@/components/states/states";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { SearchBox } from "@/components/ui/search-box";
import type { Project } from "@/lib/contract/project";
import { allProjects } from "@/lib/projects/service";
import { load } from "../_console/load";
import { parseParams } from "../_console/params";

const MAX_QUERY = 200;
const Query = z.object({ q: z.string().max(MAX_QUERY).optional() });

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("projects"))("title") };
}

export default async function ProjectsPage({ searchParams }: PageProps<"/projects">) {
  const { q = "" } = parseParams(Query, await searchParams);
  const t = await getTranslations("projects");
  const format = await getFormatter();
  const result = await load((app) => allProjects(app).items);
  return (
    <View>
      <PageHeader
        title={t("title")}
        {...(result.ok ? { count: format.number(result.data.length) } : {})}
        search={
          <SearchBox
            label={t("search")}
            placeholder={t("searchHint")}
            scope={t("scope")}
            maxLength={MAX_QUERY}
            resets={[]}
          />
        }
      >
        <LivePill topic="all" />
      </PageHeader>
      {result.ok ? <Projects projects={result.data} query={q} /> : <RetryProblem {...result.error} />}
    </View>
  );
}

function Projects({ projects, query }: { projects: Project[]; query: string }) {
  const t = useTranslations("projects");
  const wanted = query.trim().toLowerCase();
  const shown = projects.filter(({ name, key, aliases, roots }) =>
    [name, key, ...aliases, ...roots].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <ScrollArea label={t("title")}>
      {projects.length === 0 && <EmptyState title={t("emptyTitle")} text={t("emptyText")} />}
      {projects.length > 0 && shown.length === 0 && <NoMatch text={t("noMatch", { query })} />}
      {shown.length > 0 && (
        <>
          <div
            aria-hidden
            className="sticky top-0 z-10 hidden border-b bg-bg px-4 py-1.5 text-meta text-muted md:grid md:grid-cols-[minmax(0,1fr)_150px_repeat(3,88px)_80px] md:gap-x-4"
          >
            <span>{t("columns.name")}</span>
            <span>{t("columns.mode")}</span>
            <span className="text-right">{t("columns.memories")}</span>
            <span className="text-right">{t("columns.sessions")}</span>
            <span className="text-right">{t("columns.observations")}</span>
            <span className="text-right">{t("columns.activity")}</span>
          </div>
          <ul>
            {shown.map((project) => (
              <li key={project.id}>
                <ProjectRow project={project} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ScrollArea>
  );
}
