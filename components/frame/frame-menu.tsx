"use client";
/** Theme, palette and keyboard help. */
import { Command, Ellipsis, Keyboard } from "lucide-react";
import { useTheme } from "next-themes";
import { Menu, MenuChoices, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../ui/menu";
import { t } from "../strings";
import { useFrame } from "./frame-context";

export function FrameMenu() {
  const { theme, setTheme } = useTheme();
  const frame = useFrame();
  return (
    <Menu>
      <MenuTrigger
        aria-label={t.common.more}
        title={t.common.more}
        className="flex size-11 items-center justify-center gap-2.5 rounded-control text-muted hover:bg-hover hover:text-text sm:h-8 sm:w-full lg:justify-start lg:px-2"
      >
        <Ellipsis aria-hidden className="size-[18px] sm:size-4" />
        <span className="hidden lg:inline">{t.common.more}</span>
      </MenuTrigger>
      <MenuContent align="end" side="top" className="w-56">
        <MenuChoices
          label={t.theme.label}
          value={theme ?? "system"}
          onValueChange={setTheme}
          choices={[
            { value: "light", label: t.theme.light },
            { value: "dark", label: t.theme.dark },
            { value: "system", label: t.theme.system },
          ]}
        />
        <MenuSeparator />
        <MenuItem onSelect={() => frame.show("palette")}>
          <Command aria-hidden />
          {t.palette.label}
        </MenuItem>
        <MenuItem onSelect={() => frame.show("keys")}>
          <Keyboard aria-hidden />
          {t.keys.title}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
