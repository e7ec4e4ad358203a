"use client";
/** One block in the list: when and for what, how much it took, whether it was used. Above the first of a day or a session, who it is of. */
import { useTranslations } from "next-intl";
import { CircleCheck, CircleDashed, CircleSlash } from "lucide-react";
import Link from "next/link";
import { cn } from "@/lib/cn";
import type { InjectionBrief } from "@/lib/contract/inject";
import { useLabels, wordFor } from "../labels";
import { StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";

interface InjectionRowProps {
  block: InjectionBrief;
  href: string;
  current: boolean;
  inPlace: boolean;
}

export function InjectionRow({ block, href, current, inPlace }: InjectionRowProps) {
  const t = useTranslations("injections");
  return (
    <Link
      data-row
      href={href}
      replace={inPlace}
      scroll={false}
      prefetch={false}
      aria-current={current ? "true" : undefined}
      className={cn(
        "flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 border-b py-1.5 pr-4 pl-8 transition-colors duration-[120ms] hover:bg-hover",
        current && "bg-selected hover:bg-selected",
      )}
    >
      <Time at={block.created_at} show="clock" className="w-12 shrink-0 text-meta text-muted tabular-nums" />
      <span className="w-28 shrink-0 font-medium">{wordFor(t, "event", block.event)}</span>
      <UseMark block={block} />
      <span className="ml-auto flex shrink-0 gap-3 text-meta text-muted tabular-nums">
        <span>{t("items", { count: block.items })}</span>
        <span title={t("sizeLong", { chars: block.chars, tokens: block.tokens })}>
          {t("size", { tokens: block.tokens })}
        </span>
      </span>
    </Link>
  );
}

const MARKS = {
  used: { icon: CircleCheck, tone: "green" },
  unused: { icon: CircleSlash, tone: "grey" },
  waiting: { icon: CircleDashed, tone: "plain" },
  nothing: { icon: CircleDashed, tone: "plain" },
} as const;

export function UseMark({ block }: { block: Pick<InjectionBrief, "use" | "used" | "told"> }) {
  const t = useTranslations("injections");
  const state = block.told === 0 ? "nothing" : block.use;
  const { icon: Icon, tone } = MARKS[state];
  return (
    <Tag tone={tone} title={t(`useWhy.${state}`)}>
      <Icon aria-hidden />
      {t(`use.${state}`, { used: block.used, told: block.told })}
    </Tag>
  );
}

/** Who a run of blocks was sent to. */
export function SessionHead({ block, href }: { block: InjectionBrief; href: string | null }) {
  const t = useTranslations("injections");
  const labels = useLabels();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b bg-sunken px-4 py-1 text-meta">
      <span className="font-semibold">{block.host === null ? t("noHost") : labels.host(block.host)}</span>
      <span className="min-w-0 truncate">
        {block.project === null ? t("globalOnly") : <StoredText text={block.project} />}
        {block.branch !== null && (
          <>
            {" · "}
            <StoredCode text={block.branch} />
          </>
        )}
      </span>
      <span className="ml-auto flex min-w-0 items-center gap-3 text-muted">
        {block.session === null ? (
          t("noSession")
        ) : (
          <>
            {href !== null && (
              <Link href={href} prefetch={false} scroll={false} className="hover:text-text hover:underline">
                {t("onlySession")}
              </Link>
            )}
            {block.session_id === null ? (
              <StoredCode text={block.session} className="truncate" />
            ) : (
              <Link href={`/session/${block.session_id}`} prefetch={false} className="hover:text-text hover:underline">
                {t("sessionNumber", { id: block.session_id })}
              </Link>
            )}
          </>
        )}
      </span>
    </div>
  );
}
