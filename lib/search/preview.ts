/** One-line title and a short piece of a text around the first thing that was searched for. */
import { headOf, tailOf } from "../text/caps";
import { findRanges } from "../text/tokens-highlight";

const MAX_TITLE = 120;
const MAX_PREVIEW = 200;
/** Characters kept before the first match. */
const LEAD = 60;

/** First line that is not blank, at most 120 characters. */
export function titleOf(text: string, fallback: string): string {
  const line = /\S.*/.exec(text)?.[0]?.trim() ?? "";
  if (line === "") return fallback;
  return line.length <= MAX_TITLE ? line : `${headOf(line, MAX_TITLE - 1)}…`;
}

/** At most 200 characters, white space folded, `…` where text is left out. */
export function previewOf(text: string, terms: string[]): string {
  const first = findRanges(text, terms)[0]?.start ?? 0;
  const start = text.length <= MAX_PREVIEW ? 0 : Math.max(0, first - LEAD);
  const piece = headOf(tailOf(text, text.length - start), MAX_PREVIEW * 2)
    .replaceAll(/\s+/g, " ")
    .trim();
  const isCutAtEnd = piece.length > MAX_PREVIEW - 2 || start + MAX_PREVIEW * 2 < text.length;
  const body = headOf(piece, MAX_PREVIEW - 2);
  return `${start > 0 ? "…" : ""}${body}${isCutAtEnd && body.length < piece.length ? "…" : ""}`;
}
