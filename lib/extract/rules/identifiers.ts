/** Names that stand for one thing (m248, ADR-0005, src/cart.ts, `total`, CartStore): what tells two subjects apart. Pure, linear. */
import { keySegment } from "../../memories/fields";

/** Products that are written like names, yet are what one chooses, not what one chooses for. */
const PRODUCT =
  /^(?:(?:node|next|vue|nuxt|react|express|nest|three|d3|ember|solid|alpine)\.?js|graphql|typescript|javascript|coffeescript|github|gitlab|bitbucket|postgresql|mysql|sqlite|mariadb|mongodb|dynamodb|cockroachdb|keydb|dragonflydb|rabbitmq|bullmq|openapi|websockets?|webassembly|vscode|intellij|macos|ios|iphone|youtube|kubernetes|k8s|i18n|l10n|a11y|utf-?8|utf-?16|sha-?\d+|md5|es\d+|http\/?\d|oauth2?|ipv[46]|e2e)$/i;
/** Whose number is a version. */
const VERSIONED =
  "node(?:\\.?js)?|python|java|php|go|golang|ruby|react|vue|next(?:\\.?js)?|angular|typescript|postgres(?:ql)?|mysql|redis|valkey|memcached|sqlite|mongo(?:db)?|ubuntu|debian|alpine|vite|vitest|jest|eslint|pnpm|npm|yarn|bun|deno|rust|kotlin|swift|dotnet|jdk|version|release";
const UNIT =
  "(?:ms|msecs?|s|secs?|seconds?|m|min|mins|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|years?|b|kb|mb|gb|tb|kib|mib|gib|k|px|em|rem|x|times|percent|%|retries|attempts|requests|rows|items|lines|chars|characters|columns|entries|connections|workers|threads|毫秒|秒|分钟|分|小时|天|周|个?月|年|次|倍|条|行|个)";
const QUANTITY = new RegExp(`(?<![\\w./#-])\\d[\\d.,]{0,20}[ -]?${UNIT}(?![A-Za-z0-9])`, "gi");
const VERSION_AFTER = new RegExp(`(?<![\\w-])(${VERSIONED})[ @-]?v?\\d[\\d.]{0,20}(?![\\w])`, "gi");
const VERSION = /(?<![\w./#-])v?\d{1,6}(?:\.\d{1,6}){1,4}(?![\w/])/gi;
const SET_TO = /(?<=\b(?:be|is|are|to|at|of|than|most|least|exactly|为|是|到|成))\s*\d[\d.,]{0,20}(?![\w-])/gi;

const QUOTED = /`([^`\n]{1,120})`/g;
/** Paths, file names, tickets, snake_case, CamelCase and letter-digit words, in ASCII: ideographs stand close around them. */
const NAME =
  /#\d{1,12}|(?<![A-Za-z0-9_])[@~.]{0,2}\/?[A-Za-z0-9_][A-Za-z0-9_@.~-]{0,120}(?:\/[A-Za-z0-9_@.~-]{1,120}){0,20}/g;
/** "module A", "phase 2": the word and its letter or number are one name. */
const LETTERED = /(?<![A-Za-z0-9-])([A-Za-z]{2,40}) (?:([A-HJ-Z])|#?(\d{1,12}))(?![A-Za-z0-9'’-])/g;

const isName = (word: string): boolean => {
  if (PRODUCT.test(word)) return false;
  if (/^#\d/.test(word)) return true;
  if (/\//.test(word)) return true;
  if (/[A-Za-z]/.test(word) && /\d/.test(word)) return true;
  if (/[A-Za-z0-9]_[A-Za-z0-9]/.test(word)) return true;
  if (/^[\w-]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{0,7}$/.test(word) && !/^(?:e\.g|i\.e)$/i.test(word)) return true;
  return /[a-z][A-Z]|[A-Z]{2,}[a-z]{2}/.test(word);
};

/** One word without `_`, so that the order within a name stays when a topic's words are sorted. */
const asWord = (name: string): string =>
  keySegment(name.normalize("NFKC"))
    .replace(/_/g, "-")
    .replace(/-{2,}/g, "-")
    .replace(/^-+|-+$/g, "");

/** What was chosen rather than what it is for: quantities and versions leave the text. */
export const withoutValues = (text: string): string =>
  text.replace(QUANTITY, " ").replace(VERSION_AFTER, "$1").replace(VERSION, " ").replace(SET_TO, " ");

/**
 * The text with each name as one word ("src/cart.ts" → "src-cart-ts", "module A" → "module-a"), and those words.
 * `isChoice` tells names of things that one picks one of; they stay as they are.
 */
export function readNames(text: string, isChoice: (word: string) => boolean): { text: string; names: string[] } {
  const names: string[] = [];
  const name = (raw: string): string => {
    const word = asWord(raw);
    if (word === "") return " ";
    names.push(word);
    return ` ${word} `;
  };
  const parts = withoutValues(text.normalize("NFKC")).split(QUOTED);
  const read = parts.map((part, index) => {
    // Odd parts stood between backquotes.
    if (index % 2 === 1) return PRODUCT.test(part) || isChoice(part) ? ` ${part} ` : name(part);
    return part
      .replace(LETTERED, (whole, noun: string, letter: string | undefined, number: string | undefined) =>
        isChoice(noun) || PRODUCT.test(noun) ? whole : name(`${noun}-${letter ?? number ?? ""}`),
      )
      .replace(NAME, (word) => {
        const bare = word.replace(/[.~@-]+$/, "");
        return isName(bare) && !isChoice(bare) && !names.includes(bare) ? name(bare) + word.slice(bare.length) : word;
      });
  });
  return {
    text: read
      .join("")
      .replace(/[ \t]{2,}/g, " ")
      .replace(/ (?=[,.;:!])/g, "")
      .trim(),
    names: [...new Set(names)],
  };
}
