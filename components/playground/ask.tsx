/** What a block is asked for: project, folder, branch, agent, size, and the event with its prompt. The URL holds all of it. */
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import type { PreviewEvent } from "@/lib/contract/inject-preview";
import type { ProjectChoice } from "../frame/project-choice";
import { useLabels } from "../labels";
import { UrlSelect } from "../ui/url-select";
import { hrefWith } from "../url";
import { BudgetField } from "./budget-field";
import { PromptBox } from "./prompt-box";

export interface AskProps {
  projects: ProjectChoice[];
  project: ProjectChoice;
  place: { folders: { path: string; branch: string | null }[]; branches: string[]; hosts: string[] };
  folder: string | null;
  query: { branch?: string | undefined; host?: string | undefined; event: PreviewEvent; prompt: string };
  search: string;
  limits: { prompt: number; budget: { min: number; max: number }; usual: number };
}

const EVENTS = ["session-start", "prompt"] as const satisfies readonly PreviewEvent[];

export function Ask({ projects, project, place, folder, query, search, limits }: AskProps) {
  const t = useTranslations("injections");
  const words = useTranslations("playground");
  const labels = useLabels();
  const out = place.folders.find(({ path }) => path === folder)?.branch ?? null;
  const branches = [...new Set([...place.branches, query.branch].filter((name) => name !== undefined))];
  const hosts = [...new Set(["claude-code", ...place.hosts, query.host].filter((name) => name !== undefined))];
  return (
    <div role="group" aria-label={t("ask.label")} className="shrink-0 space-y-2 border-b px-4 py-2.5">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <Labelled label={t("ask.project")}>
          <UrlSelect
            label={t("ask.project")}
            param="project"
            value={project.ref}
            fallback=""
            resets={["folder", "branch"]}
            choices={projects.map(({ ref, name }) => ({ value: ref, label: name }))}
          />
        </Labelled>
        {place.folders.length > 1 && (
          <Labelled label={t("ask.folder")}>
            <UrlSelect
              label={t("ask.folder")}
              param="folder"
              value={folder ?? ""}
              fallback={place.folders[0]?.path ?? ""}
              resets={["branch"]}
              choices={place.folders.map(({ path }) => ({ value: path, label: path }))}
            />
          </Labelled>
        )}
        <Labelled label={t("ask.branch")}>
          <UrlSelect
            label={t("ask.branch")}
            param="branch"
            value={query.branch ?? ""}
            fallback=""
            choices={[
              { value: "", label: out === null ? t("ask.branchNone") : t("ask.branchOf", { name: out }) },
              ...branches.filter((name) => name !== out).map((name) => ({ value: name, label: name })),
            ]}
          />
        </Labelled>
        <Labelled label={t("ask.host")}>
          <UrlSelect
            label={t("ask.host")}
            param="host"
            value={query.host ?? ""}
            fallback=""
            choices={[
              { value: "", label: t("ask.hostAny") },
              ...hosts.map((host) => ({ value: host, label: labels.host(host) })),
            ]}
          />
        </Labelled>
        <Labelled label={t("ask.budget")}>
          <BudgetField {...limits.budget} usual={limits.usual} />
        </Labelled>
        <nav aria-label={words("eventLabel")} className="flex rounded-control border p-0.5">
          {EVENTS.map((event) => (
            <Link
              key={event}
              href={hrefWith("/playground", search, { event: event === "session-start" ? null : event })}
              scroll={false}
              prefetch={false}
              aria-current={event === query.event ? "true" : undefined}
              className={cn(
                "inline-flex h-7 items-center rounded-[4px] px-2.5",
                event === query.event ? "bg-selected font-medium" : "text-muted hover:text-text",
              )}
            >
              {words(`event.${event}`)}
            </Link>
          ))}
        </nav>
      </div>
      {query.event === "prompt" && <PromptBox maxLength={limits.prompt} />}
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 max-w-full [&_select]:max-w-[220px]">
      <span aria-hidden className="mb-0.5 block text-meta text-muted">
        {label}
      </span>
      {children}
    </div>
  );
}
