"use client";
/** The rail's "More": a button until it is used, then the menu that it asked for. */
import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";

const load = () => import("./frame-menu-open");
const OpenMenu = dynamic(() => load().then((module) => module.FrameMenuOpen), {
  ssr: false,
  loading: () => <FrameMenuButton />,
});

export function FrameMenu() {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <OpenMenu />;
  return (
    <FrameMenuButton
      aria-haspopup="menu"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    />
  );
}

export function FrameMenuButton(props: ComponentProps<"button">) {
  const t = useTranslations("common");
  return (
    <button
      type="button"
      aria-label={t("more")}
      data-tip={t("more")}
      className="flex h-8 w-full shrink-0 items-center justify-center gap-2.5 rounded-control text-muted hover:bg-hover hover:text-text lg:justify-start lg:px-2"
      {...props}
    >
      <Ellipsis aria-hidden className="size-4" />
      <span className="hidden lg:inline">{t("more")}</span>
    </button>
  );
}
