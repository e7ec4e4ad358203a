/** Times as hosts write them: seconds, milliseconds, finer, as number or digits, or ISO with or without a zone (A07). */

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
const ISO_WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/;

/** Milliseconds UTC, or undefined when the value is no time between 2000 and 2100. Without a zone it is UTC. */
export function readTime(value: unknown): number | undefined {
  const ms = typeof value === "number" ? fromNumber(value) : typeof value === "string" ? fromText(value.trim()) : NaN;
  return ms >= EARLIEST && ms < LATEST ? Math.round(ms) : undefined;
}

function fromNumber(value: number): number {
  const size = Math.abs(value);
  if (size < 1e11) return value * 1000;
  if (size < 1e14) return value;
  if (size < 1e17) return value / 1000;
  return value / 1_000_000;
}

function fromText(text: string): number {
  if (text.length > 40) return NaN;
  if (/^\d+(?:\.\d+)?$/.test(text)) return fromNumber(Number(text));
  return Date.parse(ISO_WITHOUT_ZONE.test(text) ? `${text.replace(" ", "T").replace(",", ".")}Z` : text);
}
