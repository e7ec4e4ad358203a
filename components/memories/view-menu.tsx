"use client";
/** Table or cards, how dense, which columns: a button until it is used, then the menu that it asked for. */
import { SlidersHorizontal } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, type ButtonProps } from "../ui/button";
import type { ViewMenuProps } from "./view-menu-open";

const load = () => import("./view-menu-open");
const OpenMenu = dynamic(() => load().then((module) => module.ViewMenuOpen), {
  ssr: false,
  loading: () => <ViewButton />,
});

export function ViewMenu(props: ViewMenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <OpenMenu {...props} />;
  return (
    <ViewButton
      aria-haspopup="menu"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    />
  );
}

export function ViewButton(props: ButtonProps) {
  const t = useTranslations("memories");
  return (
    <Button size="small" look="quiet" title={t("view.label")} {...props}>
      <SlidersHorizontal aria-hidden />
      <span className="sr-only @xl:not-sr-only">{t("view.label")}</span>
    </Button>
  );
}
