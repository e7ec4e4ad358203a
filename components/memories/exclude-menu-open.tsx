"use client";
/** "Never inject": in the project that is looked at, in the memory's own, or anywhere. */
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { keepOut } from "@/app/memories/actions";
import type { Memory } from "@/lib/contract/memory";
import { useChange } from "../change/change-context";
import { StoredText } from "../text/stored-text";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../ui/menu";
import { ExcludeButton } from "./exclude-menu";

export interface ExcludeMenuProps {
  memory: Memory;
  /** Key, name or alias of the project that the view shows; null = all projects. */
  project: string | null;
}

export function ExcludeMenuOpen({ memory, project }: ExcludeMenuProps) {
  const t = useTranslations("memory");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const projects = [...new Set([project, memory.project].filter((ref) => ref !== null))];

  const doneIn = (ref: string | null) =>
    ref === null ? t("exclusion.doneEverywhere") : t("exclusion.done", { project: ref });
  const exclude = (ref: string | null) =>
    startTransition(async () => {
      await change.run(
        () => keepOut(memory.id, ref),
        ({ isNew }) => (isNew ? doneIn(ref) : t("exclusion.already")),
      );
    });

  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>
        <ExcludeButton disabled={pending} />
      </MenuTrigger>
      <MenuContent align="start" className="max-w-80">
        {projects.map((ref) => (
          <MenuItem key={ref} onSelect={() => exclude(ref)}>
            <span className="min-w-0 truncate">
              {t.rich("exclusion.inProject", { name: () => <StoredText text={ref} /> })}
            </span>
          </MenuItem>
        ))}
        <MenuItem onSelect={() => exclude(null)}>{t("exclusion.nowhere")}</MenuItem>
      </MenuContent>
    </Menu>
  );
}
