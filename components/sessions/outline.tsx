/** The turns of a session by their prompts, to jump to. Of a long one the others stand by the fifty. */
import { useTranslations } from "next-intl";
import { Lock } from "lucide-react";
import Link from "next/link";
import { cn } from "@/lib/cn";
import { StoredText } from "../text/stored-text";
import { hrefWith } from "../url";

export interface OutlineTurn {
  number: number;
  isPrivate: boolean;
  text: string | null;
}

interface OutlineProps {
  id: number;
  turns: OutlineTurn[];
  /** First and last turn on the page. */
  shown: { first: number; last: number } | null;
  target: number | null;
}

const GROUP = 50;

export function Outline({ id, turns, shown, target }: OutlineProps) {
  const t = useTranslations("session");
  const groups: OutlineTurn[][] = [];
  for (let at = 0; at < turns.length; at += GROUP) groups.push(turns.slice(at, at + GROUP));
  return (
    <nav aria-label={t("outline")} className="p-2">
      <h2 className="px-2 pb-1 text-meta font-semibold text-muted">{t("outlineOf", { count: turns.length })}</h2>
      {groups.length <= 1 ? (
        <Turns id={id} turns={turns} shown={shown} target={target} />
      ) : (
        groups.map((group) => {
          const [first, last] = [group[0]?.number ?? 0, group.at(-1)?.number ?? 0];
          const isHere = shown !== null && first <= shown.last && last >= shown.first;
          return isHere ? (
            <details key={first} open>
              <summary className="min-h-7 rounded-control px-2 py-1 text-meta hover:bg-hover">
                {t("turns", { first, last })}
              </summary>
              <Turns id={id} turns={group} shown={shown} target={target} />
            </details>
          ) : (
            <Link
              key={first}
              href={turnHref(id, first)}
              prefetch={false}
              className="flex min-h-7 items-center rounded-control px-2 text-meta text-muted hover:bg-hover hover:text-text"
            >
              {t("turns", { first, last })}
            </Link>
          );
        })
      )}
    </nav>
  );
}

function Turns({ id, turns, shown, target }: OutlineProps) {
  const t = useTranslations("session");
  return (
    <ol>
      {turns.map(({ number, isPrivate, text }) => (
        <li key={number}>
          <Link
            href={turnHref(id, number)}
            prefetch={false}
            aria-current={number === target ? "true" : undefined}
            className={cn(
              "flex min-h-7 min-w-0 items-center gap-2 rounded-control px-2 text-meta hover:bg-hover",
              number === target && "bg-selected font-medium",
              shown !== null && (number < shown.first || number > shown.last) && "text-muted",
            )}
          >
            <span className="w-7 shrink-0 text-right text-muted tabular-nums">{number}</span>
            {isPrivate ? (
              <span className="flex min-w-0 items-center gap-1 text-slate">
                <Lock aria-hidden className="size-3 shrink-0" />
                {t("private")}
              </span>
            ) : (
              <span className="min-w-0 truncate">
                {text === null ? t(number === 0 ? "beforeFirst" : "noPrompt") : <StoredText text={text} />}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ol>
  );
}

const turnHref = (id: number, turn: number): string => `${hrefWith(`/session/${id}`, "", { turn })}#turn-${turn}`;
