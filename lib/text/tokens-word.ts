/** Looks inside one written word: the identifier as a whole, and the pieces people ask for. */
import { foldCase } from "./tokens-fold";

export interface Word {
  /** Folded; backslashes are slashes. */
  whole: string;
  /** Folded, in order, camelCase split; one piece when the word is plain. */
  pieces: string[];
  /** The same without the camelCase split, when that differs. */
  segments: string[] | null;
  /** A sign at the end carries the meaning (`C++`, `C#`, `100%`): the core alone is another word. */
  isLiteral: boolean;
}

/** Characters of a token; longer ones are cut, the same in text and query. */
const MAX_TOKEN = 128;
/** A longer word is no identifier (minified code, base64): its pieces become words of their own. */
const MAX_WORD = 256;

/** Signs that mean nothing at the edge of a word. `@ # $ . _` in front and `+ # %` behind do mean something. */
const EDGE_START = new Set("-/\\:+%'’");
const EDGE_END = new Set("-./\\:@$'’");
const DELIMITERS = /[^\p{L}\p{M}\p{N}]+/u;
const HAS_CONTENT = /[\p{L}\p{N}]/u;
const CAMEL = /\p{Ll}\p{Lu}|\p{N}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const CAMEL_EDGES = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const PLAIN = /^(?:[a-z0-9]+|[A-Z][a-z0-9]*|[A-Z]+)$/;

/** Words of one scanned word: usually one; none for signs only; many for an overlong run. Linear. */
export function analyzeWord(text: string): Word[] {
  if (text.length <= MAX_TOKEN && PLAIN.test(text)) return [plain(text)];
  if (text.length > MAX_WORD)
    return text.split(DELIMITERS).flatMap((piece) => (HAS_CONTENT.test(piece) ? analyzeCore(piece) : []));
  return analyzeCore(trimSigns(text));
}

function plain(text: string): Word {
  const whole = text.toLowerCase();
  return { whole, pieces: [whole], segments: null, isLiteral: false };
}

function analyzeCore(core: string): Word[] {
  if (!HAS_CONTENT.test(core)) return [];
  const whole = cut(foldCase(core.replaceAll("\\", "/").replaceAll("’", "'")));
  const written = core.split(DELIMITERS).filter((piece) => HAS_CONTENT.test(piece));
  const segments = written.map((piece) => cut(foldCase(piece)));
  const hasCamel = core.length <= MAX_WORD && CAMEL.test(core);
  const pieces = hasCamel ? written.flatMap((piece) => piece.split(CAMEL_EDGES).map(foldCase).map(cut)) : segments;
  const last = whole.at(-1) ?? "";
  return [
    {
      whole,
      pieces,
      segments: hasCamel && pieces.length !== segments.length ? segments : null,
      isLiteral: last === "+" || last === "#" || last === "%",
    },
  ];
}

function trimSigns(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && EDGE_START.has(text.charAt(start))) start += 1;
  while (end > start && EDGE_END.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Never leaves half a surrogate pair. */
function cut(token: string): string {
  if (token.length <= MAX_TOKEN) return token;
  const short = token.slice(0, MAX_TOKEN);
  return /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}
