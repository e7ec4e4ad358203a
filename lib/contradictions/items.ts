/** Cuts a statement into values, words, words of change and clause ends. Pure, bounded, linear. */
import { foldCase, foldRun, normalizeText } from "../text/tokens-fold";
import { scan } from "../text/tokens-scan";
import { stemOf } from "../text/tokens";
import { analyzeWord } from "../text/tokens-word";
import { dateOf, numberOf, quantityOf, timeOf, UNIT_NAMES, weekdayOf } from "./amounts";
import {
  CANONICAL,
  FAMILY_OF,
  HARD_SCOPE,
  isCanonical,
  KNOWN_RUNS,
  LABELLED,
  LIGHT,
  ORDINARY,
  SOFT_SCOPE,
  STATES,
  STOP,
} from "./lexicon";
import { isOperator } from "./operators";
import type { Word } from "./types";

export interface Item {
  /** `filler` carries nothing, `operator` denies or says what changed, `end` closes a clause. */
  role: "token" | "filler" | "light" | "operator" | "end";
  /** Folded; of an operator of Chinese its class in angle brackets. */
  word: string;
  kind: Word;
  key: string;
  family: string;
}

/** A memory holds 500 characters; what is longer is compared by its head. */
const MAX_CHARS = 1_000;
const MAX_ITEMS = 300;

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const LATIN_UNITS = UNIT_NAMES.filter((name) => /^[a-z/]+$/.test(name))
  .join("|")
  .replaceAll("/", "\\/");
const SIGN_UNITS = UNIT_NAMES.filter((name) => !/^[a-z/]+$/.test(name))
  .map(escaped)
  .join("|");
const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?";
const EDGE = "(?<![A-Za-z0-9_.])";
const NUMERAL = "[零〇一二两三四五六七八九十百千万半]{1,8}";
const TO =
  "(?:切换|迁移|升级|降级|调整|提高|提升|增加|增大|减少|缩短|延长|降低|变更|替换|更换|更新|修改|切|换|改|迁|升|降|调|转|变)(?:到|至|为|成|用|向)";

/** When something was changed says nothing of what holds since. */
const AGO =
  "(?:yesterday|recently|lately|just now|(?:earlier )?last (?:night|week|weekend|month|quarter|year|sprint|(?:mon|tues|wednes|thurs|fri|satur|sun)day)" +
  "|(?:\\d{1,3}|an?|one|two|three|four|a few|a couple of|several|some) (?:minute|hour|day|week|month|year)s? ago)(?![A-Za-z0-9_-])";
const AGO_RUN = `昨天|昨晚|前天|前几天|刚刚|刚才|最近|近来|上周|上星期|上个?月|去年|(?:\\d{1,3}|几|${NUMERAL}) ?(?:分钟|小时|天|周|个?星期|个?月|年)(?:以|之)?前(?!端)`;

/** In this order; each alternative starts at a character that tells it from the others, or behind an edge. */
const SPECIAL = new RegExp(
  [
    `(?<ago>${EDGE}${AGO}|${AGO_RUN})`,
    `(?<url>https?:\\/\\/[^\\s<>"'，。；、）)]{1,500})`,
    `(?<date>${EDGE}\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}(?!\\d)|\\d{4}年\\d{1,2}月(?:\\d{1,2}[日号])?|\\d{1,2}月\\d{1,2}[日号]|${EDGE}${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?(?![A-Za-z0-9:])|${EDGE}${MONTH}\\.? \\d{4}(?!\\d)|${EDGE}\\d{1,2}(?:st|nd|rd|th)? ${MONTH}(?: \\d{4})?(?![A-Za-z]))`,
    `(?<time>${EDGE}\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]\\.?m\\b\\.?)?(?![\\d:])|${EDGE}\\d{1,2} ?[ap]m(?![A-Za-z])|(?:上午|下午|晚上|早上)?(?:\\d{1,2}|${NUMERAL})点(?:半|\\d{1,2}分?)?)`,
    `(?<weekday>${EDGE}(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?![A-Za-z])|(?:每?周|星期|礼拜)[一二三四五六日天](?!\\p{N}))`,
    `(?<version>${EDGE}v\\d+(?:\\.(?:\\d+|x))*(?:-[\\w.]{1,40})?|${EDGE}\\d+(?:\\.\\d+){2,}(?:-[\\w.]{1,40})?|${EDGE}\\d+(?:\\.\\d+)*\\.x(?![A-Za-z]))`,
    `${EDGE}(?<amount>\\d+(?:[,_]\\d+)*(?:\\.\\d+)?|(?<![第统唯之同单某任每])${NUMERAL}) ?(?:(?<latin>${LATIN_UNITS})(?![A-Za-z0-9/])|(?<sign>${SIGN_UNITS}))`,
    `(?<label>#\\d+|第 ?(?:\\d+|${NUMERAL}) ?[个条步章节项次]?)`,
    `(?<path>(?<![A-Za-z0-9_~.@/\\\\-])(?:[A-Za-z]:)?[\\w~.@-]*(?:[\\/\\\\][\\w.@~*+-]+)+[\\/\\\\]?|(?<![\\w.@/-])[\\w-]+(?:\\.[\\w-]+)*\\.(?:ts|tsx|js|jsx|mjs|cjs|json|ya?ml|toml|md|py|go|rs|java|rb|sh|sql|css|html|env|lock|conf|ini|db|sqlite|xml|txt|com|org|net|io|dev|internal|local|example|lan|corp|cloud|app|ai|eu|uk|de|cn|jp)(?![\\w-]))`,
    `(?<number>${EDGE}\\d+(?:[,_]\\d+)*(?:\\.\\d+)?(?![A-Za-z_]))`,
    `(?<gone>不再)`,
    `(?<instead>而不是|而非)`,
    `(?<but>而是|但是|但)`,
    `(?<to>${TO})`,
    `(?<replace>取代|代替|替代)`,
    `(?<drop>弃用|废弃|放弃|停用|淘汰)`,
    `(?<by>被)`,
    `(?<take>把|将)`,
    `(?<from>从|由)`,
    `(?<deny>禁止|严禁|切勿|请勿|无需|无须|没有|并非|(?<![特分区级类个识鉴差性])别(?![名的人处种致])|勿|不(?![同仅但过只管论断少错足变久良])|未(?![来必]))`,
    `(?<end>[;!?,，。；！？、\\n()（）]|[.:：](?=\\s|$)|：|\\s[-–—]+\\s|——|→|->)`,
  ].join("|"),
  "giu",
);

/** Words of ours first: the segmenter cuts some of them ("端口") in two. */
const KNOWN = new RegExp(`(${KNOWN_RUNS.join("|")})`, "u");
const SEGMENTER = new Intl.Segmenter("zh", { granularity: "word" });

export function itemsOf(value: string): Item[] {
  const text = normalizeText(value.slice(0, MAX_CHARS))
    .slice(0, MAX_CHARS)
    .replace(/[`*"“”「」『』]/g, " ");
  const items: Item[] = [];
  let from = 0;
  for (const match of text.matchAll(SPECIAL)) {
    addWords(items, text.slice(from, match.index));
    addSpecial(items, match);
    from = match.index + match[0].length;
    if (items.length >= MAX_ITEMS) return items.slice(0, MAX_ITEMS);
  }
  addWords(items, text.slice(from));
  return items.slice(0, MAX_ITEMS);
}

const item = (role: Item["role"], word: string, kind: Word = "word", key = word, family = ""): Item => ({
  role,
  word,
  kind,
  key,
  family,
});

function addSpecial(items: Item[], match: RegExpMatchArray): void {
  const [all] = match;
  const groups = match.groups ?? {};
  const { amount, latin, sign } = groups;
  if (amount !== undefined) return addAmount(items, amount, latin ?? sign ?? "");
  const name = Object.keys(groups).find((group) => groups[group] !== undefined) ?? "";
  switch (name) {
    case "url":
    case "path":
      items.push(item("token", all, "path", foldCase(all.replaceAll("\\", "/")).replace(/[/.]+$/, "")));
      return;
    case "date":
      items.push(item("token", all, "date", dateOf(all)));
      return;
    case "time":
      items.push(item("token", all, "time", timeOf(all)));
      return;
    case "weekday":
      items.push(item("token", all, "weekday", weekdayOf(all)));
      return;
    case "version":
      items.push(item("token", all, "number", all.toLowerCase().replace(/^v/, "").replace(/\.x$/, "")));
      return;
    case "ago":
      items.push(item("filler", all));
      return;
    case "label":
      items.push(item("token", all, "label", all.replace(/\s/g, "")));
      return;
    case "number":
      return addNumber(items, all);
    case "end":
      items.push(item("end", all.trim()));
      return;
    default:
      items.push(item("operator", `<${name}>`));
  }
}

/** "step 3 m" aside, a number with a unit is an amount. */
function addAmount(items: Item[], amount: string, unit: string): void {
  const { dimension, key } = quantityOf(amount, unit);
  items.push(item("token", `${amount}${unit}`, "quantity", key, dimension));
}

/** Words behind which a bare number stands against an amount: "48 hours, not 24", "48 小时，不是 24". */
const CONTRAST = new Set(["not", "than", "instead", "<deny>", "<instead>", "<gone>"]);

function addNumber(items: Item[], text: string): void {
  const before = items.at(-1);
  if (items.slice(-2).some(({ word }) => CONTRAST.has(word))) {
    const unit = /\D+$/.exec(items.findLast(({ kind }) => kind === "quantity")?.word ?? "")?.[0];
    if (unit !== undefined) return addAmount(items, text, unit);
  }
  const key = String(numberOf(text));
  const isLabel = before?.kind === "word" && before.role !== "end" && LABELLED.has(before.word);
  items.push(item("token", text, isLabel ? "label" : "number", /^\d+\.\d+$/.test(text) ? text : key));
}

function addWords(items: Item[], text: string): void {
  for (const segment of scan(text)) {
    if (segment.type === "run") addRun(items, segment.text);
    else if (segment.type === "word") addLatin(items, segment.text);
  }
}

function addRun(items: Item[], run: string): void {
  foldRun(run)
    .join("")
    .split(KNOWN)
    .forEach((part, index) => {
      if (index % 2 === 1) items.push(wordItem(part, "word"));
      else if (part !== "") for (const { segment } of SEGMENTER.segment(part)) items.push(wordItem(segment, "word"));
    });
}

const CODE_LIKE = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|_|\p{L}\p{N}|@/u;
/** Ids of commits and the like number what is spoken of. */
const HASH = /^(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,40}$/;
const CAPITAL = /^\p{Lu}\p{Ll}/u;

function addLatin(items: Item[], written: string): void {
  const isFirst =
    items.length === 0 || (items.at(-1)?.role === "end" && /[.!?。！？\n]/.test(items.at(-1)?.word ?? ""));
  for (const { whole } of analyzeWord(written)) {
    if (HASH.test(whole)) {
      items.push(item("token", whole, "label"));
      continue;
    }
    const isName = CODE_LIKE.test(written) || (!isFirst && CAPITAL.test(written));
    items.push(wordItem(whole, isName ? "name" : "word"));
  }
}

function wordItem(word: string, guess: "word" | "name"): Item {
  const bare = word.replace(/\.js$/, "").replace(/'s$/, "");
  if (isOperator(word)) return item("operator", word);
  const state = STATES.get(word);
  if (state !== undefined) return item("token", word, "state", `${state.axis}:${state.side}`, state.axis);
  const key = CANONICAL.get(bare) ?? bare;
  const family = FAMILY_OF.get(bare);
  if (family !== undefined)
    return item("token", bare, ORDINARY.has(bare) && guess === "word" ? "word" : "name", key, family);
  if (STOP.has(word) || HARD_SCOPE.has(word) || SOFT_SCOPE.has(word)) return item("filler", word);
  if (LIGHT.has(word)) return item("light", word);
  if (!/[\p{L}\p{N}]/u.test(word)) return item("filler", word);
  return item("token", word, guess, CANONICAL.has(bare) || isCanonical(bare) ? key : (stemOf(bare) ?? bare));
}
