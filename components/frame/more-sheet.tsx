"use client";
/** What a phone's bar has no room for: the project, the other views, theme, language, command palette. */
import { Command, X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { Dialog } from "radix-ui";
import { type ReactNode, type RefObject, startTransition } from "react";
import { setLocale } from "@/app/_console/actions";
import { LOCALE_NAMES, LOCALES } from "@/i18n/locales";
import { Button } from "../ui/button";
import { Select } from "../ui/field";
import { useChooseProject } from "./choose-project";
import { useFrame } from "./frame-context";
import type { ProjectChoice } from "./project-choice";
import { RailLink } from "./rail-link";
import { VIEWS } from "./views";

interface MoreSheetProps {
  projects: ProjectChoice[];
  healthDot: ReactNode;
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

const THEMES = ["light", "dark", "system"] as const;

export function MoreSheet({ projects, healthDot, trigger, onClose }: MoreSheetProps) {
  const t = useTranslations();
  const locale = useLocale();
  const { theme, setTheme } = useTheme();
  const frame = useFrame();
  const current = useSearchParams().get("project") ?? "";
  const chooseProject = useChooseProject();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-[oklch(0.1_0.01_260/0.45)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            trigger.current?.focus();
          }}
          className="scroll-area fixed inset-x-0 bottom-0 z-50 max-h-[88dvh] animate-appear rounded-t-panel bg-raised p-4 pb-[max(16px,env(safe-area-inset-bottom))] shadow-float"
        >
          <div className="flex items-center">
            <Dialog.Title className="text-[15px] leading-6 font-semibold">{t("common.more")}</Dialog.Title>
            <Dialog.Close asChild>
              <Button look="quiet" size="icon" aria-label={t("common.close")} className="ml-auto">
                <X aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <nav aria-label={t("frame.views.rest")} className="mt-2">
            <ul className="grid grid-cols-2 gap-1">
              {VIEWS.filter((view) => view.isOnPhone !== true).map((view) => (
                <li key={view.path} className="min-w-0">
                  <RailLink view={view} shape="row" onClick={onClose}>
                    {view.path === "/health" && <span className="relative ml-auto size-4">{healthDot}</span>}
                  </RailLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="mt-4 grid gap-3 border-t pt-4">
            <Choice
              label={t("frame.project")}
              value={current}
              onChange={(ref) => chooseProject(ref === "" ? null : ref)}
            >
              <option value="">{t("common.allProjects")}</option>
              {!projects.some(({ ref }) => ref === current) && current !== "" && (
                <option value={current}>{current}</option>
              )}
              {projects.map((project) => (
                <option key={project.id} value={project.ref}>
                  {t("common.labelled", { label: project.name, text: t(`frame.mode.${project.mode}`) })}
                </option>
              ))}
            </Choice>
            <Choice label={t("frame.theme.label")} value={theme ?? "system"} onChange={setTheme}>
              {THEMES.map((name) => (
                <option key={name} value={name}>
                  {t(`frame.theme.${name}`)}
                </option>
              ))}
            </Choice>
            <Choice
              label={t("frame.language.label")}
              value={locale}
              onChange={(chosen) => startTransition(() => setLocale(chosen))}
            >
              {LOCALES.map((name) => (
                <option key={name} value={name}>
                  {LOCALE_NAMES[name]}
                </option>
              ))}
            </Choice>
            <Button
              className="h-11"
              onClick={() => {
                onClose();
                frame.show("palette");
              }}
            >
              <Command aria-hidden />
              {t("frame.palette.label")}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label className="flex items-center gap-3">
      <span className="w-20 shrink-0 text-muted">{label}</span>
      <Select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full max-w-none min-w-0 flex-1"
      >
        {children}
      </Select>
    </label>
  );
}
