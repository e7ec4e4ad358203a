/**
 * Passwords that stand beside their label without a sign or a verb between (E76 8): `密码Xy12`, "use Xy12 as the password",
 * a value on the next line. Only what has the shape of a made-up word is taken, since nothing else tells it from prose.
 * Every pattern is bounded. Pure.
 */
import { isReference } from "../text/secret-marks";

const VALUE = String.raw`(?<value>[A-Za-z0-9!@#$%^&*+=_~?.-]{6,128})`;
/** A path, a call, a field or a longer word is no password. */
const END = String.raw`(?![A-Za-z0-9!@#$%^&*+=_~?/\\(:-])`;
const LATIN = "pass(?:word|wd|phrase|code)|pwd";
const CHINESE = "密码|密碼|口令";

type Strength = "letters and digits" | "made up";

const RULES: readonly { pattern: RegExp; needs: Strength }[] = [
  { pattern: new RegExp(`(?:${CHINESE})[ \\t]{0,3}${VALUE}${END}`, "gd"), needs: "letters and digits" },
  {
    pattern: new RegExp(
      `\\b(?:${LATIN})(?:[ \\t]{1,3}|'s[ \\t]{1,3}|[ \\t]{0,3}(?:->|→)[ \\t]{0,3}|&#(?:61|58);)${VALUE}${END}`,
      "gid",
    ),
    needs: "made up",
  },
  {
    pattern: new RegExp(
      `(?:${LATIN}|${CHINESE})["']?[ \\t]{0,3}[:：=][ \\t]{0,3}[|>]?-?\\r?\\n[ \\t]{0,16}${VALUE}(?=[ \\t]{0,8}(?:\\r?\\n|$))`,
      "gid",
    ),
    needs: "letters and digits",
  },
  {
    pattern: new RegExp(
      `\\b(?:chang|set|reset|updat|rotat)(?:e|ed|ing|ting)?[ \\t]{1,2}(?:[\\w-]{1,20}[ \\t]{1,2}){0,4}(?:${LATIN})[ \\t]{1,2}to[ \\t]{1,2}${VALUE}${END}`,
      "gid",
    ),
    needs: "letters and digits",
  },
  {
    pattern: new RegExp(
      `(?<![A-Za-z0-9!@#$%^&*+=_~?./-])${VALUE}[ \\t]{0,2}(?:(?:作为|作為|做|当作|当)[ \\t]{0,2}(?:[\\p{Script=Han}]{0,6}?)(?:${CHINESE})|[ \\t]as[ \\t]{1,2}(?:[\\w-]{1,20}[ \\t]{1,2}){0,3}(?:${LATIN})\\b)`,
      "gidu",
    ),
    needs: "letters and digits",
  },
  { pattern: new RegExp(`\\b(?:pw|pass)[ \\t]{0,2}[:=][ \\t]{0,2}${VALUE}${END}`, "gid"), needs: "letters and digits" },
];

const NEEDLES = ["pass", "pw", "密码", "密碼", "口令"];
/** Versions, and what is said about passwords rather than used as one. */
const NO_PASSWORD =
  /^(?:v?\d+(?:\.\d+)+|sha-?\d+.*|md5.*|h?mac.*|b?s?crypt.*|argon2.*|pbkdf2.*|base64.*|oauth2?.*|aes-?\d+.*|utf-?8.*|rfc-?\d+.*|ldap.*|x509.*|auth0.*|http.*|windows.*|web.*|mysql.*|postgres.*)$/i;

/** Puts `mark` in the place of every value that its neighbourhood betrays. */
export function redactLoose(text: string, mark: string): { text: string; count: number } {
  const lower = text.toLowerCase();
  if (!NEEDLES.some((needle) => lower.includes(needle))) return { text, count: 0 };
  let current = text;
  let count = 0;
  for (const { pattern, needs } of RULES) {
    const pieces: string[] = [];
    let kept = 0;
    for (const match of current.matchAll(pattern)) {
      const [start, stop] = match.indices?.groups?.["value"] ?? [0, 0];
      const value = current.slice(start, stop).replace(/[.?!-]+$/, "");
      if (!isMadeUp(value, needs)) continue;
      pieces.push(current.slice(kept, start), mark);
      kept = start + value.length;
      count += 1;
    }
    if (pieces.length > 0) current = pieces.join("") + current.slice(kept);
  }
  return { text: current, count };
}

function isMadeUp(value: string, needs: Strength): boolean {
  if (value.length < 6 || isReference(value) || NO_PASSWORD.test(value)) return false;
  if (!/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (needs === "letters and digits") return true;
  return /[!@#$%^&*+=~]/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value));
}
