/**
 * Secrets that their label betrays (E76 6–8): `DATABASE_PASSWORD=…`, `"api_key": "…"`, `密码是…`, "the token is set to …".
 * Sentences about secrets ("password is required", 密码为空) are none (E77). Labels are found by a bounded pattern, values
 * read by hand, so that every text takes linear time.
 */
import { quotedAt } from "../text/quoted";
import { isReference } from "../text/secret-marks";

export interface LabelRule {
  /** Lower-case pieces, one of which every label has. */
  needles: readonly string[];
  pattern: RegExp;
  kind: "api_key" | "token" | "password";
}

const SUFFIX = "(?:[_-](?:prod|production|staging|stage|dev|test|local|value|plain|old|new|current|base|[0-9]{1,3}))?";
const REMARK = "(?:[ \\t]{0,3}[(（][^()（）\\n]{0,40}[)）])?";
const PURPOSE = "(?:[ \\t]{1,2}(?:for|of|to|on|in|at)(?:[ \\t]{1,2}[\\w./@:-]{1,40}){1,5}?)?";
const CLOSING = "(?:\\\\{0,4}[\"'`”’」]\\]?)?";
const SIGN = "(?<sign>:=|=>|={1,3}|::?|：|＝)";
const SPOKEN =
  "(?<spoken>(?:(?:has been |was |is |are )?(?:set|changed|reset|updated) to|is|was|are|(?:就|已经?|现在)?(?:为|為|是|设为|设置为|设定为|改为|改成|換成|换成|設為))(?:[ \\t]{0,2}[:：])?)";

const ruleOf = (kind: LabelRule["kind"], needles: string, label: string): LabelRule => ({
  kind,
  needles: needles.split(" "),
  pattern: new RegExp(
    `(?<label>${label})${SUFFIX}(?:(?![\\w-])|(?<=[^\\x00-\\x7f]))(?:` +
      [
        `${REMARK}${CLOSING}[ \\t]{0,40}${SIGN}[ \\t]{0,40}`,
        `${CLOSING}${REMARK}${PURPOSE}[ \\t]{0,3}(?<=[ \\t]|[^\\x00-\\x7f])${SPOKEN}[ \\t]{0,3}`,
      ].join("|") +
      ")",
    "gi",
  ),
});

export const API_KEY_LABELS = ruleOf(
  "api_key",
  "key secret 密钥 密鑰 秘钥 私钥 私鑰",
  "(?:api|secret|access|private|encryption|signing|master|account|auth|service[_ -]?role|subscription|storage|deploy|license)[_ .-]?key|" +
    "(?:client|app|signing|webhook|shared|session|jwt)?[_ -]?secret|密钥|密鑰|秘钥|私钥|私鑰",
);
export const TOKEN_LABELS = ruleOf("token", "token 令牌", "token|令牌");
export const PASSWORD_LABELS = ruleOf(
  "password",
  "pass pwd 密码 密碼 口令",
  "pass(?:word|wd|phrase|code)|pwd|(?<=[_.-])pass|密码|密碼|口令",
);

/** Tokens of pagination, parsers and models. */
const HARMLESS_BEFORE =
  /(?:page|next|prev(?:ious)?|continuation|cursor|sync|pad|eos|bos|unk|cls|sep|mask|stop|start|end|max|min|total|prompt|completion|input|output|first|last|per)[_ -]?$/i;
const LITERAL = new Set(
  "null none nil undefined true false yes no on off string str number int integer bool boolean any unknown never object bytes text optional required secret password token self this await async function new return typeof void".split(
    " ",
  ),
);
/** Words that say something about a secret instead of naming it (E77). */
const PREDICATE = new Set(
  "a an the this that it its they required optional enabled disabled invalid incorrect wrong missing empty expired stored hashed encrypted valid set unset not never always only also too weak strong changed rotated reset generated needed provided used sent checked verified good bad ok must should can cannot may might will would has have had is are was were be been being and or but so as at by for from in into of on to up with without via your my our their same different long short safe secure insecure public private plain plaintext unknown known present there here now still just what which who where how why due managed read written passed kept saved printed logged leaked exposed shared expiring limited based more less".split(
    " ",
  ),
);
const PREDICATE_ZH =
  /^(?:必填|必须|必需|必要|需|要|可选|可以|启用|禁用|开启|关闭|有效|无效|错误|正确|空|过期|加密|强制|不|已|未|由|在|用|什么|否|多少|明文|随机|系统|请|至少|最少|只|会|应|被|从|通过|一个|一种|默认|唯一|敏感|如何|怎|为|是)/u;
const MESSAGE_WORD =
  /\b(?:required|must|invalid|incorrect|enter|please|should|cannot|forgot|minimum|at least)\b|请|必须|输入|不能/i;

const CLOSE: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "‘": "’",
  "「": "」",
  "『": "』",
};
const MAX_QUOTED = 1024;
/** As much of a bare value as its judgement needs. */
const JUDGED = 512;
const BARE = new RegExp(`[^\\s"'\`,;<>\\\\，。；、！？“”‘’「」『』]{1,${JUDGED}}`, "y");
const BARE_REST = /[^\s"'`,;<>\\，。；、！？“”‘’「」『』]*/y;

interface Value {
  start: number;
  end: number;
  quoted: boolean;
}

/** Puts `mark` in the place of every value that a label of the rule names. */
export function redactLabelled(text: string, rule: LabelRule, mark: string): { text: string; count: number } {
  const lower = text.toLowerCase();
  if (!rule.needles.some((needle) => lower.includes(needle))) return { text, count: 0 };
  const labels = new RegExp(rule.pattern);
  const pieces: string[] = [];
  let kept = 0;
  let count = 0;
  for (let match = labels.exec(text); match; match = labels.exec(text)) {
    const after = match.index + match[0].length;
    labels.lastIndex = after;
    const value = quotedAt(text, after, CLOSE, MAX_QUOTED) ?? bareAt(text, after);
    if (value === null) continue;
    const { label = "", sign, spoken } = match.groups ?? {};
    const found = { text: text.slice(value.start, value.end), quoted: value.quoted, label, kind: rule.kind };
    if (rule.kind === "token" && HARMLESS_BEFORE.test(text.slice(Math.max(0, match.index - 16), match.index))) continue;
    const isSecret = spoken === undefined ? isAssigned(found, sign ?? "=", match[0]) : isSpoken(found);
    if (!isSecret) continue;
    pieces.push(text.slice(kept, value.start), mark);
    kept = value.quoted ? value.end : endOfRun(text, value);
    labels.lastIndex = kept;
    count += 1;
  }
  return count === 0 ? { text, count } : { text: pieces.join("") + text.slice(kept), count };
}

interface Candidate {
  text: string;
  quoted: boolean;
  label: string;
  kind: LabelRule["kind"];
}

function isAssigned({ text, quoted, label, kind }: Candidate, sign: string, matched: string): boolean {
  const lower = text.toLowerCase();
  if (text.trim() === "" || isReference(text)) return false;
  if (/^pwd$/i.test(label) && /^(?:~|\.{0,2}\/|[A-Za-z]:\\)/.test(text)) return false;
  if (quoted) return !(/\s/.test(text) && MESSAGE_WORD.test(text)) && !LITERAL.has(lower);
  const isEnvironment = label === label.toUpperCase() && /[A-Z]/.test(label) && /[=＝]$/.test(matched);
  if (isEnvironment) return !LITERAL.has(lower);
  if (LITERAL.has(lower) || /^[{([<|&*!]/.test(text) || isExpression(text)) return false;
  if (kind !== "password" && /^[0-9.,]+$/.test(text)) return false;
  if (sign === "=>" || sign.length === 3 || sign === "==") return /[0-9]/.test(text);
  if (!/[:：]/.test(sign)) return true;
  return !PREDICATE.has(lower) && !PREDICATE_ZH.test(text) && !(/^[^\x00-\x7f]/.test(text) && text.length > 8);
}

/** `req.body.password`, `getToken(`, `hashedPassword`: code that carries a secret, not the secret. */
function isExpression(text: string): boolean {
  if (/^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|::|->)[A-Za-z_$][\w$]*){0,8}[([]/.test(text)) return true;
  if (/[0-9]/.test(text)) return false;
  return (
    /^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|::|->)[A-Za-z_$][\w$]*){1,8}$/.test(text) ||
    /^[a-z]+(?:Pass|Token|Secret|Key|Password)[A-Za-z]*$/.test(text)
  );
}

/** After is, 是, 为: a password may be any word that says nothing about it; a key or token looks like one. */
function isSpoken({ text, quoted, kind }: Candidate): boolean {
  const lower = text.toLowerCase();
  if (text.trim() === "" || isReference(text) || LITERAL.has(lower) || PREDICATE_ZH.test(text)) return false;
  if (quoted) return !MESSAGE_WORD.test(text) && !PREDICATE.has(lower);
  const first = lower.split(/[^\p{L}\p{N}]+/u)[0] ?? "";
  const hasDigit = /[0-9]/.test(text);
  if (/^[^\x00-\x7f]/.test(text) && !hasDigit) return false;
  if (PREDICATE.has(lower) || (PREDICATE.has(first) && !hasDigit)) return false;
  if (/^[0-9]{1,3}$/.test(text) || (kind !== "password" && /^[0-9]+$/.test(text))) return false;
  if (hasDigit || /[a-z][A-Z]|[!@#$%^&*+=_~]/.test(text)) return true;
  if (kind !== "password") return text.length >= 16;
  return text.length >= 2 && !/(?:ed|ing|able|ible|ful|ory|less|ly)$/.test(lower);
}

function bareAt(text: string, from: number): Value | null {
  let start = from;
  while (/["'`\\“‘「]/.test(text[start] ?? "") && start - from < 5) start += 1;
  BARE.lastIndex = start;
  const run = BARE.exec(text)?.[0] ?? "";
  if (run.length === JUDGED) return { start, end: start + run.length, quoted: false };
  // A value in Latin letters ends where Chinese goes on.
  const ascii = /^[\x21-\x7e]/.test(run) ? (/^[\x21-\x7e]+/.exec(run)?.[0] ?? run) : run;
  const end = start + ascii.replace(/[.,:;!?)\]}…]+$/, "").length;
  return end === start ? null : { start, end, quoted: false };
}

function endOfRun(text: string, { start, end }: Value): number {
  if (end - start < JUDGED) return end;
  BARE_REST.lastIndex = end;
  return end + (BARE_REST.exec(text)?.[0].length ?? 0);
}
