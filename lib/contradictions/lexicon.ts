/** The closed lists behind the detectors: which words carry no subject, deny, or name one of a set. English and Chinese. */

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""));

/** Carry neither subject nor value. Compared folded, before stemming. */
export const STOP = set(`
  a an the is are was were be been being am it its it's this that these those there here which who whom whose what
  of to as and or but so also then than too very still just only always all each every both any some per via
  we our ours us you your yours they them their i my mine me he she his her will would shall should must can could may
  might do does did done has have had having please let lets let's currently now today nowadays from by with about
  into onto out up down over again ever back mind after-all yet one ones thing things way
  everywhere exclusively by-default remember note decided agreed actually instead exact exactly
  project projects app application codebase repo repository team code system
  的 地 得 了 着 过 是 在 于 和 与 及 或 都 也 还 就 要 请 我们 我 你 你们 他 她 它 他们 这 那 这个 那个 该 本 此 其 之 中 里 上 下 内
  为 被 把 将 给 对 由 从 到 并 并且 而 且 但 但是 而且 以及 会 应 应该 应当 需要 需 必须 务必 一律 统一 所有 全部 都要 总是 始终 一直 永远 可以 能
  目前 现在 当前 如今 已 已经 还是 决定 最终 最后 选定 只 仅 只能 一个 一种 个 种 项目 代码 代码库 仓库 团队 请用 记住 以后 今后 进行 作 作为 当 时 所 吧 呢 啊 后 前 时候
`);

/** Verbs of being, using and placing: another one of them is a rewording. */
export const LIGHT = set(`
  use uses used using utilize utilise utilizes adopt adopts adopted prefer prefers preferred choose chose chosen pick picked picks
  run runs running ran execute executes listen listens listening bind binds
  set sets setting live lives living lived reside resides sit sits keep keeps kept put puts stay stays
  make makes made go goes going went get gets got gives give configured defined located placed found called named
  store stored stores save saved saves hold holds held belong belongs take takes took equal equals stands stand
  work works worked start starts started expire expires happen happens occur occurs take-place
  deployed hosted installed enabled-by written write writes
  使用 用 采用 选用 改用 启用的 选择 选 部署在 部署于 部署到 运行在 托管在 搭建在 存放 放 放在 存 存储 保存 位于 运行 跑 设为 设置 设定 设 配置 定 定为 叫 叫做 监听 等于 写 做 有 发生 开始 托管 固定 固定为
`);

/** Active verbs whose object is one of many: "supports JSON" and "supports XML" both hold. */
export const MANY = set(`
  hold holds contain contains include includes support supports provide provides export exports has have store stores
  depend depends require requires import imports expose exposes serve serves handle handles need needs know knows like likes
  call calls send sends read reads accept accepts cover covers emit emits publish publishes consume consumes fix fixed fixes
  add added adds implement implemented implements
  包含 包括 支持 提供 依赖 存放 存储 存 保存 暴露 处理 需要 喜欢 导出 导入 调用 接受 发送 读取 覆盖 修复 新增 添加 实现 负责处理
`);

/** What follows says when or for whom a statement holds. */
export const HARD_SCOPE = set(`
  for when while during if unless except against whenever
  如果 除非 当 对于 针对 关于 除了 若
`);
/** What follows says where; it may be the value itself ("stored in Redis"). */
export const SOFT_SCOPE = set("in on at under within inside outside across 在");

/** Ends the subject of a clause, beside verbs of being and using. */
export const COPULA = set(
  "is are was were be should must can could will would shall may might do does did has have had 是 为 在 应 应该 必须 要 需要 会 由 从",
);

/** Parts that every project has: "for the frontend" says no more than what the thing is. Compared as canonical. */
export const AREA = set(`
  frontend backend database main primary cache api server service ui web http framework app project default production client
  session queue message store storage data test_runner package_manager language core whole
  主 框架 网站 服务
`);

/** Auxiliaries: a negation behind one of them denies the clause; without one it contrasts what follows. */
export const AUXILIARY = set(
  "do does did is are was were be been am should must can could will would shall may might has have had need it's that's",
);

/** Nouns that a number names rather than measures: "issue 12", "step 3". Compared folded. */
export const LABELLED = set(`
  issue issues bug bugs ticket pr mr pull request commit step steps phase stage chapter section rfc adr error code status http
  line case test tests task story epic sprint week day milestone shard replica worker host server machine team group item option rule
  version-of round q page part figure order room customer invoice user account floor table row column question type level tier number no nr task#
  步骤 问题 阶段 任务 章 节 错误码 状态码 编号 工单 需求 订单 房间 客户 发票
`);

/** Pairs of which one holds; the axis is the name, the sides are compared. */
const AXES: [axis: string, one: string, other: string][] = [
  ["switch", "enabled enable enables 启用 开启 打开", "disabled disable disables 禁用 关闭 停用"],
  ["truth", "true", "false"],
  ["duty", "required mandatory compulsory 必填 必需", "optional 可选 选填"],
  [
    "licence",
    "allowed permitted allow allows permit 允许 准许",
    "forbidden banned prohibited disallowed forbid forbids",
  ],
  ["order", "before 之前 以前", "after 之后 以后再"],
  ["length", "short brief concise 简短 简洁", "long detailed verbose 详细 冗长"],
  ["theme", "light 浅色 亮色", "dark 深色 暗色"],
  ["sorting", "ascending asc 升序", "descending desc 降序"],
  ["pace", "synchronous synchronously sync 同步", "asynchronous asynchronously async 异步"],
  ["presence", "manual manually 手动", "automatic automatically 自动"],
];

export const STATES: ReadonlyMap<string, { axis: string; side: string }> = new Map(
  AXES.flatMap(([axis, one, other]) => [
    ...[...set(one)].map((word): [string, { axis: string; side: string }] => [word, { axis, side: "1" }]),
    ...[...set(other)].map((word): [string, { axis: string; side: string }] => [word, { axis, side: "2" }]),
  ]),
);

/** Sets of things that a project picks one of for one purpose. */
const FAMILIES: [family: string, members: string][] = [
  ["package_manager", "pnpm npm yarn bun pip uv poetry pipenv conda cargo maven gradle"],
  ["test_runner", "vitest jest mocha ava pytest unittest jasmine"],
  ["browser_tests", "playwright cypress selenium puppeteer"],
  ["database", "postgres postgresql mysql mariadb sqlite mongodb mongo dynamodb cockroachdb oracle mssql"],
  ["cache", "redis memcached valkey dragonfly"],
  ["ui_framework", "react vue svelte solid angular preact"],
  ["web_framework", "express fastify koa nestjs hono django flask fastapi rails laravel spring"],
  ["meta_framework", "next nextjs nuxt remix sveltekit astro"],
  ["linter", "eslint biome oxlint ruff flake8 pylint"],
  ["formatter", "prettier dprint black"],
  ["indentation", "tabs spaces tab space 制表符 空格"],
  ["styling", "tailwind tailwindcss bootstrap styled-components emotion sass"],
  ["bundler", "vite webpack rollup esbuild turbopack parcel"],
  ["orm", "drizzle prisma typeorm sequelize sqlalchemy knex"],
  ["message_queue", "kafka rabbitmq nats sqs bullmq pulsar activemq celery sidekiq zeromq mqtt"],
  ["language", "english chinese japanese korean german french spanish 中文 英文 英语 汉语 日文 日语"],
  ["code_language", "typescript javascript python rust golang java kotlin swift ruby php"],
  ["cloud", "aws gcp azure vercel netlify cloudflare heroku digitalocean 阿里云 腾讯云 华为云"],
  ["ci", "jenkins circleci travis buildkite drone"],
  ["editor", "vim neovim emacs vscode"],
  ["shell", "bash zsh fish powershell"],
  ["protocol", "rest graphql grpc trpc"],
  ["quotes", "single-quotes double-quotes 单引号 双引号"],
  ["branching", "squash rebase"],
  ["case", "camelcase snake_case kebab-case pascalcase"],
  ["forge", "github gitlab bitbucket gitea"],
  ["log_level", "trace debug info warn warning"],
  ["password_hash", "bcrypt argon2 argon2id scrypt pbkdf2 md5 sha1 sha256"],
  ["branch_name", "main develop trunk"],
  ["format", "yaml toml json xml ini"],
];

/** Members that are ordinary words too: they name one of the set only where another member of it stands against them. */
export const ORDINARY = set(`
  rest next black spring express emotion solid rails fish space spaces tab tabs oracle go rust squash rebase case json xml yaml toml ini
  制表符 空格 conda remix main develop trunk trace debug info warn warning
`);

export const FAMILY_OF: ReadonlyMap<string, string> = new Map(
  FAMILIES.flatMap(([family, members]) => [...set(members)].map((member): [string, string] => [member, family])),
);

/** One spelling for what is said in several, within English and across the two languages. */
const SAME: [canonical: string, spellings: string][] = [
  ["database", "db databases 数据库"],
  ["configuration", "config configs configurations 配置文件"],
  ["environment", "env environments 环境"],
  ["production", "prod 生产 生产环境 线上"],
  ["staging", "预发 预发布"],
  ["postgres", "postgresql"],
  ["typescript", "ts"],
  ["javascript", "js"],
  ["documentation", "docs doc 文档"],
  ["folder", "directory dir directories folders 目录 文件夹"],
  ["timeout", "timeouts time-out 超时 超时时间"],
  ["ttl", "time-to-live 过期时间 有效期"],
  ["port", "ports 端口 端口号"],
  ["cache", "caching cached caches 缓存"],
  ["test", "tests testing 测试 单测"],
  ["deploy", "deploys deployment deployments deployed deploying 部署 上线"],
  ["release", "releases released 发布 发版"],
  ["branch", "branches 分支"],
  ["user", "users 用户"],
  ["service", "services 服务"],
  ["session", "sessions 会话"],
  ["cart", "carts 购物车"],
  ["log", "logs logging 日志"],
  ["retry", "retries retried retrying 重试 重试次数"],
  ["comment", "comments 注释"],
  ["commit", "commits committing 提交"],
  ["queue", "queues 队列"],
  ["message", "messages 消息"],
  ["indent", "indentation indents indenting 缩进"],
  ["file", "files 文件"],
  ["answer", "answers respond reply replies responses 回答 回复"],
  ["own", "owns owner owned owners maintains maintain maintainer 负责 负责人 维护"],
  ["default", "defaults 默认"],
  ["limit", "limits limited 上限 限制"],
  ["maximum", "max 最大"],
  ["minimum", "min 最小"],
  ["payment", "payments 支付"],
  ["order", "orders 订单"],
  ["login", "logins sign-in 登录"],
  ["backup", "backups 备份"],
  ["api", "apis 接口"],
  ["server", "servers 服务器"],
  ["frontend", "front-end 前端"],
  ["backend", "back-end 后端"],
  ["export", "exports 导出"],
  ["中文", "chinese 汉语"],
  ["英文", "english 英语"],
  ["tab", "tabs 制表符"],
  ["space", "spaces 空格"],
  ["main", "master 主分支"],
  ["package_manager", "包管理器 包管理工具 包管理"],
  ["time", "times 时间"],
  ["interface", "interfaces 界面"],
  ["request", "requests 请求"],
  ["error", "errors 错误"],
  ["table", "tables 数据表"],
  ["password", "passwords 密码"],
  ["permission", "permissions 权限"],
  ["version", "versions 版本"],
  ["language", "languages 语言"],
  ["build", "builds 构建 编译"],
];

export const CANONICAL: ReadonlyMap<string, string> = new Map(
  SAME.flatMap(([canonical, spellings]) => [...set(spellings)].map((word): [string, string] => [word, canonical])),
);

const collect = (pairs: Iterable<readonly [string, string]>): ReadonlyMap<string, readonly string[]> => {
  const lists = new Map<string, string[]>();
  for (const [member, list] of pairs) lists.set(list, [...(lists.get(list) ?? []), member]);
  return lists;
};
const MEMBERS = collect(FAMILY_OF);
const SPELLINGS = collect(CANONICAL);

/** Names that stand for one of the set, lower case. */
export const membersOf = (family: string): readonly string[] => MEMBERS.get(family) ?? [];
/** How a word of this lexicon may be written, itself included, lower case. */
export const spellingsOf = (word: string): readonly string[] => [word, ...(SPELLINGS.get(word) ?? [])];

const CANONICALS: ReadonlySet<string> = new Set(CANONICAL.values());
export const isCanonical = (word: string): boolean => CANONICALS.has(word);

const ALL = [STOP, LIGHT, MANY, HARD_SCOPE, STATES, FAMILY_OF, CANONICAL].flatMap((words) => [...words.keys()]);
/** Words of this lexicon that are written without spaces around them, longest first; one character only where it is safe. */
export const KNOWN_RUNS: readonly string[] = [
  ...new Set([...ALL.filter((word) => /^\p{Script=Han}{2,}$/u.test(word)), "用", "的", "是"]),
].sort((a, b) => b.length - a.length);
