/** Whether a value beside a secret's name is one: policy prose, code and references to a vault are not (E77, S10). */
import type { LabelKind } from "./secret-labels";
import { isReference } from "./secret-marks";

/** How label and value hang together; prose needs more evidence than an assignment. */
export type Bond = "assigned" | "env" | "json" | "sentence" | "flag";

export interface Candidate {
  value: string;
  quoted: boolean;
  bond: Bond;
  kind: LabelKind;
  label: string;
  /** What follows the value: " characters", "。", … */
  after: string;
}

const LITERAL = new Set(
  (
    "null none nil undefined true false yes no on off string str number int integer bool boolean any unknown never object bytes char varchar text buffer " +
    "optional required secret password token uint8array secretstr self this new await async function lambda return typeof void"
  ).split(" "),
);

/** About forty words that say something about a password instead of naming it (E77 asks for twenty). */
const PREDICATE = new Set(
  (
    "a an the this that it its they required optional enabled disabled invalid incorrect wrong missing empty expired stored hashed encrypted valid set unset not never " +
    "always only also too weak strong changed rotated reset generated needed provided used sent checked verified validated missing correct good bad ok okay fine " +
    "must should shall can cannot may might will would has have had is are was were be been being and or but if when then because so as at by for from in into of on " +
    "to up with without via see use using get your my our their his her same different longer shorter safe secure insecure public private secret plain plaintext " +
    "unknown known absent present there here now still just what which who where how why due managed read written passed given kept saved located defined configured " +
    "printed logged leaked exposed shared expires expiring limited based authentication policy policies rotation length more less at most least none nothing something"
  ).split(" "),
);

const MESSAGE_WORD =
  /\b(?:passwords?|required|must|invalid|incorrect|enter|your|please|should|cannot|can't|forgot|reset|confirm|characters?|minimum|at least|example|placeholder|tokens?|api key|secrets?)\b|密码|请|输入|必须/i;

const hasDigit = (text: string) => /[0-9]/.test(text);
const isWord = (text: string) => /^[\p{L}]+$/u.test(text);
const isIdentifier = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text);
/** Names of variables that carry a secret: `nextToken`, `hashedPassword`, `props.apiKey`. */
const NAMES_A_SECRET = /pass(?:word|wd|phrase)?|pwd|token|secret|key|cred|auth|hash/i;
/** Dotted names (`req.body.password`), calls (`getToken(`), subscripts (`env["X"]`) and generic types. */
const CODE = /^(?:!|await |new |&)?[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*){0,8}(?:[([<|]|$)/;

export function isSecretValue({ value, quoted, bond, kind, label, after }: Candidate): boolean {
  const sample = value.slice(0, 256);
  const lower = sample.toLowerCase();
  if (sample.trim() === "" || isReference(sample)) return false;
  if (/^[\p{P}\p{S}\s]+$/u.test(sample) && sample.length < 4) return false;
  if (/^pwd$/i.test(label) && /^(?:~|\.{0,2}\/|[A-Za-z]:\\)/.test(sample)) return false;
  if (quoted) return isQuotedSecret(sample, bond, kind);

  if (LITERAL.has(lower) || isChineseProse(lower)) return false;
  if (/[^\x00-\x7f]/.test(sample[0] ?? "") && !hasDigit(sample)) return false;
  if (bond === "sentence") return isSpokenSecret(sample, kind, after);
  if (PREDICATE.has(lower)) return false;
  if (/^(?:[0-9]+|[0-9.]+[a-z%]?)$/i.test(sample))
    return (
      kind === "password" && /^[0-9]{4,}[a-z]?$/i.test(sample) && !/^[ ]?(?:位|个|字符|char|day|min|sec)/i.test(after)
    );
  // A bare name in code; with a digit it may be a password all the same, unless it goes on as an expression.
  if (CODE.test(sample) && (!isIdentifier(sample) || bond === "assigned") && looksLikeCode(sample)) return false;
  if (kind === "token" && bond === "assigned" && !hasDigit(sample)) return sample.length >= 12 && !CODE.test(sample);
  if (kind === "credential" && !hasDigit(sample)) return false;
  return true;
}

/** What a sentence goes on with instead of a value: 密码为空时返回500, 密码是必填项, 令牌为无效值. */
const ZH_PREDICATE =
  /^(?:空(?=[时時值的白格串或则則就，、]|字符|字串)|必[填须須需选選]|非[空法必]|[无無]效|不[能可为為得是含少对對正同一合]|[没沒]有|可[选選以空]|至少|至多|最[少多长長短大小]|[长長]度|由|明文|[错錯][误誤的]|正[确確]|弱(?=密|口)|[过過]期|加密|需要|[应應][该該为為]|[仅僅只][支能允]|大于|小于|超[过過]|少于|多于|默[认認]值|[什甚哪几幾]|何|一个|一個|一串|用[户戶来來于於])/u;
const ZH_MEASURE = /^\d{1,4}(?:位|个|個|次|天|字符|字节|分钟|分鐘|秒|小时|小時|年|月|项|項|种|種)/u;

/** Unquoted text that goes on in Chinese where a value would stand alone; `null时返回401` is a word of English in it. */
function isChineseProse(lower: string): boolean {
  if (ZH_PREDICATE.test(lower) || ZH_MEASURE.test(lower)) return true;
  const word = /^[a-z]+(?=[\u3400-\u9fff])/.exec(lower)?.[0];
  return word !== undefined && (LITERAL.has(word) || PREDICATE.has(word));
}

function looksLikeCode(sample: string): boolean {
  if (/[([<|]/.test(sample)) return true;
  if (hasDigit(sample)) return false;
  return !isIdentifier(sample) || NAMES_A_SECRET.test(sample);
}

function isQuotedSecret(sample: string, bond: Bond, kind: LabelKind): boolean {
  if (/\s/.test(sample))
    return bond !== "sentence" && !MESSAGE_WORD.test(sample) && (kind === "password" || hasDigit(sample));
  if (LITERAL.has(sample.toLowerCase()) || PREDICATE.has(sample.toLowerCase())) return false;
  if (isWord(sample) && MESSAGE_WORD.test(sample)) return false;
  // `{ type: "x", token: "comma" }` of a parser, against `"token": "…"` in data.
  if (kind === "token" && bond !== "json" && bond !== "env") return hasDigit(sample) || sample.length >= 16;
  if (kind === "credential" && bond !== "env") return hasDigit(sample) || sample.length >= 12;
  return true;
}

/** "The password is X": X has a digit, a symbol or both cases, or is the sentence's last word and no predicate. */
function isSpokenSecret(sample: string, kind: LabelKind, after: string): boolean {
  const lower = sample.toLowerCase();
  const first = lower.split(/[^\p{L}\p{N}]+/u)[0] ?? "";
  if (PREDICATE.has(lower) || (PREDICATE.has(first) && !hasDigit(sample))) return false;
  if (
    /^[0-9]{1,3}$/.test(sample) ||
    /^[ ]?(?:位|个|天|次|字符|characters?\b|chars?\b|days?\b|minutes?\b|hours?\b|bytes?\b|bits?\b)/i.test(after)
  )
    return false;
  if (/^[0-9]+(?:ms|s|m|h|d|kb|mb|%)?$/i.test(sample)) return kind === "password" && sample.length >= 4;
  if (hasDigit(sample)) return true;
  if (/[a-z][A-Z]/.test(sample) || /[!@#$%^&*+=_~]/.test(sample)) return !CODE.test(sample) || !/[.(]/.test(sample);
  if (kind !== "password" || !isWord(sample) || sample.length < 4) return false;
  return (
    /^(?:[.!,;。，！；]|\s*$|\n)/.test(after) &&
    !/(?:ed|ing|able|ible|ful|ory|less|ly|al|ive|ent|ant|ous|ary)$/.test(lower)
  );
}
