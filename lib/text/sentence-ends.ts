/** Statements side by side: each ends as a sentence of its own script, so that none runs into the next. Pure, linear. */

const ENDED = /[.!?。！？…;；:：][\p{Pe}\p{Pf}"'`*]*$/u;
const IDEOGRAPHS = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]/gu;
const WORDS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}][\p{L}\p{N}_'./-]*/gu;

/** Chinese and Japanese text ends with a full stop of its own, whatever identifiers stand in it. */
function isIdeographic(text: string): boolean {
  const head = text.slice(0, 400).replace(/`[^`]*`/g, " ");
  const ideographs = head.match(IDEOGRAPHS)?.length ?? 0;
  return ideographs > 0 && ideographs >= (head.match(WORDS)?.length ?? 0);
}

/** The text, closed by a full stop where nothing closes it yet. Empty stays empty. */
export function endSentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || ENDED.test(trimmed)) return trimmed;
  return `${trimmed.replace(/[,，、]$/u, "")}${isIdeographic(trimmed) ? "。" : "."}`;
}

/** One paragraph of several statements. */
export function joinSentences(texts: readonly string[]): string {
  let joined = "";
  for (const text of texts) {
    const sentence = endSentence(text);
    if (sentence === "") continue;
    joined += joined === "" || /[。！？；：]$/u.test(joined) ? sentence : ` ${sentence}`;
  }
  return joined;
}

/** One statement a line; a single one stays a title, several are sentences. */
export const stackSentences = (texts: readonly string[]): string =>
  texts.length > 1 ? texts.map(endSentence).join("\n") : (texts[0] ?? "");
