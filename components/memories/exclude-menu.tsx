"use client";
/** "Never inject": a button until it is used, then the menu that it asked for. */
import { BellOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, type ButtonProps } from "../ui/button";
import type { ExcludeMenuProps } from "./exclude-menu-open";

const load = () => import("./exclude-menu-open");
const OpenMenu = dynamic(() => load().then((module) => module.ExcludeMenuOpen), {
  ssr: false,
  loading: () => <ExcludeButton />,
});

export function ExcludeMenu(props: ExcludeMenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <OpenMenu {...props} />;
  return (
    <ExcludeButton
      aria-haspopup="menu"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    />
  );
}

export function ExcludeButton(props: ButtonProps) {
  const t = useTranslations("memory");
  return (
    <Button size="small" look="quiet" {...props}>
      <BellOff aria-hidden />
      {t("exclusion.action")}
    </Button>
  );
}
