"use client";
/** Filters every view by one project, through the URL. */
import { ChevronsUpDown, FolderGit2 } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { StoredText } from "../text/stored-text";
import { Menu, MenuChoices, MenuContent, MenuTrigger } from "../ui/menu";
import { hrefWith, viewHref } from "../url";

export interface ProjectChoice {
  /** What `?project=` carries. */
  ref: string;
  name: string;
}

const ALL = "\u0000all";

export function ProjectSwitcher({ projects }: { projects: ProjectChoice[] }) {
  const t = useTranslations();
  const pathname = usePathname();
  const params = useSearchParams();
  const router = useRouter();
  const current = params.get("project");
  const name = projects.find((project) => project.ref === current)?.name ?? current;
  const choose = (ref: string) => {
    const project = ref === ALL ? null : ref;
    // A session belongs to one project: choosing another one leads back to the list.
    if (pathname.startsWith("/session/")) router.push(viewHref("/timeline", project));
    else router.push(hrefWith(pathname, params, { project, cursor: null, peek: null, turn: null }));
  };
  return (
    <Menu>
      <MenuTrigger
        aria-label={t("frame.chooseProject", { name: name ?? t("common.allProjects") })}
        title={name ?? t("common.allProjects")}
        className="flex size-11 min-w-0 items-center justify-center gap-2 rounded-control text-left hover:bg-hover sm:h-9 sm:w-full lg:justify-start lg:border lg:bg-surface lg:px-2"
      >
        <FolderGit2
          aria-hidden
          className={`size-[18px] shrink-0 sm:size-4 ${current === null ? "text-muted" : "text-accent-soft"}`}
        />
        <span className="hidden min-w-0 flex-1 truncate font-medium lg:block">
          {name === null ? t("common.allProjects") : <StoredText text={name} />}
        </span>
        <ChevronsUpDown aria-hidden className="hidden size-3.5 shrink-0 text-muted lg:block" />
      </MenuTrigger>
      <MenuContent align="start" className="w-60 max-w-[calc(100vw-16px)]">
        <MenuChoices
          label={t("frame.project")}
          value={current ?? ALL}
          onValueChange={choose}
          choices={[
            { value: ALL, label: t("common.allProjects") },
            ...projects.map((project) => ({ value: project.ref, label: <StoredText text={project.name} /> })),
          ]}
        />
      </MenuContent>
    </Menu>
  );
}
