/** Scripts that are written without spaces between words, and Hangul, whose words take endings: a few characters say much. */
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** True when the text holds Chinese, Japanese or Korean. */
export const hasCjk = (text: string): boolean => CJK.test(text);
