/**
 * Keys `project:domain:type:topic` (E5). The topic names what a statement is about, not what was chosen, so that a later
 * choice meets it. It is made to be read: words as they were written, in their order. Two keys that spell one subject
 * differently ("cart cache", "cache of the carts") are told to be the same by `subjectKey`: extraction takes the key
 * that the project has already.
 */
import { createHash } from "node:crypto";
import { keySegment } from "../../memories/fields";
import { asChoice } from "./as-choice";
import { readNames, withoutValues } from "./identifiers";
import { hasCjk } from "./script";

/** Things that one picks exactly one of: naming one decides its class. */
const CLASSES: [topic: string, domain: string, RegExp][] = [
  ["package_manager", "tooling", /^(?:pnpm|npm|yarn|bun|pip|uv|poetry|pipenv)$/],
  ["test_runner", "testing", /^(?:vitest|jest|mocha|ava|pytest|unittest|jasmine)$/],
  ["database", "database", /^(?:postgres|postgresql|mysql|mariadb|sqlite|mongodb|mongo|dynamodb|cockroachdb)$/],
  ["cache", "cache", /^(?:redis|memcached|valkey)$/],
  ["ui_framework", "frontend", /^(?:react|vue|svelte|solid|angular|preact)$/],
  ["web_framework", "api", /^(?:express|fastify|koa|nestjs|hono|django|flask|fastapi|rails|laravel)(?:\.js)?$/],
  ["linter", "style", /^(?:eslint|biome|oxlint|ruff|flake8|pylint)$/],
  ["indentation", "style", /^(?:tabs|spaces)$/],
  ["styling", "frontend", /^(?:tailwind|tailwindcss|bootstrap|styled-components|emotion|sass)$/],
  ["bundler", "tooling", /^(?:vite|webpack|rollup|esbuild|turbopack|parcel)$/],
  ["orm", "database", /^(?:drizzle|prisma|typeorm|sequelize|sqlalchemy|knex)$/],
  ["message_queue", "messaging", /^(?:kafka|rabbitmq|nats|sqs|bullmq|pulsar|activemq|celery|sidekiq|zeromq|mqtt)$/],
  [
    "language",
    "language",
    /^(?:(?:english|chinese|japanese|korean|german|french|spanish)|(?:中文|汉语|英文|英语|日文|日语)(?:书写|编写|写|回答|回复)?)$/,
  ],
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
  "a an the this that these those it its we i you they he she our my your their us me and or but so also just please ok okay yes no not never always must should shall will would can could may might do does did don't dont be is are was were been being have has had to of in on at by from with for as into over than then now currently moment from on forward going future here there every each all any only let let's lets settle settled decide decided decision go goes use uses using used prefer adopt stick switch keep instead rather because since where which who what how if while make sure remember note rule convention we've i'd i'll we'll doesn't isn't i'm we're you're that's it's ever avoid stop new project projects repo repository code thing things stuff something anything everything someone say says saying everywhere more most very really generally usually personally root cause caused turned out problem bug issue reason fixed actually instead again back switched moved migrated changed yesterday today recently week month lately".split(
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

const singular = (word: string): string => (word.length > 3 && /^\p{L}+[^u]s$/u.test(word) ? word.slice(0, -1) : word);

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_'’.#+-]*/gu) ?? [])
    .map((word) => word.replace(/['’]s$/u, "").replace(/^['’.-]+|['’.-]+$/gu, ""))
    .filter((word) => word !== "" && !STOP.has(word.replace("’", "'")));

const contentWords = (text: string): string[] => wordsOf(text).filter((word) => !LINKS.has(word));

const MAX_TOPIC = 64;
const MAX_WORDS = 8;

/** Stands for what a bounded topic leaves out: two subjects never meet because their names are long. */
const digest = (words: string[]): string =>
  createHash("sha256")
    .update([...new Set(words.map(singular))].sort().join(" "))
    .digest("hex")
    .slice(0, 10);

/** All content words in reading order, with the links between them; what is too long ends in a digest of the whole. */
function readableTopic(text: string, names: string[]): string {
  let topic = "";
  let link = "";
  const words = wordsOf(text);
  const said = new Set(words);
  const all = [...words, ...names.filter((name) => !said.has(name))];
  const content = [...new Set(all.filter((word) => !LINKS.has(word)))];
  const used = new Set<string>();
  for (const word of all) {
    if (LINKS.has(word)) {
      if (topic !== "") link = `${word}_`;
      continue;
    }
    if (used.has(word)) continue;
    const next = topic === "" ? segment(word) : `${topic}_${link}${segment(word)}`;
    if (used.size >= MAX_WORDS || next.length > MAX_TOPIC || word.length > 48)
      return [topic, digest(content)].filter((part) => part !== "").join("_");
    topic = next;
    link = "";
    used.add(word);
  }
  return topic;
}

const REASON =
  /[,;:]\s(?=(?:because|since|so|as|otherwise|no|not|instead|rather|which|to avoid|fixed)\b)|\s(?=(?:because|so that|to avoid)\s)/i;

/** All but a reason or remedy behind it, where what is left says enough by itself. */
function mainClause(text: string): string {
  const said = text.replace(/^\s*(?:the )?(?:root cause|cause|decision|rule)\s*(?:is|was|:)\s*/i, "");
  const clause = said.slice(0, REASON.exec(said)?.index ?? said.length);
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
const DECIDES = /^(?:settl|decid|agreed|opted|chose)/i;
const CLAUSE_END =
  /[;:.!](?:\s|$)|,\s(?!\s*(?:but|only|except|for|in|on|at|when|if|unless|and (?:in|for|on))\b)|\s(?:because|since|so that)\s/i;
const AFTER_OBJECT =
  /\s(?:for|as|in|on|at|from|by|inside|within|between|when|if|unless|until|before|after|during|without|to|of|with|via|per|everywhere|here|now|instead|only|rather|across)(?![\w-])|,\s/i;
/** "over Memcached", "not npm": what was turned down says nothing of the subject. */
const TURNED_DOWN = /,?\s(?:over|instead of|rather than|and not|not)\s+(?:the )?([\w@-]{2,40})(?![\w-])/gi;
/** Subjects that say by themselves which class fills them, so that the key need not. */
const TOLD: Record<string, RegExp> = {
  package_manager: /\b(?:package managers?|dependenc\w+)\b|包管理|依赖/i,
  test_runner: /\b(?:tests?|testing)\b|测试|单测/i,
  database: /\b(?:databases?|db|tables?|storage|store|queues?)\b|数据库|存储|队列|表/i,
  cache: /\b(?:caches?|caching|ttl|store|storage|queues?)\b|缓存|存储|队列/i,
  ui_framework: /\b(?:ui|frontend) framework\b|\bfrontend\b|前端/i,
  web_framework: /\b(?:web|http|server|backend) ?framework\b|框架/i,
  linter: /\blint\w*\b/i,
  indentation: /\bindent\w*\b|缩进/i,
  styling: /\b(?:styl\w+|css)\b|样式/i,
  bundler: /\bbundl\w+\b|打包/i,
  orm: /\borm\b/i,
  message_queue: /\b(?:queues?|broker)\b|队列/i,
  language: /\b(?:language|messages?|comments?|docs?|documentation)\b|语言|信息|消息|注释|文档/i,
};

const classOf = (object: string): (typeof CLASSES)[number] | undefined =>
  CLASSES.find(([, , pattern]) => pattern.test(object.trim().toLowerCase()));
const isToldBy = (kind: string, subject: string): boolean => TOLD[kind]?.test(subject) ?? false;
const isChoice = (word: string): boolean => classOf(word) !== undefined;

interface Subject {
  /** What is left of the statement without what was chosen. */
  text: string;
  names: string[];
  chosen: (typeof CLASSES)[number] | undefined;
}

/** The choice that a sentence makes: behind "we decided that", the verb that follows. */
function choiceOf(text: string): { before: string; rest: string } | null {
  const first = CHOICE.exec(text);
  if (first === null) return null;
  const at = first.index + first[0].length;
  const rest = text.slice(at);
  if (!DECIDES.test(first[0])) return { before: text.slice(0, first.index), rest };
  const said = rest.slice(0, CLAUSE_END.exec(rest)?.index ?? rest.length);
  const second = CHOICE.exec(said);
  if (second === null) return /^that\s/i.test(rest) ? null : { before: text.slice(0, first.index), rest };
  return {
    before: `${text.slice(0, first.index)} ${said.slice(0, second.index)}`,
    rest: rest.slice(second.index + second[0].length),
  };
}

/** Subject and choice apart: "module m248 uses | Redis | for the carts". Only what is surely the choice is left out. */
function subjectOf(source: string): Subject {
  const choice = choiceOf(source);
  if (choice === null) {
    const { text, names } = readNames(source, isChoice);
    return { text: mainClause(text), names, chosen: undefined };
  }
  const bare = choice.rest.replace(TURNED_DOWN, (whole, word: string) => (isChoice(word) ? "" : whole));
  const said = bare.slice(0, CLAUSE_END.exec(bare)?.index ?? bare.length);
  const cut = AFTER_OBJECT.exec(said)?.index ?? said.length;
  // A number of the thing chosen is its version or amount.
  const object = withoutValues(said.slice(0, cut)).replace(/(?<![\w#./-])\d[\d.,]*(?![\w/-])/g, " ");
  const before = readNames(choice.before, isChoice);
  const chosen = readNames(object, isChoice);
  const after = readNames(said.slice(cut), isChoice);
  const beyond = readNames(bare.slice(said.length), isChoice);
  const subject = `${before.text} ${after.text}`;
  const kind = classOf(chosen.text);
  const isOneOf = kind !== undefined || contentWords(chosen.text).length === 0;
  return {
    text: isOneOf ? subject : `${before.text} ${chosen.text} ${after.text}`,
    names: [...before.names, ...(kind === undefined ? chosen.names : []), ...after.names, ...beyond.names],
    chosen: kind,
  };
}

const CJK_VERB = /(?:统一|一律|必须|始终|都|就|改|只|应该|应当|要)*(?:改用|选用|采用|使用|用)/u;
const CJK_NOISE =
  /(?:请|你)?(?:记住|记一下|别忘了?)|已经|现在|昨天|今天|上周|上个月|最近|刚刚|我们|我|你|请(?!求)|不再|以后|今后|从现在起|从现在开始|后续|决定|最终|还是|都|一律|统一|必须|务必|禁止|严禁|不要|不准|不得|不许|不能|始终|总是|永远|优先|约定|规定|所有|的|了|吧|就|(?<!主|重|需)要(?!求|素|点)|会(?!话|议|员|计)|在(?!线)|这个|该|项目|喜欢|偏好|(?<!变)更(?!新|改|换)|习惯/gu;

const CJK_OBJECT_END = /(?:来做|当作|作为|来|做|当)/u;

/** Cut to what can be read, ending in a digest of the whole where it is cut. */
const bounded = (topic: string): string => (topic.length <= 24 ? topic : `${segment(topic, 24)}_${digest([topic])}`);

function cjkTopic(source: string): string {
  const { text, names } = readNames(source, isChoice);
  const clauses = text.split(/[，,。；;：:！]|因为|而不是|避免|防止/u).filter((part) => part.trim() !== "");
  // "根因是：…" names nothing yet.
  const first =
    clauses.find(
      (part) =>
        !/^(?:(?:根因|根本原因|原因)(?:是|在于|为)?|决定|约定|规定|注意|(?:请|你)?(?:记住|记一下|记下来?|备忘|别忘了?))$/u.test(
          part.trim(),
        ),
    ) ?? text;
  const clause = /^\s*(?:如果|若|当|只要|一旦|除非|对于|对|在)|(?:时|的时候|之前|之后|前|后)\s*$/u.test(first)
    ? text.replace(/[，,。；;：:！]/gu, "")
    : first;
  const topic = cjkSubject(clause);
  const missing = names.filter((name) => !topic.includes(name));
  return [bounded(topic), ...(missing.length > 4 ? [digest(missing)] : missing.map((name) => segment(name)))]
    .filter((part) => part !== "")
    .join("_");
}

function cjkSubject(clause: string): string {
  const verb = CJK_VERB.exec(clause);
  if (verb !== null) {
    const rest = clause.slice(verb.index + verb[0].length);
    const end = CJK_OBJECT_END.exec(rest);
    const object = (end === null ? rest : rest.slice(0, end.index)).trim();
    const purpose = end === null ? "" : rest.slice(end.index + end[0].length);
    const subject = `${clause.slice(0, verb.index)}${purpose}`.replace(CJK_NOISE, "");
    const chosen = object.replace(CJK_NOISE, "").replace(/\d+/gu, "").trim();
    const kind = classOf(chosen)?.[0];
    const isLeftOut = kind === undefined ? segment(chosen) === "" : isToldBy(kind, subject);
    const isHowToTalk = kind === "language" && /^(?:回答|回复|交流|沟通|说话)时?$/u.test(subject.trim());
    if (segment(subject).length >= 2 && !isHowToTalk)
      return segment(isLeftOut ? subject : `${subject}_${kind ?? chosen}`);
    if (kind !== undefined) return segment(isHowToTalk ? kind : `${subject}_${kind}`);
  }
  const bare = clause.replace(/(?<=原因|根因)(?:是|在于|为)\s*$/u, "").replace(CJK_NOISE, "");
  return segment(bare) || segment(clause);
}

export type KeyType = "decision" | "cause" | "profile";

/**
 * Same subject, same key: all content words of the statement and every name in it, without what was chosen where that
 * is sure (Redis → Memcached, Node 20 → Node 22). Where nothing else is said the class of the choice is the subject
 * (pnpm → package_manager). In doubt two keys: a lost replacement harms less than a wrong one. `context` may say more
 * about the domain. Decisions, preferences and rules share the type, since each may replace the other.
 */
export function memoryKey(project: string, type: KeyType, statement: string, context = statement): string {
  const text = asChoice(statement.slice(0, 600));
  let topic: string;
  let domain: string;
  if (hasCjk(text)) {
    topic = cjkTopic(text);
    domain = domainOf(text, context.slice(0, 600));
  } else {
    const subject = subjectOf(text);
    topic = readableTopic(subject.text, subject.names);
    domain = domainOf(subject.text, subject.chosen === undefined ? context.slice(0, 600) : "");
    if (subject.chosen !== undefined) {
      const [name, home] = subject.chosen;
      const isTold = topic !== "" && isToldBy(name, subject.text);
      if (domain === "general" || topic === "") domain = home;
      if (!isTold) topic = topic === "" ? name : `${topic}_${name}`;
    }
  }
  return [segment(project) || "general", domain, type, segment(topic, 120) || digest([text])].join(":");
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
