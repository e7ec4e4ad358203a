"use client";
/** Theme, language, palette and keyboard help. Mounted by the click that asked for it, so it starts open. */
import { Command, Keyboard } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { startTransition } from "react";
import { setLocale } from "@/app/_console/actions";
import { HTML_LANG, LOCALE_NAMES, LOCALES } from "@/i18n/locales";
import { Menu, MenuChoices, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../ui/menu";
import { useFrame } from "./frame-context";
import { FrameMenuButton } from "./frame-menu";

export function FrameMenuOpen() {
  const t = useTranslations();
  const locale = useLocale();
  const { theme, setTheme } = useTheme();
  const frame = useFrame();
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>
        <FrameMenuButton />
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
