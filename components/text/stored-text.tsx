/** Stored text is data: escaped, isolated in its own direction, with marks where something can't be seen. */
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { cn } from "@/lib/cn";
import type { Range } from "@/lib/text/tokens-highlight";
import { wordFor } from "../labels";
import { useNumbers } from "../numbers";
import { type Mark, markHidden } from "./marks";
import { cutPaths } from "./paths";

interface StoredTextProps {
  text: string;
  /** Ranges of `text` to mark as found, in order, without overlap. */
  found?: Range[];
  className?: string;
}

/** Inline. Add the class `stored` to the block around it for line breaks and wrapping. */
export function StoredText({ text, found = [], className }: StoredTextProps) {
  return (
    <bdi dir="auto" className={className}>
      <Pieces text={text} found={found} />
    </bdi>
  );
}

function Pieces({ text, found }: { text: string; found: Range[] }) {
  return cut(text, found).map((piece, index) =>
    piece.found ? (
      <mark key={index}>
        <Marked text={piece.text} />
      </mark>
    ) : (
      <Marked key={index} text={piece.text} />
    ),
  );
}

function Marked({ text }: { text: string }) {
  return markHidden(text).map((piece, index) =>
    piece.kind === "text" ? <Ordered key={index} text={piece.text} /> : <HiddenMark key={index} mark={piece} />,
  );
}

/** A path reads from left to right in a text that does not. */
function Ordered({ text }: { text: string }) {
  return cutPaths(text).map((piece, index) =>
    piece.isPath ? (
      <bdi key={index} dir="ltr">
        {piece.text}
      </bdi>
    ) : (
      <Fragment key={index}>{piece.text}</Fragment>
    ),
  );
}

function HiddenMark({ mark: { code, count, hidden } }: { mark: Mark }) {
  const t = useTranslations("common");
  const numbers = useNumbers();
  // Names are kept under the digits of the code.
  const named = wordFor(t, "hidden.names", code.slice(2));
  const name = named === code.slice(2) ? t("hidden.unnamed") : named;
  const times = count === 1 ? code : `${code} ×${numbers.count(count)}`;
  const title = count === 1 ? t("hidden.one", { code, name }) : t("hidden.run", { count, code, name });
  return (
    <span
      title={hidden === null ? title : t("hidden.text", { text: hidden })}
      className="mx-0.5 inline-block rounded-[3px] bg-orange/10 px-1 font-mono text-[0.8em] leading-[1.4] text-orange"
    >
      {hidden === null ? times : t("hidden.characters", { count })}
    </span>
  );
}

function cut(text: string, ranges: Range[]): { text: string; found: boolean }[] {
  const pieces: { text: string; found: boolean }[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at || end <= start) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), found: false });
    pieces.push({ text: text.slice(start, end), found: true });
    at = end;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at), found: false });
  return pieces;
}

/** Code, paths and identifiers: always left to right (U07). */
export function StoredCode({ text, found = [], className }: StoredTextProps) {
  return (
    <bdi dir="ltr" className={cn("font-mono text-[0.925em]", className)}>
      <Pieces text={text} found={found} />
    </bdi>
  );
}

/** A memory's key: monospace; breaks after each colon unless it has to stay on one line, where what was found can be marked. */
export function KeyText({ text, found = [], oneLine = false, className }: StoredTextProps & { oneLine?: boolean }) {
  if (oneLine) return <StoredCode text={text} found={found} className={cn("text-meta", className)} />;
  return (
    <bdi dir="ltr" className={cn("font-mono text-meta break-words", className)}>
      {text.split(/(?<=:)/).map((segment, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <Marked text={segment} />
        </Fragment>
      ))}
    </bdi>
  );
}
