"use client";
/** Ctrl+K: go to a view, a project, a memory or a session; search; do what the frame can do. */
import {
  Brain,
  Contrast,
  Eye,
  FolderGit2,
  History,
  Keyboard,
  Languages,
  type LucideIcon,
  Plus,
  Search,
  Undo2,
} from "lucide-react";
import { Command } from "cmdk";
import { useRouter, useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { type ReactNode, startTransition, useState } from "react";
import { setLocale } from "@/app/_console/actions";
import { LOCALE_NAMES, LOCALES } from "@/i18n/locales";
import { useChange } from "../change/change-context";
import { StoredText } from "../text/stored-text";
import { viewHref } from "../url";
import { useChooseProject } from "./choose-project";
import { type Found, useFound } from "./palette-found";
import type { ProjectChoice } from "./project-choice";
import { VIEWS } from "./views";

interface PaletteProps {
  projects: ProjectChoice[];
  onOpenChange: (open: boolean) => void;
  onShowKeys: () => void;
}

const itemStyle =
  "flex min-h-9 min-w-0 cursor-default items-center gap-2.5 rounded-control px-2 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";
const groupStyle =
  "p-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:text-muted";

const FOUND_ICONS: Record<Found["kind"], LucideIcon> = { memory: Brain, session: History, observation: Eye };

export function Palette({ projects, onOpenChange, onShowKeys }: PaletteProps) {
  const t = useTranslations();
  const locale = useLocale();
  const { theme, setTheme } = useTheme();
  const [text, setText] = useState("");
  const router = useRouter();
  const project = useSearchParams().get("project");
  const change = useChange();
  const chooseProject = useChooseProject();
  const query = text.trim();
  const [selected, setSelected] = useState("");
  // The row of an id that was typed or pasted is chosen as soon as it is there: Enter opens it.
  const found = useFound(query, project, setSelected);
  const done = (act: () => void) => () => {
    onOpenChange(false);
    act();
  };
  const goTo = (href: string) => done(() => router.push(href));
  const hasExact = found.some(({ isExact }) => isExact);
  const foundGroup = found.length > 0 && (
    <Command.Group
      forceMount
      heading={query === "" ? t("frame.palette.recent") : t("frame.palette.found")}
      className={groupStyle}
    >
      {found.map((row) => (
        <Item
          forceMount
          key={row.key}
          value={row.key}
          icon={FOUND_ICONS[row.kind]}
          onSelect={goTo(row.href)}
          aside={t(`labels.${row.kind}`, { id: row.id })}
        >
          <StoredText text={row.title} />
        </Item>
      ))}
    </Command.Group>
  );
  return (
    <Command.Dialog
      open
      onOpenChange={onOpenChange}
      value={selected}
      onValueChange={setSelected}
      label={t("frame.palette.label")}
      overlayClassName="fixed inset-0 z-40 animate-fade bg-[oklch(0.1_0.01_260/0.45)]"
      contentClassName="fixed top-[max(12px,min(14vh,120px))] left-1/2 z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 animate-fade overflow-hidden rounded-panel bg-raised shadow-float"
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={t("frame.palette.placeholder")}
        className="h-12 w-full border-b bg-transparent px-4 text-read outline-none placeholder:text-muted"
      />
      <Command.List className="scroll-area max-h-[min(440px,calc(100dvh-140px))]">
        {hasExact && foundGroup}
        {query !== "" && (
          <Command.Group forceMount heading={t("frame.views.search")} className={groupStyle}>
            <Item
              forceMount
              value={`search ${query}`}
              icon={Search}
              onSelect={goTo(viewHref("/search", project, { q: query }))}
            >
              {t("frame.palette.searchFor", { text: query })}
            </Item>
          </Command.Group>
        )}
        {!hasExact && foundGroup}
        <Command.Group heading={t("frame.palette.views")} className={groupStyle}>
          {VIEWS.map((view) => (
            <Item
              key={view.path}
              value={t(`frame.views.${view.name}`)}
              icon={view.icon}
              onSelect={goTo(viewHref(view.path, project))}
            >
              {t(`frame.views.${view.name}`)}
            </Item>
          ))}
        </Command.Group>
        <Command.Group heading={t("frame.palette.actions")} className={groupStyle}>
          <Item
            value={t("frame.palette.newMemory")}
            icon={Plus}
            onSelect={goTo(viewHref("/memories", project, { new: 1 }))}
          >
            {t("frame.palette.newMemory")}
          </Item>
          <Item value={t("frame.palette.undoLast")} icon={Undo2} onSelect={done(() => void change.undoLast())}>
            {t("frame.palette.undoLast")}
          </Item>
          {(["light", "dark", "system"] as const)
            .filter((name) => name !== (theme ?? "system"))
            .map((name) => (
              <Item
                key={name}
                value={t("frame.palette.theme", { name: t(`frame.theme.${name}`) })}
                icon={Contrast}
                onSelect={done(() => setTheme(name))}
              >
                {t("frame.palette.theme", { name: t(`frame.theme.${name}`) })}
              </Item>
            ))}
          {LOCALES.filter((other) => other !== locale).map((other) => (
            <Item
              key={other}
              // By its own name and by the word for it: both are typed.
              value={`${LOCALE_NAMES[other]} ${t("frame.language.label")}`}
              icon={Languages}
              onSelect={done(() => startTransition(() => setLocale(other)))}
            >
              {t("frame.language.switchTo", { name: LOCALE_NAMES[other] })}
            </Item>
          ))}
          <Item value={t("frame.keys.title")} icon={Keyboard} onSelect={onShowKeys}>
            {t("frame.keys.title")}
          </Item>
        </Command.Group>
        {query !== "" && (
          <Command.Group heading={t("frame.palette.projects")} className={groupStyle}>
            <Item value={t("common.allProjects")} icon={FolderGit2} onSelect={done(() => chooseProject(null))}>
              {t("common.allProjects")}
            </Item>
            {projects.map(({ id, ref, name }) => (
              <Item
                key={id}
                value={`${t("frame.project")} ${name}`}
                icon={FolderGit2}
                onSelect={done(() => chooseProject(ref))}
              >
                <StoredText text={name} />
              </Item>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </Command.Dialog>
  );
}

interface ItemProps {
  value: string;
  icon: LucideIcon;
  onSelect: () => void;
  /** Stays whatever is typed. */
  forceMount?: boolean;
  /** At the right, quiet. */
  aside?: string;
  children: ReactNode;
}

function Item({ icon: Icon, aside, children, ...props }: ItemProps) {
  return (
    <Command.Item className={itemStyle} {...props}>
      <Icon aria-hidden />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {aside !== undefined && <span className="shrink-0 text-meta text-muted">{aside}</span>}
    </Command.Item>
  );
}
