"use client";
/** Theme, language, palette and keyboard help. */
import { Command, Ellipsis, Keyboard } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { startTransition } from "react";
import { setLocale } from "@/app/_console/actions";
import { HTML_LANG, LOCALE_NAMES, LOCALES } from "@/i18n/locales";
import { Menu, MenuChoices, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../ui/menu";
import { useFrame } from "./frame-context";

export function FrameMenu() {
  const t = useTranslations();
  const locale = useLocale();
  const { theme, setTheme } = useTheme();
  const frame = useFrame();
  return (
    <Menu>
      <MenuTrigger
        aria-label={t("common.more")}
        title={t("common.more")}
        className="flex size-11 items-center justify-center gap-2.5 rounded-control text-muted hover:bg-hover hover:text-text sm:h-8 sm:w-full lg:justify-start lg:px-2"
      >
        <Ellipsis aria-hidden className="size-[18px] sm:size-4" />
        <span className="hidden lg:inline">{t("common.more")}</span>
      </MenuTrigger>
      <MenuContent align="end" side="top" className="w-56">
        <MenuChoices
          label={t("frame.theme.label")}
          value={theme ?? "system"}
          onValueChange={setTheme}
          choices={[
            { value: "light", label: t("frame.theme.light") },
            { value: "dark", label: t("frame.theme.dark") },
            { value: "system", label: t("frame.theme.system") },
          ]}
        />
        <MenuSeparator />
        <MenuChoices
          label={t("frame.language.label")}
          value={locale}
          onValueChange={(chosen) => startTransition(() => setLocale(chosen))}
          choices={LOCALES.map((value) => ({
            value,
            label: <span lang={HTML_LANG[value]}>{LOCALE_NAMES[value]}</span>,
          }))}
        />
        <MenuSeparator />
        <MenuItem onSelect={() => frame.show("palette")}>
          <Command aria-hidden />
          {t("frame.palette.label")}
        </MenuItem>
        <MenuItem onSelect={() => frame.show("keys")}>
          <Keyboard aria-hidden />
          {t("frame.keys.title")}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
