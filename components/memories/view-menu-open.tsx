"use client";
/** The menu of how the list is drawn: kept in the URL, remembered for the next visit. */
import { useTranslations } from "next-intl";
import { Check } from "lucide-react";
import { useRouter } from "next/navigation";
import { DropdownMenu } from "radix-ui";
import { startTransition } from "react";
import { Menu, MenuChoices, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../ui/menu";
import { hrefWith } from "../url";
import {
  COLUMN_NAMES,
  type ColumnName,
  DEFAULT_COLUMNS,
  type Density,
  type ListShape,
  type ListView,
  VIEW_COOKIE,
  viewParams,
} from "./list-view";
import { ViewButton } from "./view-menu";

export interface ViewMenuProps {
  view: ListView;
  search: string;
}

export function ViewMenuOpen({ view, search }: ViewMenuProps) {
  const t = useTranslations("memories");
  const router = useRouter();
  const choose = (change: Partial<ListView>) => {
    const params = viewParams({ ...view, ...change });
    rememberView(params);
    startTransition(() => router.replace(hrefWith("/memories", search, params), { scroll: false }));
  };
  const toggle = (name: ColumnName) =>
    choose({
      columns: COLUMN_NAMES.filter((one) => (one === name ? !view.columns.includes(one) : view.columns.includes(one))),
    });
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>
        <ViewButton />
      </MenuTrigger>
      <MenuContent align="end" className="max-h-[min(600px,var(--radix-dropdown-menu-content-available-height))] w-80">
        <MenuChoices
          label={t("view.as")}
          value={view.as}
          onValueChange={(as) => choose({ as: as as ListShape })}
          choices={[
            { value: "table", label: t("view.table") },
            { value: "cards", label: t("view.cards") },
          ]}
        />
        <MenuSeparator />
        <MenuChoices
          label={t("view.density")}
          value={view.density}
          onValueChange={(density) => choose({ density: density as Density })}
          choices={[
            { value: "comfortable", label: t("view.comfortable") },
            { value: "compact", label: t("view.compact") },
          ]}
        />
        <MenuSeparator />
        <DropdownMenu.Group className="grid grid-cols-2">
          <DropdownMenu.Label className="col-span-2 px-2 py-1 text-meta text-muted">
            {t("view.columns")}
          </DropdownMenu.Label>
          {COLUMN_NAMES.map((name) => (
            <DropdownMenu.CheckboxItem
              key={name}
              checked={view.columns.includes(name)}
              onCheckedChange={() => toggle(name)}
              // Several are chosen in one go.
              onSelect={(event) => event.preventDefault()}
              className="flex h-7 min-w-0 cursor-default items-center gap-2 rounded-control px-2 text-body outline-none select-none data-[highlighted]:bg-hover"
            >
              <span className="grid size-4 place-items-center">
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden className="size-4" />
                </DropdownMenu.ItemIndicator>
              </span>
              {t(`column.${name}`)}
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Group>
        <MenuSeparator />
        <MenuItem onSelect={() => choose({ columns: DEFAULT_COLUMNS })}>{t("view.usual")}</MenuItem>
      </MenuContent>
    </Menu>
  );
}

function rememberView(params: Record<string, string>): void {
  const text = encodeURIComponent(new URLSearchParams(params).toString());
  document.cookie = `${VIEW_COOKIE}=${text}; path=/; max-age=31536000; samesite=strict`;
}
