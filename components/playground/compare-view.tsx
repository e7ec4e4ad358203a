"use client";
/** Two blocks, one before and one after a change: what moved, and their lines with the words that differ. */
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { blockMoves } from "@/lib/text/block-moves";
import { type BlockLine, diffBlocks } from "@/lib/text/block-diff";
import { StoredCode } from "../text/stored-text";
import { DiffText } from "../text/word-diff";
import type { Look } from "./before-after";
import { MoveList } from "./move-list";

export function CompareView({ before, after }: { before: Look; after: Look }) {
  const t = useTranslations("injections");
  const moves = useMemo(() => blockMoves(before.entries, after.entries), [before.entries, after.entries]);
  const lines = useMemo(() => diffBlocks(before.text, after.text), [before.text, after.text]);
  return (
    <div className="space-y-3">
      <p className="text-muted tabular-nums">
        {t("compare.sizes", { before: before.text.length, after: after.text.length })}
      </p>
      <div className="rounded-panel border bg-surface">
        <MoveList moves={moves} label={t("compare.moves")} />
      </div>
      <div
        role="region"
        aria-label={t("compare.lines")}
        tabIndex={0}
        className="overflow-x-auto rounded-panel border bg-sunken py-2 font-mono text-[12px] leading-[18px]"
      >
        {lines.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </div>
    </div>
  );
}

function Line({ line }: { line: BlockLine }) {
  const t = useTranslations("injections");
  const common = useTranslations("common");
  if (line.kind === "skipped") {
    return <p className="my-1 border-y border-dashed px-3 text-muted">{t("compare.skipped", { count: line.count })}</p>;
  }
  if (line.kind === "changed") {
    return (
      <div className="px-3 [&_.stored]:text-[12px] [&_.stored]:leading-[18px]">
        <DiffText parts={line.parts} />
      </div>
    );
  }
  const text = line.text === "" ? " " : line.text;
  if (line.kind === "added") {
    return (
      <ins className="stored block bg-added px-3 no-underline">
        <span className="sr-only">{common("added")}</span>
        <StoredCode text={text} className="text-[1em]" />
      </ins>
    );
  }
  if (line.kind === "removed") {
    return (
      <del className="stored block bg-removed px-3 line-through">
        <span className="sr-only">{common("removed")}</span>
        <StoredCode text={text} className="text-[1em]" />
      </del>
    );
  }
  return (
    <p className="stored px-3 text-muted">
      <StoredCode text={text} className="text-[1em]" />
    </p>
  );
}
