"use client";
/** What came into a block, went, or stands elsewhere in it. */
import { useFormatter, useTranslations } from "next-intl";
import { ArrowDown, ArrowUp, List, Minus, Plus } from "lucide-react";
import { cn } from "@/lib/cn";
import type { BlockMove } from "@/lib/contract/inject-preview";
import { StoredText } from "../text/stored-text";

const LOOKS = {
  in: { icon: Plus, tone: "text-green" },
  out: { icon: Minus, tone: "text-red" },
  up: { icon: ArrowUp, tone: "text-blue" },
  down: { icon: ArrowDown, tone: "text-orange" },
  listed: { icon: List, tone: "text-muted" },
  unlisted: { icon: List, tone: "text-muted" },
} as const;

/** What says most comes first. */
const ORDER = ["in", "out", "up", "down", "listed", "unlisted"] as const satisfies readonly BlockMove["move"][];

export function MoveList({ moves, label }: { moves: readonly BlockMove[]; label: string }) {
  const t = useTranslations("injections");
  const format = useFormatter();
  const score = (value: number): string => format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const scores = ({ scoreBefore, scoreAfter }: BlockMove): string => {
    if (scoreBefore === null || scoreAfter === null) return "";
    const [before, after] = [score(scoreBefore), score(scoreAfter)];
    return before === after ? "" : t("moves.score", { before, after });
  };
  const ordered = [...moves].sort((a, b) => ORDER.indexOf(a.move) - ORDER.indexOf(b.move));
  if (ordered.length === 0) return <p className="px-3 py-3 text-muted">{t("moves.none")}</p>;
  return (
    <ul aria-label={label} className="divide-y">
      {ordered.map((move) => {
        const { icon: Icon, tone } = LOOKS[move.move];
        return (
          <li key={`${move.type}:${move.id}`} className="flex gap-2 px-3 py-1.5">
            <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", tone)} />
            <div className="min-w-0 flex-1">
              <p className="stored line-clamp-2">
                <StoredText text={move.text.replace(/^[-!*] /, "")} />
              </p>
              <p className="flex flex-wrap gap-x-3 text-meta text-muted">
                <span className={tone}>{t(`moves.${move.move}`, { listed: String(move.after === "listed") })}</span>
                <span className="tabular-nums empty:hidden">{scores(move)}</span>
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
