/** Small text tools that the rules share: script, bounded cutting, plain words. */
import { headOf } from "../../text/caps";
import { likeness, tokensOf } from "../../text/likeness";

const CJK = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]/u;
const CHINESE = /[\u3400-\u4dbf\u4e00-\u9fff]/u;

/** Whether labels around this text should be Chinese. */
export const isChinese = (text: string): boolean => CHINESE.test(text) && !/[\u3040-\u30ff\uac00-\ud7af]/u.test(text);

export const hasCjk = (text: string): boolean => CJK.test(text);

/** Cuts at a word where one is near, never inside a surrogate pair; at most `max` UTF-16 units with the ellipsis. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = max - 1;
  const space = text.lastIndexOf(" ", end);
  if (space > max * 0.7) end = space;
  return `${headOf(text, end).trimEnd()}…`;
}

/** Head and tail of a long text: openings name the subject, endings the result. */
export function headAndTail(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.floor(max * 0.6);
  return `${text.slice(0, head)}\n\n${text.slice(text.length - (max - head))}`;
}

/** One line without Markdown emphasis, list marks and surplus space. */
export function plain(text: string): string {
  return text
    .replace(/\*\*|__(?=\S)|(?<=\S)__/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Ends without the punctuation that a title does not carry. */
export const bareEnd = (text: string): string => text.replace(/[\s.:;,。：；，]+$/u, "");

/** Keeps texts that say something the ones before them do not; stops at `max`. */
export function distinct(texts: string[], max: number, threshold = 0.8): string[] {
  const kept: { text: string; tokens: Set<string> }[] = [];
  for (const text of texts) {
    if (kept.length >= max) break;
    const tokens = tokensOf(text);
    if (text !== "" && !kept.some((other) => other.text === text || likeness(other.tokens, tokens) > threshold))
      kept.push({ text, tokens });
  }
  return kept.map(({ text }) => text);
}
