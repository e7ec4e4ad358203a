/**
 * The one gate between what hosts send and what is stored: control characters, private text, secrets, size.
 *
 * The order matters. Escape sequences go first, so that they cannot hide a tag or a token; private text goes before
 * secrets, because a rule must not swallow the end tag; secrets go before the cap, so that none is cut in half and
 * survives. Of a very long text only two windows can be kept, so only those are searched for secrets: private tags are
 * read over the whole.
 */
import { DEFAULT_CAP, capMark, capText, headOf, tailOf } from "./caps";
import { splitNul, stripControl } from "./control";
import { DEFAULT_LIMITS, walkJson } from "./json-value";
import type { JsonValue } from "./json-value";
import { removePrivate } from "./private";
import { redactSecretNumber, redactSecretValue, redactSecrets } from "./secrets";

export interface CleanOptions {
  /** UTF-16 units kept of each string, head and tail together. */
  cap?: number;
}

export interface CleanText {
  text: string;
  originalChars: number;
  /** The text was not blank, and nothing but private text was in it. */
  isPrivate: boolean;
  redactions: number;
}

export interface CleanValue {
  value: JsonValue;
  isPrivate: false;
  redactions: number;
  originalChars: number;
}

/** What a window keeps beyond its share of the cap: a secret shorter than this cannot straddle the inner edge. */
const MARGIN = 8192;
/** Characters kept of one value in all; a body of many long strings must not multiply the cap. */
const VALUE_BUDGET = 1_048_576;
const KEY_CAP = 256;

/** M15, P01–P08, S01–S10, E04–E08: text that may be stored. Pure; linear in the length of `text`. */
export function cleanText(text: string, { cap = DEFAULT_CAP }: CleanOptions = {}): CleanText {
  return { ...cleanPlain(text, cap), originalChars: text.length };
}

interface Cleaned {
  text: string;
  isPrivate: boolean;
  redactions: number;
  /** Private blocks or secrets were taken out: the measure of which reading of a NUL hides less. */
  found: number;
}

function cleanPlain(text: string, cap: number): Omit<CleanText, "originalChars"> {
  const plain = stripControl(text);
  const readings = plain.includes("\0") ? splitNul(plain) : [plain];
  const best = readings
    .map((reading) => cleanReading(reading, text.length, cap))
    .reduce((one, other) => (other.found > one.found ? other : one));
  return { text: best.text, isPrivate: best.isPrivate, redactions: best.redactions };
}

function cleanReading(plain: string, originalChars: number, cap: number): Cleaned {
  const open = removePrivate(plain);
  const window = Math.ceil(cap / 2) + 2 * MARGIN;
  const cleaned =
    open.text.length <= 2 * window
      ? cleanShort(open.text, originalChars, cap)
      : cleanWindows(open.text, originalChars, cap, window);
  return { ...cleaned, isPrivate: open.isPrivate, found: cleaned.redactions + open.removedTags };
}

function cleanShort(text: string, originalChars: number, cap: number): { text: string; redactions: number } {
  const { text: safe, count } = redactSecrets(text);
  return { text: capText(safe, { cap, originalChars: Math.max(originalChars, safe.length) }), redactions: count };
}

function cleanWindows(
  text: string,
  originalChars: number,
  cap: number,
  window: number,
): { text: string; redactions: number } {
  const head = redactSecrets(headOf(text, window));
  const tail = redactSecrets(tailOf(text, window));
  const safeHead = headOf(head.text, Math.max(0, head.text.length - MARGIN));
  const safeTail = tailOf(tail.text, Math.max(0, tail.text.length - MARGIN));
  const keptHead = headOf(safeHead, Math.ceil(cap / 2));
  const keptTail = tailOf(safeTail, Math.floor(cap / 2));
  return {
    text: keptHead + capMark(originalChars, keptHead.length + keptTail.length) + keptTail,
    redactions: head.count + tail.count,
  };
}

/**
 * A copy of a JSON value with every string and key at every depth cleaned (E09, S08). Depth, number of values and total
 * size are bounded, with a visible mark where something was left out. Strings below a key such as `password` are
 * replaced as a whole. Text split over blocks must be joined before (`toolText`): a private tag ends with its string.
 */
export function cleanValue(value: unknown, { cap = DEFAULT_CAP }: CleanOptions = {}): CleanValue {
  let redactions = 0;
  let originalChars = 0;
  let budget = VALUE_BUDGET;
  const cleaned = walkJson(
    value,
    {
      string(text, key) {
        originalChars += text.length;
        const whole = key === null ? null : redactSecretValue(key, text);
        if (whole !== null && whole !== text) {
          redactions += 1;
          return whole;
        }
        if (budget <= 0) return text === "" ? text : `[left out: ${text.length} characters]`;
        const part = cleanPlain(text, cap);
        redactions += part.redactions;
        budget -= part.text.length;
        return part.text;
      },
      number(number, key) {
        const whole = key === null ? null : redactSecretNumber(key);
        if (whole === null) return number;
        redactions += 1;
        return whole;
      },
      key(text) {
        originalChars += text.length;
        const part = cleanPlain(text, KEY_CAP);
        redactions += part.redactions;
        budget -= part.text.length;
        return part.text;
      },
    },
    DEFAULT_LIMITS,
  );
  return { value: cleaned, isPrivate: false, redactions, originalChars };
}

export { toolText } from "./tool-text";
