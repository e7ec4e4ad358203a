/** What people say when they change what they settled before, and when they set a value that may change again. */
import { FAMILY_OF, ORDINARY } from "../../contradictions/lexicon";
import type { Pattern } from "./patterns";

const en = (body: string): RegExp => new RegExp(body, "i");
const NOT_SAID =
  "(?<!\\b(?:before|once|until|when|if|after|unless|whether|how|why|what|should|did|do|can|could|have not|not|never|since|because|wish|thought|think|heard|assume|assumed|imagine|pretend|that|where|day|time) )";
/** "tabs", "Next.js", "Postgres 15", `@scope/name`: what a choice may be called. */
const NAME = "[\\w@./+#-]{2,40}(?: \\d[\\w.]{0,12})?";
/** "GitHub Actions": of two words, where what follows says where the name ends. */
const NAME_2 = `${NAME}(?: [\\w.+#-]{2,30})?`;
/** Quoted values are blanked with this sign. */
const BLANK = "\u00a4";
const AMOUNT = `(?:\\d[\\w.,:%]{0,20}(?: ?(?:ms|s|sec|seconds?|minutes?|min|hours?|days?|weeks?|mb|gb|kb|%|per \\w+|requests?))?|${BLANK}{3,60})`;
const SETTING =
  "(?:ports?|time-?outs?|ttl|time to live|rate limits?|limits?|retries|retry count|max(?:imum)? \\w+|min(?:imum)? \\w+|page size|batch size|pool size|cache size|concurrency|log level|default branch|node version|python version|coverage threshold|threshold|quota|expiry|expiration|interval)";
/** "… but we get 5", "… instead of 3000": a complaint, no decision. */
const NO_BUT = "(?![^.;]{0,80}\\b(?:but|instead|got|gets?|returns?|currently|fails?|and not)\\b)";
const SUBJECT =
  "(?!(?:if|when|once|before|after|unless|until|because|since|why|how|what|whether|so|as|check|make|ensure|verify|set|change|update|see|expect\\w*|maybe|wish|think|thought|error|i|he|she|they)\\b)(?:(?:the|our) )?(?:[\\w-]+(?:['’]s)? ){0,4}?";

/** The known set of things that a name belongs to, e.g. `database`; null = none. */
export function familyOf(name: string): string | null {
  const bare = name
    .trim()
    .toLowerCase()
    .replace(/[.]+$/, "")
    .replace(/[\s@-]*v?\d[\d.x]*$/, "")
    .replace(/\.js$/, "");
  return FAMILY_OF.get(bare) ?? FAMILY_OF.get(bare.replace(/\s+/g, "-")) ?? null;
}

const VAGUE =
  /^(?:the|a|an|this|that|these|those|it|its|my|our|your|their|new|old|one|next|other|another|here|there)\b/i;
/** What was tried, failed or was taken back since. */
const UNDONE = /\bbut\b[^.]{0,80}\b(?:back|revert\w*|rolled|undid|undo|fail\w*|broke)\b|\bfailed\b|\btried\b/i;
const isNamed = (text: string): boolean => familyOf(text) !== null || /^\p{Lu}|\d/u.test(text.trim());

/** A move between two things that are called by their names. */
const namesBoth = (match: RegExpExecArray): boolean => {
  const { from = "", to = "" } = match.groups ?? {};
  if (VAGUE.test(from) || VAGUE.test(to) || UNDONE.test(match.input)) return false;
  return isNamed(from) && isNamed(to);
};
const namesTarget = (match: RegExpExecArray): boolean => {
  const to = match.groups?.to ?? "";
  const family = familyOf(to);
  return family !== null && !UNDONE.test(match.input) && !(ORDINARY.has(to.toLowerCase()) && family !== "indentation");
};
const namesPair = (match: RegExpExecArray): boolean => {
  const { to = "", from = "" } = match.groups ?? {};
  const family = familyOf(to);
  return family !== null && family === familyOf(from);
};

const MOVED = "(?:switched|moved|migrated|changed|converted|upgraded|downgraded|went(?= back))";
const HAVE = "(?:['’]ve| have)?(?: now| just| already| finally| since| recently| all)*";
const THING = "(?: (?:the|our|all|everything|[A-Z]{2,6}|\\w+ing) ?(?:[\\w-]+ ?){0,4}?)?";

const EN: Pattern[] = [
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `${NOT_SAID}\\b(?:we|i|the team)${HAVE} ${MOVED}${THING}(?: over| back| away)? ?from (?<from>${NAME_2}) (?:over |back )?to (?<to>${NAME})`,
    ),
    accepts: namesBoth,
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(`${NOT_SAID}\\b(?:we|i|the team)${HAVE} ${MOVED}${THING}(?: over| back)? ?to (?<to>${NAME})`),
    accepts: namesTarget,
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `${NOT_SAID}\\b(?:we|i|the team)${HAVE} (?:replaced|swapped(?: out)?) (?<from>${NAME}) (?:with|by|for) (?<to>${NAME})`,
    ),
    accepts: namesBoth,
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `${NOT_SAID}\\b(?:we|the team)${HAVE} (?:dropped|abandoned|ditched|stopped using|got rid of|moved away from) (?<to>${NAME})`,
    ),
    accepts: namesTarget,
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `\\blet(?:['’]s| us) (?:switch|move|migrate|change|go(?= back))${THING}(?: over| back)?(?: from (?<from>${NAME}))? (?:back |over )?to (?<to>${NAME})`,
    ),
    accepts: namesTarget,
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `^(?:actually,? |sorry,? |no,? |ok(?:ay)?,? )*(?:i(?:['’]ve| have)? changed my mind|on second thoughts?)\\s*[:,;.—–-]+\\s*(?:let(?:['’]s| us) )?(?:use |go with |i(?:['’]d)? (?:rather|prefer) )?(?<to>${NAME}),? (?:and not|not|instead of|rather than|over) (?<from>${NAME})`,
    ),
    accepts: namesPair,
    follows: true,
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(`^(?:actually,? |sorry,? |no,? )*(?<to>${NAME}), (?:and )?not (?<from>${NAME})(?: any ?more)?[.!]?$`),
    accepts: namesPair,
    follows: true,
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `^${SUBJECT}${SETTING}(?: (?:of|for|on|in) [\\w -]{1,40}?)? (?:is|are) now (?:at |on |set to )?${AMOUNT}${NO_BUT}`,
    ),
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `^${SUBJECT}${SETTING}(?: (?:of|for|on|in) [\\w -]{1,40}?)? (?:should|must|shall|has to|needs to) be (?:at |on |set to )?${AMOUNT}${NO_BUT}`,
    ),
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `^(?:(?:actually|sorry|no|ok(?:ay)?),? )*keep (?:the |our )?(?:[\\w-]+ ){0,3}?${SETTING} at ${AMOUNT}${NO_BUT}`,
    ),
  },
  {
    kind: "decision",
    who: "user",
    pattern: en(
      `^${SUBJECT}(?:[\\w-]+ )(?:should |must |shall |will |now |has to )*(?:listens?|runs?|serves?) on port ${AMOUNT}(?: now)?(?=[.,;!]|$)`,
    ),
  },
];

const NOUN =
  "(?:主?数据库|缓存|后端|前端|服务端|客户端|框架|消息队列|队列|部署|测试|单元测试|包管理器?|日志|存储|会话|接口|协议|搜索|样式|构建|打包|代码托管|认证|鉴权|网关|容器|编程语言|语言|运行时|ORM|CI|UI)";
const LATIN = "(?<to>[A-Za-z][\\w.+#-]{1,30})(?![\\w])";
const SET_CJK = "(?:端口号?|超时(?:时间)?|有效期|过期时间|上限|并发数?|重试次数|阈值|版本|默认分支|间隔)";
const MOVE_CJK =
  "(?:换成|改成|改用|改为|切换到|切换成|切换为|切到|迁移到|换到|换为|换回|改回|迁到|升级到|调整为|调整到|调成|设为|设成|设置为|设置成)";
const NOT_ASKED =
  "(?<!要不要|是不是|能不能|是否|可能|也许|考虑|如果|别|不要|先不|不用|可以|想|打算|建议|会|没有?|不|试着|尝试|试过?|刚|曾经?)";
/** "… 的话", "… 失败了": no decision. */
const NO_TROUBLE =
  "(?![^，。；]{0,10}(?:的话|失败|报错|出错|之前|之后|以前|以后|会|时|被占用|冲突|不通|不行|有问题))(?![^。]{0,16}(?:失败|报错|出错|不行|又改回|又换回))";
const east = (body: string): RegExp => new RegExp(body, "u");

const namesProduct = (match: RegExpExecArray): boolean => {
  const to = match.groups?.to ?? "";
  return familyOf(to) !== null || /^\p{Lu}/u.test(to);
};

const EAST: Pattern[] = [
  {
    kind: "decision",
    who: "user",
    pattern: east(`${NOT_ASKED}(?:还是)?(?:都|统一|全部|直接)?${NOT_ASKED}${MOVE_CJK}(?:了)?\\s*${LATIN}${NO_TROUBLE}`),
    accepts: (match) => familyOf(match.groups?.to ?? "") !== null,
  },
  {
    kind: "decision",
    who: "user",
    pattern: east(
      `(?:从|由)\\s*(?<from>[A-Za-z][\\w.+#-]{1,30})\\s*${NOT_ASKED}${MOVE_CJK}(?:了)?\\s*${LATIN}${NO_TROUBLE}`,
    ),
    accepts: namesProduct,
  },
  {
    kind: "decision",
    who: "user",
    pattern: east(
      `(?:^|[，,；;])\\s*(?:我们|项目|这里|统一)[^，,；;。]{0,8}?用\\s*${LATIN}[^，,；;。]{0,10}[，,]\\s*(?:而)?(?:不用|不是|别用|不要用)\\s*(?<from>[A-Za-z][\\w.+#-]{1,30})`,
    ),
    accepts: namesPair,
  },
  {
    kind: "decision",
    who: "user",
    pattern: east(`${NOT_ASKED}(?:不再|停止|已经不)(?:使用|用)(?:了)?\\s*${LATIN}`),
    accepts: (match) => familyOf(match.groups?.to ?? "") !== null,
  },
  {
    kind: "decision",
    who: "user",
    pattern: east(
      `(?:^|[，,；;])\\s*[^，,；;。]{0,16}?${SET_CJK}\\s*(?:(?:从|由)\\s*\\d[\\w.]*\\s*\\S{0,4}?\\s*)?(?:还是)?(?:现在)?(?:统一|都)?(?:是|为|用|定为|最多|最少|不超过|不低于|保持|${MOVE_CJK})(?:了)?\\s*\\d[\\d.,]*${NO_TROUBLE}`,
    ),
  },
  {
    kind: "decision",
    who: "user",
    pattern: east(`(?:^|[，,；;])\\s*\\S{0,10}?(?:监听|使用|用|连|跑在|运行在)\\s*\\d{2,5}\\s*端口${NO_TROUBLE}`),
  },
  {
    kind: "decision",
    who: "user",
    pattern: east(
      `(?:^|[，,；;])\\s*(?:我们的?|项目的?)?[^，,；;我你]{0,6}?${NOUN}(?:还是|决定|就|都|统一|一律|选择|最后|最终|现在)*(?:使?用|选|采用)\\s*${LATIN}`,
    ),
    accepts: namesProduct,
  },
];

export const CHANGE_PATTERNS: readonly Pattern[] = [...EN, ...EAST];
