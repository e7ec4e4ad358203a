/** A model's words as they may be stored: cleaned like any text, bounded, and never an order to whoever reads them later. Pure. */
import { cleanText } from "../../text/clean";
import { oneLine } from "../../text/fence";
import { looksLikeInstruction } from "../../text/suspicious";
import { clip } from "../rules/script";

/** "" where nothing is left. Code and markup stay as they are. */
export function safeText(text: string, max: number): string {
  // Cleaned before it is cut: half a secret is still one.
  const clean = cleanText(text).text.trim();
  return looksLikeInstruction(clean) ? "" : clip(clean, max);
}

export const safeLine = (text: string, max: number): string => clip(oneLine(safeText(text, max * 4)), max);

/** Non-empty ones, each once. */
export function safeLines(texts: readonly string[], max: number, count: number): string[] {
  const kept = new Set<string>();
  for (const text of texts) {
    if (kept.size >= count) break;
    const line = safeText(text, max);
    if (line !== "") kept.add(line);
  }
  return [...kept];
}
