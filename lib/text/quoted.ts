/** Reads a closed string on one line by hand, so that no quantifier ranges over hostile text. Pure. */

/** Where the content of a quoted string begins and ends. */
export interface Quoted {
  start: number;
  end: number;
  quoted: true;
}

/** JSON inside JSON inside JSON escapes a quote so often. */
const MAX_SLASHES = 4;

/**
 * The string whose opening quote, escaped or not, stands at `from`, after a prefix such as the `b` of `b"…"`; null where there is none, or where it is not closed on
 * its line within `max` characters. `closing` maps opening quotes to what closes them.
 */
export function quotedAt(
  text: string,
  from: number,
  closing: Readonly<Record<string, string>>,
  max: number,
): Quoted | null {
  let at = /[bfru@$]/i.test(text[from] ?? "") && /["']/.test(text[from + 1] ?? "") ? from + 1 : from;
  let slashes = "";
  while (text[at] === "\\" && slashes.length < MAX_SLASHES) {
    slashes += "\\";
    at += 1;
  }
  const close = closing[text[at] ?? ""];
  if (close === undefined) return null;
  const start = at + 1;
  const limit = Math.min(text.length, start + max);
  for (let end = start; end < limit; end += 1) {
    const character = text[end];
    if (character === "\n") return null;
    if (slashes === "" && character === "\\") end += 1;
    else if (character === close && text.slice(end - slashes.length, end) === slashes)
      return { start, end: end - slashes.length, quoted: true };
  }
  return null;
}
