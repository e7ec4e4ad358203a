"use client";
/** Stands above the list while rows are selected: how many, all that match, and what can be done to them. */
import { useTranslations } from "next-intl";
import {
  Archive,
  ArchiveRestore,
  CalendarClock,
  ChevronDown,
  Folders,
  Layers,
  type LucideIcon,
  Tags,
  Trash2,
} from "lucide-react";
import type { SkipCode } from "@/lib/contract/memory-bulk";
import { Button } from "../ui/button";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../ui/menu";
import { BULK_ACTIONS, type BulkAction, type BulkKind } from "./bulk-words";

const ICONS: Record<BulkAction, LucideIcon> = {
  archive: Archive,
  restore: ArchiveRestore,
  tag: Tags,
  move: Folders,
  tier: Layers,
  expiry: CalendarClock,
  delete: Trash2,
};
/** Beside the menu that holds all of them, where there is room. */
const AT_HAND: readonly BulkAction[] = ["archive", "restore", "tag", "move"];

interface BulkBarProps {
  size: number;
  total: number;
  left: ReadonlyMap<number, SkipCode>;
  onAll: () => void;
  onClear: () => void;
  onTask: (kind: BulkKind) => void;
}

export function BulkBar({ size, total, left, onAll, onClear, onTask }: BulkBarProps) {
  const t = useTranslations("memories");
  return (
    <div role="group" aria-label={t("bulk.label")} className="flex min-w-0 flex-1 items-center gap-1">
      <span className="min-w-0 truncate font-medium">
        {left.size > 0 ? t("bulk.leftOver", { count: left.size }) : t("selection.count", { count: size })}
      </span>
      {size < total && (
        <Button size="small" look="quiet" onClick={onAll} className="hidden @lg:inline-flex">
          {t("selection.all", { count: total })}
        </Button>
      )}
      <Button size="small" look="quiet" onClick={onClear} className="hidden @lg:inline-flex">
        {t("selection.none")}
      </Button>
      <span className="ml-auto flex shrink-0 items-center gap-1">
        {AT_HAND.map((action) => {
          const Icon = ICONS[action];
          return (
            <Button key={action} size="small" onClick={() => onTask(action)} className="hidden @3xl:inline-flex">
              <Icon aria-hidden />
              {t(`bulk.action.${action}`)}
            </Button>
          );
        })}
        <Menu>
          <MenuTrigger asChild>
            <Button size="small">
              {t("bulk.actions")}
              <ChevronDown aria-hidden />
            </Button>
          </MenuTrigger>
          <MenuContent align="end">
            {size < total && (
              <MenuItem onSelect={onAll} className="@lg:hidden">
                {t("selection.all", { count: total })}
              </MenuItem>
            )}
            {BULK_ACTIONS.map((action) => {
              const Icon = ICONS[action];
              return (
                <MenuItem key={action} onSelect={() => onTask(action)}>
                  <Icon aria-hidden />
                  {t(`bulk.action.${action}`)}
                </MenuItem>
              );
            })}
            <MenuSeparator />
            <MenuItem onSelect={() => onTask("deleteForGood")}>
              <Trash2 aria-hidden />
              {t("bulk.action.deleteForGood")}
            </MenuItem>
          </MenuContent>
        </Menu>
      </span>
    </div>
  );
}
