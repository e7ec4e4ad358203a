/** The languages of the console, and which one a request gets. Pure. */

export const LOCALES = ["en", "zh"] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en";
/** What the server's own sentences are written in: errors, titles of operations, what health has to say. */
export const SERVER_LOCALE: Locale = "en";
/** What the switch in the frame's menu leaves; absent: as the browser asks. */
export const LOCALE_COOKIE = "keepsake-locale";

/** Each language in its own words: a person who can't read the page finds theirs. */
export const LOCALE_NAMES: Record<Locale, string> = { en: "English", zh: "中文" };

/** `<html lang>`: the region decides which glyphs a browser draws for the ideographs that Chinese and Japanese share. */
export const HTML_LANG: Record<Locale, string> = { en: "en", zh: "zh-CN" };

/** Browsers send a dozen languages at most; what is longer is no browser's. */
const MAX_HEADER = 1000;

export const isLocale = (value: unknown): value is Locale =>
  typeof value === "string" && (LOCALES as readonly string[]).includes(value);

/** The cookie's language if it is one of ours, else the best of `Accept-Language`, else English. */
export function negotiateLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(cookie)) return cookie;
  let best: { locale: Locale; quality: number } | undefined;
  for (const range of (acceptLanguage ?? "").slice(0, MAX_HEADER).split(",")) {
    const [tag = "", ...parameters] = range.split(";");
    const locale = localeOf(tag);
    const quality = qualityOf(parameters);
    // Of equals the first one named.
    if (locale !== undefined && quality > (best?.quality ?? 0)) best = { locale, quality };
  }
  return best?.locale ?? DEFAULT_LOCALE;
}

/** `zh-Hant-TW` reads 中文 too; `*` is no wish. */
function localeOf(tag: string): Locale | undefined {
  const language = tag.trim().toLowerCase().split(/[-_]/, 1)[0];
  return isLocale(language) ? language : undefined;
}

function qualityOf(parameters: string[]): number {
  const given = parameters.map((parameter) => parameter.trim().toLowerCase()).find((text) => text.startsWith("q="));
  if (given === undefined) return 1;
  const quality = Number(given.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 0;
}
