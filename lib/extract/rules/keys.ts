/**
 * Keys `project:domain:type:topic` (E5). The topic names what a statement is about, not what was chosen, so that a later
 * choice meets it. It is made to be read: words as they were written, in their order. Two keys that spell one subject
 * differently ("cart cache", "cache of the carts") are told to be the same by `subjectKey`: extraction takes the key
 * that the project has already.
 */
import { keySegment } from "../../memories/fields";
import { hasCjk } from "./script";

/** Things that one picks exactly one of: naming one decides its class. */
const CLASSES: [topic: string, domain: string, RegExp][] = [
  ["package_manager", "tooling", /^(?:pnpm|npm|yarn|bun|pip|uv|poetry|pipenv)$/],
  ["test_runner", "testing", /^(?:vitest|jest|mocha|ava|pytest|unittest|jasmine)$/],
  ["database", "database", /^(?:postgres|postgresql|mysql|mariadb|sqlite|mongodb|mongo|dynamodb|cockroachdb)$/],
  ["cache", "cache", /^(?:redis|memcached|valkey)$/],
  ["ui_framework", "frontend", /^(?:react|vue|svelte|solid|angular|preact)$/],
  ["linter", "style", /^(?:eslint|biome|oxlint|ruff|flake8|pylint)$/],
  ["indentation", "style", /^(?:tabs|spaces)$/],
  ["styling", "frontend", /^(?:tailwind|tailwindcss|bootstrap|styled-components|emotion|sass)$/],
  ["bundler", "tooling", /^(?:vite|webpack|rollup|esbuild|turbopack|parcel)$/],
  ["orm", "database", /^(?:drizzle|prisma|typeorm|sequelize|sqlalchemy|knex)$/],
  ["message_queue", "messaging", /^(?:kafka|rabbitmq|nats|sqs|bullmq)$/],
];

const DOMAINS: [string, RegExp][] = [
  ["cache", /\b(?:cach(?:e|es|ing)|redis|memcached|valkey|ttl|time to live)\b|缓存/i],
  [
    "database",
    /\b(?:database|db|sql|postgres\w*|mysql|sqlite|migrations?|schema|tables?|quer(?:y|ies)|orm)\b|数据库|迁移|表结构/i,
  ],
  ["testing", /\b(?:tests?|testing|coverage|mocks?|mocking|fixtures?|vitest|jest|pytest|e2e)\b|测试|单测/i],
  ["deploy", /\b(?:deploy\w*|release\w*|rollback|production|staging|ci|docker|kubernetes)\b|部署|发布|上线|回滚/i],
  ["docs", /\b(?:docs?|documentation|readme|changelog|comments?)\b|文档|注释|更新日志/i],
  ["git", /\b(?:git|commits?|branch(?:es)?|merge|rebase|prs?|pull requests?|push)\b|提交|分支|合并|推送/i],
  [
    "security",
    /\b(?:auth\w*|tokens?|secrets?|passwords?|security|permissions?|encrypt\w*|login)\b|安全|权限|密码|登录|鉴权/i,
  ],
  ["tooling", /\b(?:pnpm|npm|yarn|bun|package manager|dependenc(?:y|ies)|install|build|bundler)\b|依赖|构建|包管理/i],
  ["api", /\b(?:apis?|endpoints?|rest|graphql|routes?|http|json)\b|接口/i],
  ["frontend", /\b(?:ui|css|components?|buttons?|pages?|react|vue|layout|frontend)\b|界面|组件|页面|前端|样式/i],
  [
    "style",
    /\b(?:naming|names?|style|indent\w*|tabs|spaces|format\w*|lint\w*|camelcase|snake_case|kebab-case|types?|typescript)\b|命名|格式|缩进|代码风格/i,
  ],
  ["language", /\b(?:english|chinese|japanese|korean|german|french|spanish|language)\b|中文|英文|英语|日文|语言/i],
];

const STOP = new Set(
  "a an the this that these those it its we i you they he she our my your their us me and or but so also just please ok okay yes no not never always must should shall will would can could may might do does did don't dont be is are was were been being have has had to of in on at by from with for as into over than then now currently moment from on forward going future here there every each all any only let's lets settle settled decide decided decision go goes use uses using used prefer adopt stick switch keep instead rather because since where which who what how if while make sure remember note rule convention we've i'd i'll we'll doesn't isn't i'm we're you're that's it's ever avoid stop new project projects repo repository code thing things stuff something anything everything someone say says saying everywhere more most very really generally usually personally root cause caused turned out problem bug issue reason fixed".split(
    " ",
  ),
);

/** Kept between two words of a topic, where they tell two rules apart; no part of the subject's identity. */
const LINKS = new Set("before after when until unless without between during against via".split(" "));

/** One segment as E5 builds it, bounded. */
const segment = (text: string, max = 48): string =>
  keySegment(text.normalize("NFKC"))
    .slice(0, max)
    .replace(/^[_-]+|[_-]+$/g, "");

const singular = (word: string): string => (word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word);

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_'’.#+-]*/gu) ?? [])
    .map((word) => word.replace(/['’]s$/u, "").replace(/^['’.-]+|['’.-]+$/gu, ""))
    .filter((word) => word !== "" && !STOP.has(word.replace("’", "'")));

const contentWords = (text: string): string[] => wordsOf(text).filter((word) => !LINKS.has(word));

const MAX_TOPIC = 48;

/** The first `max` content words in reading order, with the links between them; never cut inside a word. */
function readableTopic(text: string, max: number): string {
  let topic = "";
  let link = "";
  let count = 0;
  for (const word of wordsOf(text)) {
    if (count >= max) break;
    if (LINKS.has(word)) {
      if (topic !== "") link = `${word}_`;
      continue;
    }
    const next = topic === "" ? segment(word) : `${topic}_${link}${segment(word)}`;
    if (next.length > MAX_TOPIC && topic !== "") break;
    topic = next;
    link = "";
    count += 1;
  }
  return topic;
}

/** The first clause, where it says enough by itself. */
function mainClause(text: string): string {
  const [clause = text] = text
    .replace(/^\s*(?:the )?(?:root cause|cause|decision|rule)\s*(?:is|was|:)\s*/i, "")
    .split(/[,;:](?=\s)/, 1);
  return contentWords(clause).length >= 3 ? clause : text;
}

/** Equal for keys that name the same subject in other words, order or number. */
export function subjectKey(key: string): string {
  const at = key.lastIndexOf(":") + 1;
  const words = key
    .slice(at)
    .split("_")
    .filter((word) => !LINKS.has(word))
    .map(singular);
  return key.slice(0, at) + [...new Set(words)].sort().join("_");
}

const CHOICE =
  /\b(?:settled?|settling|decided?|agreed|opted|chose|go|going|went|use|using|uses|adopt|stick|switch|move|standardi[sz]e|keep|prefer|picked)\b(?: not)?(?: ahead)?(?: over)?(?: (?:on|to|for|with|upon|using|use))*\s+/i;

/** What comes after "for", "as the": the purpose that the choice serves. */
function purposeOf(text: string): string | null {
  const after = CHOICE.exec(text);
  if (after === null) return null;
  const rest =
    text
      .slice(after.index + after[0].length)
      .split(/[,;:.]| because | since | so that | instead of | rather than /i)[0] ?? "";
  const match = /\s(?:for|as)\s+(?:the |our |a |an |all |every )?(.{2,60})$/i.exec(rest);
  return match?.[1] ?? null;
}

function chosenClass(text: string): (typeof CLASSES)[number] | undefined {
  const after = CHOICE.exec(text);
  const rest = after === null ? "" : text.slice(after.index + after[0].length);
  const object =
    /^([\w-]+)(?=\s*(?:$|[,.;:!]|\s(?:here|now|instead|everywhere|rather|not|over|because|in|and not|from|going)\b))/i
      .exec(rest)?.[1]
      ?.toLowerCase();
  return object === undefined ? undefined : CLASSES.find(([, , pattern]) => pattern.test(object));
}

const CJK_VERB = /(?:统一|一律|必须|始终|都|就|改|只|应该|应当|要)*(?:改用|选用|采用|使用|用)/u;
const CJK_NOISE =
  /我们|我|你|请(?!求)|以后|今后|从现在起|从现在开始|后续|决定|最终|还是|都|一律|统一|必须|务必|禁止|严禁|不要|不准|不得|不许|不能|始终|总是|永远|优先|约定|规定|所有|的|了|吧|就|(?<!主|重|需)要(?!求|素|点)|会(?!话|议|员|计)|在(?!线)|这个|该|项目|喜欢|偏好|(?<!变)更(?!新|改|换)|习惯/gu;

function cjkTopic(text: string): string {
  const clauses = text.split(/[，,。；;：:！]|因为|而不是|避免|防止/u).filter((part) => part.trim() !== "");
  // "根因是：…" names nothing yet.
  const clause =
    clauses.find((part) => !/^(?:(?:根因|根本原因|原因)(?:是|在于|为)?|决定|约定|规定|注意)$/u.test(part.trim())) ??
    text;
  const verb = CJK_VERB.exec(clause);
  if (verb !== null) {
    const purpose = /(?:来做|当作|作为|来|做|当)(.{2,20})$/u.exec(clause.slice(verb.index + verb[0].length))?.[1];
    const subject = (purpose ?? clause.slice(0, verb.index)).replace(CJK_NOISE, "");
    if (segment(subject).length >= 2) return segment(subject, 24);
  }
  const bare = clause.replace(/(?<=原因|根因)(?:是|在于|为)\s*$/u, "").replace(CJK_NOISE, "");
  return segment(bare, 24) || segment(clause, 24);
}

export type KeyType = "decision" | "cause" | "profile";

/**
 * Same subject, same key: the purpose ("for the cart cache"), else the class of the thing chosen (pnpm → package_manager),
 * else the first content words. `context` may say more about the domain. Decisions, preferences and rules share the type, since each may replace the other.
 */
export function memoryKey(project: string, type: KeyType, statement: string, context = statement): string {
  const text = statement.slice(0, 600);
  const chosen = hasCjk(text) ? undefined : chosenClass(text);
  const purpose = hasCjk(text) ? null : purposeOf(text);
  let topic: string;
  if (purpose !== null && contentWords(purpose).length > 0) topic = readableTopic(purpose, 3);
  else if (chosen !== undefined) topic = chosen[0];
  else topic = hasCjk(text) ? cjkTopic(text) : readableTopic(mainClause(text), 4);
  const domain =
    chosen !== undefined && purpose === null ? chosen[1] : domainOf(purpose ?? text, context.slice(0, 600));
  return [segment(project) || "general", domain, type, segment(topic) || "general"].join(":");
}

function domainOf(first: string, whole: string): string {
  const found =
    DOMAINS.find(([, pattern]) => pattern.test(first)) ?? DOMAINS.find(([, pattern]) => pattern.test(whole));
  return found?.[0] ?? "general";
}

/** Areas that a text touches, at most three: tags and categories come from them. */
export const domainsOf = (text: string): string[] =>
  DOMAINS.filter(([, pattern]) => pattern.test(text.slice(0, 600)))
    .map(([name]) => name)
    .slice(0, 3);
