"use client";
/** Ctrl+K: go to a view, search, undo. */
import { Keyboard, Languages, Search, Undo2 } from "lucide-react";
import { Command } from "cmdk";
import { useRouter, useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { startTransition, useState } from "react";
import { setLocale } from "@/app/_console/actions";
import { LOCALE_NAMES, LOCALES } from "@/i18n/locales";
import { useChange } from "../change/change-context";
import { viewHref } from "../url";
import { VIEWS } from "./views";

interface PaletteProps {
  onOpenChange: (open: boolean) => void;
  onShowKeys: () => void;
}

const itemStyle =
  "flex h-9 min-w-0 cursor-default items-center gap-2.5 rounded-control px-2 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";
const groupStyle =
  "p-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:text-muted";

export function Palette({ onOpenChange, onShowKeys }: PaletteProps) {
  const t = useTranslations("frame");
  const locale = useLocale();
  const [text, setText] = useState("");
  const router = useRouter();
  const project = useSearchParams().get("project");
  const change = useChange();
  const query = text.trim();
  const goTo = (href: string) => {
    onOpenChange(false);
    router.push(href);
  };
  return (
    <Command.Dialog
      open
      onOpenChange={onOpenChange}
      label={t("palette.label")}
      overlayClassName="fixed inset-0 z-40 animate-fade bg-[oklch(0.1_0.01_260/0.45)]"
      contentClassName="fixed top-[14vh] left-1/2 z-50 w-[min(560px,calc(100vw-24px))] -translate-x-1/2 animate-fade overflow-hidden rounded-panel bg-raised shadow-float"
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={t("palette.placeholder")}
        className="h-12 w-full border-b bg-transparent px-4 text-read outline-none placeholder:text-muted"
      />
      <Command.List className="scroll-area max-h-[360px]">
        {query !== "" && (
          <Command.Group forceMount heading={t("views.search")} className={groupStyle}>
            <Command.Item
              forceMount
              value={`search ${query}`}
              onSelect={() => goTo(viewHref("/search", project, { q: query }))}
              className={itemStyle}
            >
              <Search aria-hidden />
              <span className="truncate">{t("palette.searchFor", { text: query })}</span>
            </Command.Item>
          </Command.Group>
        )}
        <Command.Group heading={t("palette.views")} className={groupStyle}>
          {VIEWS.map((view) => (
            <Command.Item
              key={view.path}
              value={t(`views.${view.name}`)}
              onSelect={() => goTo(viewHref(view.path, project))}
              className={itemStyle}
            >
              <view.icon aria-hidden />
              {t(`views.${view.name}`)}
            </Command.Item>
          ))}
        </Command.Group>
        <Command.Group heading={t("palette.actions")} className={groupStyle}>
          <Command.Item
            value={t("palette.undoLast")}
            onSelect={() => {
              onOpenChange(false);
              void change.undoLast();
            }}
            className={itemStyle}
          >
            <Undo2 aria-hidden />
            {t("palette.undoLast")}
          </Command.Item>
          {LOCALES.filter((other) => other !== locale).map((other) => (
            <Command.Item
              key={other}
              // By its own name and by the word for it: both are typed.
              value={`${LOCALE_NAMES[other]} ${t("language.label")}`}
              onSelect={() => {
                onOpenChange(false);
                startTransition(() => setLocale(other));
              }}
              className={itemStyle}
            >
              <Languages aria-hidden />
              {t("language.switchTo", { name: LOCALE_NAMES[other] })}
            </Command.Item>
          ))}
          <Command.Item value={t("keys.title")} onSelect={onShowKeys} className={itemStyle}>
            <Keyboard aria-hidden />
            {t("keys.title")}
          </Command.Item>
        </Command.Group>
      </Command.List>
    </Command.Dialog>
  );
}
