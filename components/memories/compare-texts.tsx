"use client";
/** Any two texts of a memory against each other; the address holds which. */
import { useTranslations } from "next-intl";
import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTime } from "../time/time-context";
import { useTimeWords } from "../time/words";
import { Button } from "../ui/button";
import { Select } from "../ui/field";
import { useUrlParams } from "../url-params";
import { compareParam } from "./text-key";

interface CompareTextsProps {
  /** Oldest first, at least two. */
  choices: { key: string; number: number; at: number }[];
  chosen: [from: string, to: string] | null;
  /** The difference; drawn on the server. */
  children: ReactNode;
}

export function CompareTexts({ choices, chosen, children }: CompareTextsProps) {
  const t = useTranslations("memory");
  const { change } = useUrlParams();
  const { format } = useTime();
  const words = useTimeWords();
  const id = useId();
  const [from, to] = chosen ?? [choices[0]?.key ?? "", choices.at(-1)?.key ?? ""];
  const go = (compare: string | null) => change({ compare });
  const select = (label: string, value: string, other: string, choose: (key: string) => void) => (
    <Select
      aria-label={label}
      value={value}
      className="h-7 min-w-0 flex-1"
      onChange={(event) => choose(event.target.value)}
    >
      {choices.map(({ key, number, at }) => (
        <option key={key} value={key} disabled={key === other}>
          {t("texts.choice", { number, at: words.absolute(format.wall(at)) })}
        </option>
      ))}
    </Select>
  );
  return (
    <div role="group" aria-labelledby={id} className="space-y-2" data-no-print>
      <div className="flex flex-wrap items-center gap-2">
        <span id={id} className="text-muted">
          {t("texts.compare")}
        </span>
        {select(t("texts.from"), from, to, (key) => go(compareParam(key, to)))}
        {select(t("texts.to"), to, from, (key) => go(compareParam(from, key)))}
        {chosen === null ? (
          <Button size="small" onClick={() => go(compareParam(from, to))}>
            {t("texts.show")}
          </Button>
        ) : (
          <Button look="quiet" size="iconSmall" aria-label={t("texts.close")} onClick={() => go(null)}>
            <X aria-hidden />
          </Button>
        )}
      </div>
      {chosen !== null && <div className="rounded-panel border bg-sunken px-3 py-2.5">{children}</div>}
    </div>
  );
}
