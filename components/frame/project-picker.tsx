"use client";
/** The list of projects beside the switcher: searched by name, each with its mode in words and its latest branch. */
import { Command } from "cmdk";
import { Check } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { Popover } from "radix-ui";
import type { RefObject } from "react";
import { StoredCode, StoredText } from "../text/stored-text";
import { useChooseProject } from "./choose-project";
import { ModeDot } from "./mode-dot";
import type { ProjectChoice } from "./project-choice";

interface ProjectPickerProps {
  projects: ProjectChoice[];
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** No reference begins with this character: names are cleaned of control characters. */
const ALL = "\u0000all";

const itemStyle =
  "flex min-h-9 min-w-0 cursor-default items-center gap-2 rounded-control px-2 py-1 data-[selected=true]:bg-hover";

export function ProjectPicker({ projects, anchor, onClose }: ProjectPickerProps) {
  const t = useTranslations();
  const current = useSearchParams().get("project");
  const chooseProject = useChooseProject();
  const choose = (ref: string) => {
    onClose();
    chooseProject(ref === ALL ? null : ref);
  };
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        aria-label={t("frame.project")}
        // A click on the switcher itself closes by its own hand: closing here would let that click open it again.
        onInteractOutside={(event) => {
          if (event.target instanceof Node && anchor.current?.contains(event.target) === true) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          anchor.current?.focus();
        }}
        className="z-50 w-72 max-w-[calc(100vw-16px)] animate-appear overflow-hidden rounded-panel bg-raised shadow-float"
      >
        <Command label={t("frame.project")} defaultValue={current ?? ALL} loop>
          <Command.Input
            placeholder={t("frame.searchProjects")}
            className="h-10 w-full border-b bg-transparent px-3 text-body outline-none placeholder:text-muted"
          />
          <Command.List className="scroll-area max-h-[min(420px,60vh)] p-1">
            <Command.Empty className="px-2 py-3 text-muted">{t("frame.noProject")}</Command.Empty>
            <Command.Item
              value={ALL}
              keywords={[t("common.allProjects")]}
              onSelect={() => choose(ALL)}
              className={itemStyle}
            >
              <Mark isOn={current === null} />
              <span className="min-w-0 flex-1 truncate">{t("common.allProjects")}</span>
            </Command.Item>
            {projects.map((project) => (
              <Command.Item
                key={project.id}
                value={project.ref}
                keywords={[project.name]}
                onSelect={() => choose(project.ref)}
                className={itemStyle}
              >
                <Mark isOn={current === project.ref} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate">
                    <StoredText text={project.name} />
                  </span>
                  <span className="flex min-w-0 items-center gap-1.5 text-[11px] leading-4 text-muted">
                    <ModeDot mode={project.mode} />
                    {project.branch !== null && (
                      <span className="min-w-0 truncate">
                        <StoredCode text={project.branch} />
                      </span>
                    )}
                  </span>
                </span>
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      </Popover.Content>
    </Popover.Root>
  );
}

function Mark({ isOn }: { isOn: boolean }) {
  const t = useTranslations("frame");
  return (
    <span className="grid size-4 shrink-0 place-items-center">
      {isOn && <Check className="size-4" aria-label={t("chosen")} />}
    </span>
  );
}
