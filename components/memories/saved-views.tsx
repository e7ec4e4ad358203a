"use client";
/** Lists that were given a name: a button until it is used, then the menu that it asked for. */
import { Bookmark } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { StoredText } from "../text/stored-text";
import { Button, type ButtonProps } from "../ui/button";
import type { SavedViewsProps } from "./saved-views-open";

const load = () => import("./saved-views-open");
const OpenMenu = dynamic(() => load().then((module) => module.SavedViewsOpen), {
  ssr: false,
  loading: () => <SavedViewsButton current={null} />,
});

export function SavedViews(props: SavedViewsProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <OpenMenu {...props} />;
  return (
    <SavedViewsButton
      current={props.current}
      aria-haspopup="menu"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    />
  );
}

/** `current`: name of the view that is shown now. */
export function SavedViewsButton({ current, ...props }: ButtonProps & { current: string | null }) {
  const t = useTranslations("memories");
  return (
    <Button size="small" look="quiet" title={t("saved.label")} {...props}>
      <Bookmark aria-hidden className={current === null ? "" : "fill-current"} />
      <span className="sr-only max-w-40 truncate @xl:not-sr-only">
        {current === null ? t("saved.label") : <StoredText text={current} />}
      </span>
    </Button>
  );
}
