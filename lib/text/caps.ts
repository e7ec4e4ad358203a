/** Long text keeps its head and its tail, with a mark between them that tells the original size. */

/** UTF-16 units kept of one string in all (design: 64 KiB a string). */
export const DEFAULT_CAP = 65_536;

export interface CapOptions {
  cap?: number | undefined;
  /** Size to name in the mark when `text` is already a part of something longer. */
  originalChars?: number | undefined;
}

/** At most `cap` units of `text` itself; the mark comes on top. Surrogate pairs stay whole. */
export function capText(text: string, { cap = DEFAULT_CAP, originalChars = text.length }: CapOptions = {}): string {
  const limit = Math.max(0, Math.floor(cap));
  if (text.length <= limit) return text;
  const head = headOf(text, Math.ceil(limit / 2));
  const tail = tailOf(text, Math.floor(limit / 2));
  return head + capMark(originalChars, head.length + tail.length) + tail;
}

export function capMark(originalChars: number, keptChars: number): string {
  return `\n[… ${originalChars - keptChars} of ${originalChars} characters left out …]\n`;
}

/** The first `size` units, one fewer where that would cut a pair. */
export function headOf(text: string, size: number): string {
  if (size <= 0) return "";
  if (size >= text.length) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(size - 1)) ? size - 1 : size);
}

/** The last `size` units, one fewer where that would cut a pair. */
export function tailOf(text: string, size: number): string {
  if (size <= 0) return "";
  if (size >= text.length) return text;
  const start = text.length - size;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
