/** What people say when they set right what was taken for true, and when they tell where things are: facts with a value in them. */
import { familyOf } from "./change-patterns";
import type { Pattern } from "./patterns";

const en = (body: string): RegExp => new RegExp(body, "i");
const east = (body: string): RegExp => new RegExp(body, "u");
/** Quoted values are blanked with this sign. */
const BLANK = "\u00a4";

/** A number, a quoted value, a host, a path, `db-prod-7` or a product that is known: what one would look up. */
export const isConcrete = (text: string): boolean =>
  /\d|\u00a4|[\p{L}\p{N}][-./:@_][\p{L}\p{N}]/u.test(text) || familyOf(text) !== null;

/** Things that a project has one of, and that are looked up. */
export const THING =
  "(?:(?:data ?base|db|server|service|api|host|hostname|cluster|bucket|region|registry|repo(?:sitory)?|branch|environment|env|staging|production|prod|ci|cdn|queue|cache|gateway|proxy|dashboard|docs?|site|website|app|domain|endpoint|(?:base )?url|address|ports?|time-?outs?|ttl|rate limits?|limits?|quota|page size|batch size|pool size|deadline|release|schedule|license|licence|version|package name|namespace|prefix|command|feature freeze|code freeze|freeze|launch|cut-?off|channel|account|project id|tenant)s?)";
/** What goes wrong is a report, not a fact to keep. */
export const TROUBLES =
  "(?:bugs?|errors?|problems?|issues?|crash\\w*|fail\\w*|exceptions?|warnings?|broken|typo|but|instead of the|expected|should)";
const TROUBLE = `(?![^.;]{0,160}\\b${TROUBLES}\\b)`;
const SUBJECT = `^(?!(?:if|when|once|before|after|unless|until|because|since|why|how|what|where|whether|so|as|check|make|ensure|verify|set|change|update|see|maybe|wish|i|he|she|they|it|this|that|these|those|there|the (?:test|line|log|output|result|response|status|answer)s?)\\b)${TROUBLE}(?:(?:the|our|my) )?(?:[\\w.-]+(?:['’]s)? ){0,5}?${THING}(?: (?:of|for|on|in|to) [\\w -]{1,40}?)?`;
export const THING_CJK =
  "(?:主机(?:名)?|地址|域名|数据库|服务器?|分支|区域|集群|仓库|环境|账号|端口号?|接口|网关|流水线|缓存|队列|超时(?:时间)?|命名空间|前缀|版本号?|许可证|CI)";
const DATE =
  "(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?";
const VALUE = `(?:${DATE}|\\d[\\w.,:%/]{0,40}|https?:\\/\\/[^\\s,;]{3,200}|[\\w-]{1,60}(?:[.:/@][\\w-]{1,60}){1,12}\\/?|[a-z]{1,30}(?:[-_][a-z0-9]{1,30}){1,6}|[a-z]+\\d[\\w-]{0,40}|${BLANK}{3,200})`;
const UNIT =
  "(?: ?(?:ms|s|sec(?:onds?)?|min(?:utes?)?|hours?|days?|weeks?|months?|[kmg]b|%|(?:requests?|calls?|queries|messages|users|items|rows|retries|attempts)?(?: ?(?:per|a|an|/) ?\\w+)?))?";

const namesBoth = ({ groups }: RegExpExecArray): boolean =>
  isConcrete(groups?.["from"] ?? "") && isConcrete(groups?.["to"] ?? "");
const namesPlace = ({ groups }: RegExpExecArray): boolean => {
  const to = (groups?.["to"] ?? "").trim();
  return /^\p{Lu}|[\p{L}\p{N}][.@_-]\p{L}/u.test(to) || familyOf(to) !== null;
};

const EN: Pattern[] = [
  {
    kind: "fact",
    who: "user",
    pattern: en(
      "^(?!(?:please )?(?:remember|keep)\\b)[^?]{12,400}?[,;:–—-]+ ?(?:and |so )?(?:please )?(?:remember|keep in mind|don['’]t forget|note)(?: (?:that|this|it))?(?: please)?[.!]*$",
    ),
  },
  // Told against what was thought: "the staging database is on port 5544, not 5433".
  {
    kind: "fact",
    who: "user",
    pattern: en(
      `${SUBJECT} (?:is|are|lives?|runs?|listens?|sits?|points?|goes)(?: now)? (?<to>[^,;?]{2,80}?),? (?:and )?not (?!just\\b|only\\b|yet\\b|all\\b|always\\b|even\\b)(?<from>[^,;?]{2,60})`,
    ),
    accepts: namesBoth,
  },
  {
    kind: "fact",
    who: "user",
    pattern: en(
      `${SUBJECT} (?:has |have |was |were |is |are |got )?(?:now |just |been |already )*(?:moved|migrated|switched|renamed|changed|upgraded|downgraded)(?: over)?(?: from [^,;?]{1,60}?)? to (?<to>[^,;?]{2,80})`,
    ),
    accepts: ({ groups }) => isConcrete(groups?.["to"] ?? ""),
  },
  {
    kind: "fact",
    who: "user",
    pattern: en(
      `${SUBJECT} (?:is|are|has been|lives|runs|listens|points|starts|begins|ends)(?: now| currently| always)? (?:at |on |in |to |set to |called |named |port )*${VALUE}${UNIT}(?: now| these days)?[.!]?$`,
    ),
  },
  {
    kind: "fact",
    who: "user",
    pattern: en(
      `^${TROUBLE}(?:the |our )?(?!(?:we|you|i|it|this|that|they)\\b)[\\w -]{2,40}? (?:needs?|requires?) (?:the )?(?:env(?:ironment)? var(?:iable)?s? )?(?<to>[\\w]{3,60})(?: (?:to be )?set|[.,]|$)`,
    ),
    accepts: ({ groups }) => /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(groups?.["to"] ?? ""),
  },
  {
    kind: "fact",
    who: "user",
    pattern: en(
      `^(?:we|our team) (?:deploy|host|ship|publish|release|run)(?: (?:everything|it all|all of it|(?:the|our|all) [\\w-]+(?: [\\w-]+)?))?(?: only)? (?:to|on|with|in|via|through|using) (?<to>(?!(?:the|a|an|this|that|our|my|your|it|them)\\b)[\\w.@/+#-]{2,40})`,
    ),
    accepts: namesPlace,
  },
];

const VALUE_CJK = "[A-Za-z0-9][\\w./:@%-]{1,160}";
const MOVED_CJK = "(?:换成|改成|改用|改为|切换到|切换成|切到|迁移到|换到|换为|换回|迁到|搬到|升级到|调整为|调到)";
/** A request to do it now is known once it is done. */
const isTold = (match: RegExpExecArray): boolean =>
  !/把|将|帮|请|能|要不|如果|可以|打算|考虑|建议|别|不要/u.test(match[0]) && isConcrete(match.groups?.["to"] ?? "");
const END = "(?=\\s*(?:[，,。；;！!]|$|了|吧))";

const EAST: Pattern[] = [
  {
    kind: "fact",
    who: "user",
    pattern: east(
      "^[^？?]{6,300}?[，,。；;]\\s*(?:请|你)?(?:记住|记一下|记下来?|记着|别忘了?)(?:这(?:个|一点|点)|它|哦|了|吧)*[。！!]*$",
    ),
  },
  {
    kind: "fact",
    who: "user",
    pattern: east("^(?:请|你)?(?:记住|记一下)(?!了|没|吗|我|这个|这一点|它|[。！!，,]*$)\\s*\\S{4,}"),
  },
  {
    kind: "fact",
    who: "user",
    pattern: east(`[^，,；;。]{0,24}?${THING_CJK}[^，,；;。]{0,6}?${MOVED_CJK}(?:了)?\\s*(?<to>${VALUE_CJK})${END}`),
    accepts: isTold,
  },
  {
    kind: "fact",
    who: "user",
    pattern: east(
      `[^，,；;。]{0,24}?${THING_CJK}\\s*(?:现在)?不(?:是|在|叫)\\s*${VALUE_CJK}\\s*[，,；;]\\s*(?:而|应该)?(?:是|在|叫)\\s*(?<to>${VALUE_CJK})${END}`,
    ),
    accepts: isTold,
  },
  {
    kind: "fact",
    who: "user",
    pattern: east(`[^，,；;。]{0,24}?${THING_CJK}\\s*(?:现在|已经|都)?(?:是|在|叫)\\s*(?<to>${VALUE_CJK})${END}`),
    accepts: isTold,
  },
  {
    kind: "fact",
    who: "user",
    pattern: east(
      `[^，,；;。]{1,24}?命令\\s*(?:现在)?(?:是|为)[:：]?\\s*(?<to>(?:\u00a4+|[a-z][\\w./:@=-]{1,60}(?: [\\w./:@=-]{1,60}){1,8}))${END}`,
    ),
    accepts: isTold,
  },
];

export const CORRECTION_PATTERNS: readonly Pattern[] = [...EN, ...EAST];
