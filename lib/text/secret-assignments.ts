/** Secrets that only their label betrays: `DB_PASSWORD=…`, `"api_key": "…"`, `密码：…`, "the password is …" (E76 5–8, S04, S07). */
import { quotedAt } from "./quoted";
import { LABEL_CORE, LABEL_NEEDLES, labelKind } from "./secret-labels";
import { isMarkAt, mark } from "./secret-marks";
import { isKeyPath } from "./secret-key-path";
import { isSecretValue } from "./secret-plausible";
import type { Bond } from "./secret-plausible";

const SUFFIX = "(?:[_-](?:prod|production|staging|stage|dev|test|local|value|plain|old|new|current|[0-9]{1,3}))?";
/** `password (staging)`, `密码（测试）`. */
const REMARK = "(?:[ \\t]{0,3}[(（][^()（）\\n]{0,40}[)）])?";
/** `password for the staging database`. */
const PURPOSE = "(?:[ \\t]{1,2}(?:for|of|to|on|in|at)(?:[ \\t]{1,2}[\\w./@:-]{1,40}){1,5}?)?";
const CLOSING = "(?:\\\\{0,4}[\"'`]\\]?)?";
const SIGN = `(?<sign>:=|=>|[!=]?={1,2}|::?|：|＝)`;
const SPOKEN =
  "(?<spoken>(?:is|was|are|equals|(?:has been |was |is |are )?(?:set|changed|reset|updated) to|should be|will be|becomes|" +
  "为|為|是|设为|设置为|设定为|改为|改成|設為)(?:[ \\t]{0,2}[:：])?)";

/** Label and what ties it to a value; the value is read by hand, so that no quantifier ranges over it. */
const LABELLED = new RegExp(
  `(?<flag>--[A-Za-z0-9-]{0,40})?(?<label>${LABEL_CORE})${SUFFIX}(?:(?![\\w-])|(?<=[^\\x00-\\x7f]))(?:` +
    [
      `${REMARK}${CLOSING}\\??[ \\t]{0,40}${SIGN}[ \\t]{0,40}`,
      `${REMARK}${PURPOSE}[ \\t]{0,3}(?<=[ \\t]|[^\\x00-\\x7f])${SPOKEN}[ \\t]{0,3}`,
      `(?<given>[ \\t]{1,4})(?=\\\\{0,4}["'\`“「『]|\\S{6,})`,
    ].join("|") +
    ")",
  "gi",
);

/** `- name: DB_PASSWORD` with its `value: …` on the next line, or the same pair as JSON. */
const NAME_VALUE = new RegExp(
  `(?<label>(?:${LABEL_CORE}))${SUFFIX}\\\\{0,3}["']?,?[ \\t]{0,8}\\r?\\n?[ \\t]{0,40}\\\\{0,3}["']?value\\\\{0,3}["']?[ \\t]{0,4}:[ \\t]{0,4}`,
  "gi",
);

/** `password: string = "…"`: the value stands after the type. */
const TYPED =
  /(?:&?(?:'static )?(?:mut )?)?[A-Za-z_][\w.]{0,40}(?:\[[\w|, ]{0,60}\]|<[\w|, ]{0,60}>)?(?:[ \t]{0,2}\|[ \t]{0,2}\w{1,40}){0,4}[ \t]{0,4}=(?![=>])[ \t]{0,4}/y;

const CLOSE: Readonly<Record<string, string>> = { '"': '"', "'": "'", "`": "`", "“": "”", "「": "」", "『": "』" };
/** A longer one is read as a bare value. */
const MAX_QUOTED = 8192;

interface Found {
  start: number;
  end: number;
  quoted: boolean;
}

export function redactAssignments(text: string, lower: string): { text: string; count: number } {
  if (!LABEL_NEEDLES.some((needle) => lower.includes(needle))) return { text, count: 0 };
  const first = scan(text, LABELLED);
  const second = lower.includes("value") ? scan(first.text, NAME_VALUE) : { text: first.text, count: 0 };
  return { text: second.text, count: first.count + second.count };
}

function scan(text: string, pattern: RegExp): { text: string; count: number } {
  const labels = new RegExp(pattern);
  const pieces: string[] = [];
  let kept = 0;
  let count = 0;
  for (let match = labels.exec(text); match; match = labels.exec(text)) {
    const groups = match.groups ?? {};
    const after = match.index + match[0].length;
    labels.lastIndex = after;
    const bond = bondOf(groups, match[0], text, match.index);
    if (bond === null) continue;
    const value = valueAt(text, after, bond);
    if (value === null || isMarkAt(text, value.start)) continue;
    if (groups["sign"] === ":" && value.start === after && isKeyPath(text.slice(value.start, value.end), text, match))
      continue;
    const label = groups["label"] ?? "";
    const kind = labelKind(label);
    const candidate = {
      value: text.slice(value.start, value.end),
      quoted: value.quoted,
      bond,
      kind,
      label,
      after: text.slice(value.end, value.end + 16),
    };
    if (groups["sign"]?.endsWith(">") && !value.quoted) continue;
    if (
      groups["given"] !== undefined &&
      groups["flag"] === undefined &&
      !isGiven(candidate.value, value.quoted, text, match.index)
    )
      continue;
    if (!isSecretValue(candidate)) continue;
    pieces.push(text.slice(kept, value.start), mark(kind));
    kept = endOfRun(text, value, bond);
    labels.lastIndex = kept;
    count += 1;
  }
  return count === 0 ? { text, count } : { text: pieces.join("") + text.slice(kept), count };
}

function bondOf(groups: Record<string, string | undefined>, match: string, text: string, at: number): Bond | null {
  if (groups["flag"] !== undefined) return "flag";
  if (groups["spoken"] !== undefined) return "sentence";
  if (groups["given"] !== undefined) return "sentence";
  if (/["'`]\]?\??[ \t]*[:=]/.test(match)) return "json";
  const label = groups["label"] ?? "";
  const glued = /[=＝]$/.test(match);
  if (groups["sign"] !== undefined && glued && (label === label.toUpperCase() || /[?&;]/.test(text[at - 1] ?? "")))
    return "env";
  return "assigned";
}

/** "with password X", "password 'X'": a value right after the label needs a digit, and words that hand it over or quotes. */
function isGiven(value: string, quoted: boolean, text: string, at: number): boolean {
  if (!/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (quoted) return !/\s/.test(value);
  return /(?:\b(?:with|using|use|enter|type|and|new|old|root|admin|user)(?:[ \t]{1,2}(?:the|a|this))?[ \t]{1,2}|[:：,，])(?:[\w-]{1,20}[ \t]{1,2})?$/i.test(
    text.slice(Math.max(0, at - 60), at),
  );
}

function valueAt(text: string, from: number, bond: Bond): Found | null {
  let at = from;
  if (bond === "assigned") {
    TYPED.lastIndex = at;
    const typed = TYPED.exec(text);
    if (typed) at += typed[0].length;
  }
  return quotedAt(text, at, CLOSE, MAX_QUOTED) ?? bareAt(text, at, bond);
}

/** Values of prose end at any punctuation of CJK, values of code at separators too; an environment line runs to the blank. */
const BARE: Readonly<Record<Bond, string>> = {
  env: "[^\\s\"'`;\\\\<>]",
  flag: "[^\\s\"'`;\\\\<>]",
  sentence: "[^\\s\"'`\\\\<>，。；、！？“”「」『』]",
  assigned: "[^\\s\"'`,;&<>\\\\，。；、！？“”「」『』]",
  json: "[^\\s\"'`,;&<>\\\\，。；、！？“”「」『』]",
};
/** As much of a bare value as its judgement needs: labels inside a long run must not each read it to its end. */
const JUDGED = 512;

function bareAt(text: string, from: number, bond: Bond): Found | null {
  let start = from;
  while (/["'`\\]/.test(text[start] ?? "") && start - from < 5) start += 1;
  const run = new RegExp(`${BARE[bond]}{1,${JUDGED}}`, "y");
  run.lastIndex = start;
  const length = run.exec(text)?.[0].length ?? 0;
  if (length === JUDGED) return { start, end: start + length, quoted: false };
  let end = start + length;
  while (end > start && /[.,:;!?)\]}…]/.test(text[end - 1] ?? "")) end -= 1;
  return end === start ? null : { start, end, quoted: false };
}

/** The end of a bare value that was judged by its beginning. */
function endOfRun(text: string, { start, end, quoted }: Found, bond: Bond): number {
  if (quoted || end - start < JUDGED) return end;
  const rest = new RegExp(`${BARE[bond]}*`, "y");
  rest.lastIndex = end;
  return end + (rest.exec(text)?.[0].length ?? 0);
}
