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

/** Where a sentence, or a line, is over. */
const SENTENCE_END = /(?<=[。！？!?；;])|(?<=\.["'”’)\]]{0,2})(?=\s)|(?=[\r\n\u2028\u2029])/u;
const MAX_SENTENCES = 200;

/** The text without the sentences that are to be dropped; as it is where none is, empty where nothing is left. Of a very long text the end is one. */
export function dropSentences(text: string, isDropped: (sentence: string) => boolean): string {
  if (isDropped(text)) return "";
  const parts = text.split(SENTENCE_END);
  if (parts.length < 2) return text;
  const [head, tail] = [parts.slice(0, MAX_SENTENCES), parts.slice(MAX_SENTENCES).join("")];
  const kept = head.filter((part) => part.trim() === "" || !isDropped(part));
  return kept.length === head.length ? text : [...kept, tail].join("").trim();
}
