/** One project: what happens there, how it was recognised, what it holds, its names, and merging, splitting, moving. */
import type { Metadata } from "next";
import Link from "next/link";
import { notFound, redirect } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LiveRefresh } from "@/components/live/live-refresh";
import { PauseSwitches } from "@/components/pauses/pause-switches";
import { MergeDialog } from "@/components/projects/merge-dialog";
import { MoveDialog } from "@/components/projects/move-dialog";
import { Branches } from "@/components/projects/branches";
import { ProjectBudget } from "@/components/projects/budget";
import { ProjectNames } from "@/components/projects/names";
import { ProjectControls } from "@/components/projects/project-controls";
import { isSplit } from "@/components/projects/recognised";
import { ReviewNote } from "@/components/projects/review-note";
import { SplitDialog } from "@/components/projects/split-dialog";
import type { OtherProject } from "@/components/projects/project-select";
import { WipeButton } from "@/components/settings/wipe-button";
import { RetryProblem } from "@/components/states/retry-problem";
import { StoredCode, StoredText } from "@/components/text/stored-text";
import { Time } from "@/components/time/time";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Facts } from "@/components/ui/facts";
import { PageHeader, ScrollArea, Section, View } from "@/components/ui/page";
import { viewHref } from "@/components/url";
import type { Project } from "@/lib/contract/project";
import { mergedInto } from "@/lib/projects/merged-query";
import { load } from "../../_console/load";
import { parseId } from "../../_console/params";
import { type ProjectPageData, readProjectPage } from "../../_console/project";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("projects"))("title") };
}

export default async function ProjectPage({ params }: PageProps<"/projects/[id]">) {
  const id = parseId((await params).id);
  if (id === null) notFound();
  const t = await getTranslations("projects");
  // What was merged is not gone: an open page or a noted address leads to where it is now.
  const into = await load((app) => mergedInto(app.db, id));
  if (into.ok && into.data !== null) redirect(`/projects/${into.data}`);
  const result = await load((app) => readProjectPage(app, id));
  return (
    <View>
      <PageHeader
        title={
          <Breadcrumbs
            parents={[{ href: "/projects", label: t("title") }]}
            current={result.ok ? <StoredText text={result.data.project.name} /> : String(id)}
          />
        }
      />
      <LiveRefresh kinds={["project.", "reflection.", "task.", "operation.undone"]} />
      {result.ok ? <ProjectBody {...result.data} /> : <RetryProblem {...result.error} />}
    </View>
  );
}

function ProjectBody(data: ProjectPageData) {
  const { project, reference, others, memories, total, pauses, budget, reflections, tasks } = data;
  const t = useTranslations("projects");
  const pauseWords = useTranslations("pauses");
  return (
    <ScrollArea label={t("title")}>
      <div className="mx-auto max-w-[1040px] space-y-6 p-4 sm:p-6">
        {project.needs_review && <ReviewNote id={project.id} />}
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <div className="min-w-0 space-y-8">
            <Section title={t("detail.settings")}>
              <ProjectControls project={project} />
            </Section>
            <Section title={pauseWords("title")}>
              <PauseSwitches scope="project" id={project.id} pauses={pauses} />
            </Section>
            <Section title={t("budget.title")}>
              <ProjectBudget
                id={project.id}
                dailyTokens={project.llm_daily_tokens}
                maxChars={project.inject_max_chars}
                {...budget}
              />
            </Section>
            <Section title={t("detail.shape")}>
              <Shape project={project} others={others} memories={memories} total={total} />
            </Section>
          </div>
          <div className="min-w-0 space-y-8">
            <Section title={t("detail.holds")}>
              <Holds project={project} reference={reference} />
            </Section>
            <Section title={t("branches.title")}>
              <Branches reflections={reflections} tasks={tasks} />
            </Section>
            <Section title={t("detail.recognised")}>
              <Recognised project={project} />
            </Section>
            <Section title={t("detail.names")}>
              <ProjectNames project={project} />
            </Section>
          </div>
        </div>
        <section aria-labelledby="danger-title" className="border-t pt-6">
          <h2 id="danger-title" className="text-section font-semibold">
            {t("danger.title")}
          </h2>
          <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-red/40 p-3">
            <p className="min-w-0 flex-1 basis-64 text-muted">{t("danger.what")}</p>
            <WipeButton projectId={project.id} label={t("danger.action")} />
          </div>
        </section>
      </div>
    </ScrollArea>
  );
}

interface ShapeProps {
  project: Project;
  others: OtherProject[];
  memories: ProjectPageData["memories"];
  total: number;
}

function Shape({ project, others, memories, total }: ShapeProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <MergeDialog project={{ id: project.id, name: project.name }} others={others} />
      <SplitDialog project={{ id: project.id, folders: project.folders }} />
      <MoveDialog memories={memories} total={total} others={others} />
    </div>
  );
}

/** Each number leads to its rows. */
function Holds({ project, reference }: { project: Project; reference: string }) {
  const t = useTranslations("projects.detail");
  const format = useFormatter();
  const rows = [
    [t("memories"), project.memories, viewHref("/memories", reference)],
    [t("sessions"), project.sessions, viewHref("/timeline", reference)],
    [t("prompts"), project.prompts, null],
    [t("events"), project.events, null],
    [t("observations"), project.observations, null],
  ] as const;
  return (
    <Facts
      rows={rows.map(([name, count, href]) => [
        name,
        href === null ? (
          format.number(count)
        ) : (
          <Link key={name} href={href} className="text-accent-soft underline underline-offset-2">
            {format.number(count)}
          </Link>
        ),
      ])}
    />
  );
}

function Recognised({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const paths = (kinds: string[]): string[] =>
    project.folders.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path);
  const remotes = project.names.filter(({ kind }) => kind === "remote").map(({ alias }) => alias);
  const why = isSplit(project) ? t("kindWhy.split") : t(`kindWhy.${project.kind}`);
  return (
    <div className="space-y-2">
      <p className="text-muted">{why}</p>
      <Facts
        rows={[
          [t("detail.kind"), t(`kind.${project.kind}`)],
          [t("detail.key"), <StoredCode key="key" text={project.key} />],
          ...listOf(t("detail.remotes"), remotes),
          ...listOf(t("detail.folders"), paths(["repo", "folder"])),
          ...listOf(t("detail.worktrees"), paths(["worktree"])),
          ...listOf(
            t("detail.aliases"),
            project.names.filter(({ kind }) => kind !== "remote").map(({ alias }) => alias),
          ),
          [t("detail.first"), <Time key="first" at={project.created_at} show="absolute" />],
          [t("detail.last"), <Time key="last" at={project.last_activity_at} show="absolute" />],
        ]}
      />
    </div>
  );
}

const listOf = (name: string, texts: string[]): (readonly [string, ReactNode])[] =>
  texts.length === 0
    ? []
    : [
        [
          name,
          texts.map((text) => (
            <span key={text} className="block">
              <StoredCode text={text} />
            </span>
          )),
        ],
      ];
