/** Terminal sequences, control characters and broken surrogates: out, without losing the words around them. */

const ESC = "\\x1b";
/** BEL, ST in 7 bits, ST in 8 bits. */
const STRING_END = `(?:\\x07|${ESC}\\\\|\\x9c)`;

/**
 * Complete sequences first; of one that is cut off only the introducer goes, so that the text after it stays.
 * Each run inside ends at the next introducer: linear.
 */
const SEQUENCE = new RegExp(
  [
    `(?:${ESC}\\[|\\x9b)[0-?]*[ -/]*[@-~]`, // CSI: colours, cursor, clearing
    `(?:${ESC}[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x1b\\x90-\\x9f\\n]*${STRING_END}`, // OSC (hyperlinks, titles), DCS, SOS, PM, APC
    `${ESC}[()*+\\-./][0-9A-Za-z]`, // character sets
    `${ESC}[#% ][0-9A-Za-z@]`,
    `${ESC}[\\[\\]PX^_]`,
    `${ESC}[0-9=>cDEHMNOZ\\\\|}~]`,
  ].join("|"),
  "g",
);

/** Bold and underline of manual pages: a letter struck twice, or over an underscore. */
const OVERSTRUCK = /([^\n\b])\x08\1|_\x08(?=[^\n\b])/g;
/** Every line end, and the page and line feeds of old printers. */
const LINE_END = /\r+\n?|[\v\f\x85]/g;
/** NUL is kept here: `splitNul` decides whether it joins or separates. */
const CONTROL = /[\x01-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]+/g;
/** Zero-width characters inside ASCII words serve nobody: they hide words from search, tags and secrets from us. */
const HIDDEN_IN_ASCII = /(?<=[!-~])[\u200b\u2060-\u2064\ufeff\u00ad]+(?=[!-~])/g;

const NEEDS_WORK = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;
const MAYBE_HIDDEN = /[\u200b\u2060-\u2064\ufeff\u00ad]/;
const MAYBE_LONE = /[\ud800-\udfff]/;

/** Text without escape sequences and control characters (but \n, \t and NUL), well-formed; line ends become \n (E04, E08). */
export function stripControl(text: string): string {
  let clean = text;
  if (NEEDS_WORK.test(clean)) {
    if (/[\x1b\x90-\x9f]/.test(clean)) clean = clean.replace(SEQUENCE, "");
    if (clean.includes("\b")) clean = clean.replace(OVERSTRUCK, "$1");
    clean = clean.replace(LINE_END, "\n").replace(CONTROL, "");
  }
  if (MAYBE_HIDDEN.test(clean)) clean = clean.replace(/^\ufeff+/, "").replace(HIDDEN_IN_ASCII, "");
  if (MAYBE_LONE.test(clean)) clean = wellFormed(clean);
  return clean;
}

/** In every engine we run on; TypeScript's library for our target does not know it yet. */
const wellFormed = (text: string): string => (text as string & { toWellFormed(): string }).toWellFormed();

/**
 * What a NUL may stand for (E06): a separator (`find -print0`), or the other byte of UTF-16. One reading or two, the
 * likelier first; of two the caller takes the one that hides nothing.
 */
export function splitNul(text: string): string[] {
  const joined = text.replaceAll("\0", "");
  if (text.length - joined.length >= text.length / 3) return [joined];
  return [text.replace(/\0+/g, "\n"), joined];
}
