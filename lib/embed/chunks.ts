/** Cuts long text into overlapping pieces that the model reads well: about 250 tokens, at sentence ends where there are any. */

const CHUNK_TOKENS = 250;
const OVERLAP_TOKENS = 40;
/** A text up to this long stays whole: a short rest of its own would say little. */
const WHOLE_TOKENS = 320;
/** A segment is a sentence, or a piece of one; after SOFT it ends at the next space, at HARD anywhere. */
const SOFT_SEGMENT_TOKENS = 40;
const HARD_SEGMENT_TOKENS = 60;
export const MAX_CHUNKS = 16;
/** Of a text with more: so many from its end, the rest from its start. */
const TAIL_CHUNKS = 4;

interface Segment {
  start: number;
  end: number;
  tokens: number;
}

/** Pieces in order, at most {@link MAX_CHUNKS}; one for a short text, none for a blank one. Linear in the text's length. */
export function chunkText(text: string): string[] {
  const segments = segmentsOf(text);
  const total = segments.reduce((sum, segment) => sum + segment.tokens, 0);
  const spans = total <= WHOLE_TOKENS ? [{ start: 0, end: text.length }] : pack(segments);
  const chunks = spans.map(({ start, end }) => text.slice(start, end).trim()).filter((chunk) => chunk !== "");
  if (chunks.length <= MAX_CHUNKS) return chunks;
  return [...chunks.slice(0, MAX_CHUNKS - TAIL_CHUNKS), ...chunks.slice(-TAIL_CHUNKS)];
}

function pack(segments: Segment[]): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let first = 0;
  let tokens = 0;
  segments.forEach((segment, at) => {
    if (tokens + segment.tokens > CHUNK_TOKENS && at > first) {
      spans.push(spanOf(segments, first, at));
      let overlap = 0;
      let back = at;
      for (let previous = segments[back - 1]; previous !== undefined; previous = segments[back - 1]) {
        if (overlap + previous.tokens > OVERLAP_TOKENS) break;
        overlap += previous.tokens;
        back -= 1;
      }
      first = back;
      tokens = overlap;
    }
    tokens += segment.tokens;
  });
  spans.push(spanOf(segments, first, segments.length));
  return spans;
}

const spanOf = (segments: Segment[], from: number, to: number) => ({
  start: segments[from]?.start ?? 0,
  end: segments[to - 1]?.end ?? 0,
});

function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  let tokens = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const end = at + (code > 0xffff ? 2 : 1);
    tokens += weightOf(code);
    const endsHere = endsSentence(code, text, end) || (tokens >= SOFT_SEGMENT_TOKENS && isSpace(code));
    if (endsHere || tokens >= HARD_SEGMENT_TOKENS) {
      segments.push({ start, end, tokens });
      start = end;
      tokens = 0;
    }
    at = end;
  }
  if (start < text.length) segments.push({ start, end: text.length, tokens });
  return segments;
}

/** Tokens that a character costs, on the average of our texts. */
function weightOf(code: number): number {
  if (isSpace(code)) return 0.02;
  if (isCjk(code)) return 0.8;
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 0.27;
  return code < 128 ? 0.6 : 0.5;
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0x3000 || code === 0xa0;

const isCjk = (code: number): boolean =>
  (code >= 0x2e80 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7af) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0x20000 && code <= 0x3ffff);

const FULL_STOPS = new Set([..."。！？；…"].map((sign) => sign.codePointAt(0)));
const STOPS = new Set([...".!?;"].map((sign) => sign.codePointAt(0)));

/** A line break, a CJK stop, or a Latin stop before a space: `v1.2.3` and `lib/a.ts` go on. */
function endsSentence(code: number, text: string, next: number): boolean {
  if (code === 10 || FULL_STOPS.has(code)) return true;
  return STOPS.has(code) && (next >= text.length || isSpace(text.charCodeAt(next)));
}
