"use client";
/** "Read again": a turn, or the whole session, by the rules or by the language model where one is configured. Says what it will do. */
import { useTranslations } from "next-intl";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { readAgain } from "@/app/session/[id]/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../ui/menu";

interface ReadAgainProps {
  id: number;
  /** Absent = all turns. */
  turn?: number;
  /** Turns that will be read: private ones are left out. */
  count: number;
  /** Name of the model that would be asked; null = none is configured, or the project keeps its turns from it. */
  model: string | null;
}

export function ReadAgain({ id, turn, count, model }: ReadAgainProps) {
  const t = useTranslations("session");
  const [pending, setPending] = useState(false);
  const change = useChange();
  const run = async (by: "rules" | "llm") => {
    setPending(true);
    await change.run(
      () => readAgain({ id, by, ...(turn === undefined ? {} : { turn }) }),
      ({ queued }) => t("willRead", { count: queued }),
    );
    setPending(false);
  };
  const label = turn === undefined ? t("readAgain") : t("readTurnAgain", { number: turn });
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          size={turn === undefined ? "small" : "iconSmall"}
          look="quiet"
          disabled={pending || count === 0}
          aria-label={label}
          title={label}
        >
          <RefreshCw aria-hidden />
          {turn === undefined && <span className="max-sm:hidden">{t("readAgain")}</span>}
        </Button>
      </MenuTrigger>
      <MenuContent align="end" className="max-w-80" aria-label={label}>
        <p className="px-2 py-1 text-meta text-muted">{t("readAgainHint", { count })}</p>
        <MenuItem onSelect={() => void run("rules")}>{t("byTheRules")}</MenuItem>
        {model === null ? (
          <p className="px-2 py-1 text-meta text-muted">{t("noModel")}</p>
        ) : (
          <MenuItem className="h-auto min-h-8 py-1" onSelect={() => void run("llm")}>
            <span className="min-w-0">
              {t("byModel", { model })}
              <span className="block text-meta text-muted">{t("byModelHint")}</span>
            </span>
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  );
}
