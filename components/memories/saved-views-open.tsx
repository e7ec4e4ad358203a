"use client";
/** The menu of lists that were given a name: open one, name this one, rename, remove. */
import { useTranslations } from "next-intl";
import { Pencil, Plus, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { removeView } from "@/app/memories/list/actions";
import type { SavedView } from "@/lib/contract/setting-groups";
import { useChange } from "../change/change-context";
import { StoredText } from "../text/stored-text";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../ui/menu";
import { SavedViewsButton } from "./saved-views";

const NameDialog = dynamic(() => import("./name-view-dialog").then((module) => module.NameViewDialog), { ssr: false });

export interface SavedViewsProps {
  views: SavedView[];
  /** Name of the one that is shown now. */
  current: string | null;
  /** What naming this list keeps. */
  query: string;
}

export function SavedViewsOpen({ views, current, query }: SavedViewsProps) {
  const t = useTranslations("memories");
  const router = useRouter();
  const change = useChange();
  const [naming, setNaming] = useState<{ rename: string | null } | null>(null);
  const remove = (name: string) => void change.run(() => removeView(name), t("saved.removed", { name }));
  return (
    <>
      <Menu defaultOpen>
        <MenuTrigger asChild>
          <SavedViewsButton current={current} />
        </MenuTrigger>
        <MenuContent align="end" className="w-64">
          {views.length === 0 && <p className="px-2 py-1.5 text-meta text-muted">{t("saved.none")}</p>}
          {views.map(({ name, query: of }) => (
            <div key={name} role="none" className="flex items-center">
              <MenuItem
                className="min-w-0 flex-1"
                aria-current={name === current ? "true" : undefined}
                onSelect={() => router.push(of === "" ? "/memories" : `/memories?${of}`)}
              >
                <span className="min-w-0 truncate">
                  <StoredText text={name} />
                </span>
              </MenuItem>
              <MenuItem
                aria-label={t("saved.rename", { name })}
                title={t("saved.rename", { name })}
                className="w-8 justify-center px-0 text-muted"
                onSelect={() => setNaming({ rename: name })}
              >
                <Pencil aria-hidden />
              </MenuItem>
              <MenuItem
                aria-label={t("saved.remove", { name })}
                title={t("saved.remove", { name })}
                className="w-8 justify-center px-0 text-muted"
                onSelect={() => remove(name)}
              >
                <X aria-hidden />
              </MenuItem>
            </div>
          ))}
          <MenuSeparator />
          <MenuItem onSelect={() => setNaming({ rename: null })}>
            <Plus aria-hidden />
            {t("saved.add")}
          </MenuItem>
        </MenuContent>
      </Menu>
      {naming !== null && (
        <NameDialog
          rename={naming.rename}
          query={query}
          taken={views.map(({ name }) => name)}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  );
}
