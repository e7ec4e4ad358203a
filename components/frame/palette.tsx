"use client";
/** Ctrl+K: go to a view, search, undo. */
import { Keyboard, Search, Undo2 } from "lucide-react";
import { Command } from "cmdk";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { useChange } from "../change/change-context";
import { t } from "../strings";
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
      label={t.palette.label}
      overlayClassName="fixed inset-0 z-40 animate-fade bg-[oklch(0.1_0.01_260/0.45)]"
      contentClassName="fixed top-[14vh] left-1/2 z-50 w-[min(560px,calc(100vw-24px))] -translate-x-1/2 animate-fade overflow-hidden rounded-panel bg-raised shadow-float"
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={t.palette.placeholder}
        className="h-12 w-full border-b bg-transparent px-4 text-read outline-none placeholder:text-muted"
      />
      <Command.List className="scroll-area max-h-[360px]">
        {query !== "" && (
          <Command.Group forceMount heading={t.nav.search} className={groupStyle}>
            <Command.Item
              forceMount
              value={`search ${query}`}
              onSelect={() => goTo(viewHref("/search", project, { q: query }))}
              className={itemStyle}
            >
              <Search aria-hidden />
              <span className="truncate">{t.palette.searchFor(query)}</span>
            </Command.Item>
          </Command.Group>
        )}
        <Command.Group heading={t.palette.views} className={groupStyle}>
          {VIEWS.map((view) => (
            <Command.Item
              key={view.path}
              value={view.label}
              onSelect={() => goTo(viewHref(view.path, project))}
              className={itemStyle}
            >
              <view.icon aria-hidden />
              {view.label}
            </Command.Item>
          ))}
        </Command.Group>
        <Command.Group heading={t.palette.actions} className={groupStyle}>
          <Command.Item
            value={t.palette.undoLast}
            onSelect={() => {
              onOpenChange(false);
              void change.undoLast();
            }}
            className={itemStyle}
          >
            <Undo2 aria-hidden />
            {t.palette.undoLast}
          </Command.Item>
          <Command.Item value={t.palette.shortcuts} onSelect={onShowKeys} className={itemStyle}>
            <Keyboard aria-hidden />
            {t.palette.shortcuts}
          </Command.Item>
        </Command.Group>
      </Command.List>
    </Command.Dialog>
  );
}
