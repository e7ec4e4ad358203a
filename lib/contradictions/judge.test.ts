/** Tables of pairs that contradict each other and of pairs that do not, in English, Chinese and both. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSameKeyFamily } from "./family";
import { judge } from "./judge";
import type { Verdict } from "./types";

type Expected = "applied" | "supersedes" | "conflict" | "none";
type Case = [older: string, newer: string, expected: Expected];

const outcomeOf = ({ kind, applied }: Verdict): Expected => (applied ? "applied" : kind);
const say = (value: string, at: number, key = `k:${at}`) => ({ key, value, attribute: "fact", at });
const outcome = (older: string, newer: string): Expected => outcomeOf(judge(say(newer, 2), say(older, 1)));

const CHANGED: Case[] = [
  // Words of change that name the old value.
  ["Carts are cached in Redis", "We switched the cart cache from Redis to Memcached", "applied"],
  ["We use Redis for carts", "We no longer use Redis for carts", "applied"],
  ["We use npm to install packages", "Use pnpm instead of npm to install packages", "applied"],
  ["The API runs on Express", "We migrated the API from Express to Fastify", "applied"],
  ["Indent with tabs", "Indent with spaces rather than tabs", "applied"],
  ["The cart cache uses Redis", "We replaced Redis with Memcached in the cart cache", "applied"],
  ["Unit tests use Jest", "Jest was replaced by Vitest for unit tests", "applied"],
  ["We use Moment for dates", "We dropped Moment for date-fns", "applied"],
  ["We use yarn", "We now use pnpm, not yarn", "applied"],
  ["The session timeout is 30 minutes", "The session timeout was raised from 30 minutes to 2 hours", "applied"],
  ["The cache TTL is 300 s", "The cache TTL was changed to 600 s", "applied"],
  ["The API listens on port 3000", "The API moved from port 3000 to port 4000", "applied"],
  ["Deploys happen on Friday", "Deploys moved from Friday to Tuesday", "applied"],
  ["Queue messages go through RabbitMQ", "We stopped using RabbitMQ for queue messages", "applied"],
  ["购物车缓存用 Redis", "购物车缓存从 Redis 切换到 Memcached", "applied"],
  ["购物车缓存使用 Redis", "购物车缓存不再使用 Redis", "applied"],
  ["包管理器用 npm", "包管理器改为 pnpm，不再用 npm", "applied"],
  ["会话超时是 30 分钟", "会话超时从 30 分钟改为 2 小时", "applied"],
  ["会话超时是 30 分钟", "会话超时由 30 分钟调整为 60 分钟", "applied"],
  ["服务监听端口 3000", "服务监听端口改为 4000", "applied"],
  ["单元测试用 Jest", "单元测试用 Vitest 而不是 Jest", "applied"],
  ["数据库用 MySQL", "我们把数据库从 MySQL 迁移到 Postgres", "applied"],
  ["消息队列用 RabbitMQ", "消息队列用 Kafka 取代 RabbitMQ", "applied"],
  ["日期处理使用 Moment", "日期处理已弃用 Moment", "applied"],
  ["把日志写到 Kafka", "日志的 Kafka 换成 NATS", "applied"],
  ["每周五发布", "发布时间从每周五改为每周二", "applied"],
  ["项目缓存用 Redis", "cache 从 Redis 换成 Memcached", "applied"],
  ["日志使用 log4j 输出到文件", "日志不再使用 log4j，改为 logback", "applied"],
  ["生产环境部署在阿里云上", "生产环境已经迁移到腾讯云上", "applied"],
  ["We run the tests on Windows", "We don't run the tests on Windows any more", "applied"],
  // A bare number behind "not" is an amount of the unit that was just named.
  ["Carts live for 24 hours", "From now on carts live for 48 hours, not 24.", "applied"],
  ["购物车保留 24 小时", "购物车现在保留 48 小时，不是 24", "applied"],
  [
    "Keep Redis and raise the time to live to 24 hours (about: Where do we keep the cart between requests)",
    "The shop team asked again: from now on carts should live for 48 hours, not 24.",
    "supersedes",
  ],
  // When it was changed is no part of what was changed.
  ["we use pnpm here, not npm", "We switched from pnpm to bun yesterday.", "applied"],
  ["We use Jenkins for CI, not Travis.", "We moved from Jenkins to Buildkite last month.", "applied"],
  ["We use Redis for carts", "Two weeks ago we replaced Redis with Memcached for carts", "applied"],
  ["我们用 pnpm，不用 npm。", "我们昨天从 pnpm 换成了 bun。", "applied"],
  ["单元测试用 Jest", "单元测试上个月从 Jest 换成 Vitest 了", "applied"],
  // What follows a reason or an aside does not blur what is changed.
  [
    "Let's use PostgreSQL 15 for the main database",
    "Actually let's use MySQL instead of PostgreSQL, the hosting only offers MySQL 8.",
    "applied",
  ],
  ["Let's use Fastify as the web framework", "We switched from Fastify to Hono because plugins are a pain.", "applied"],
  ["We use Vue 3 for the frontend.", "We switched from Vue to Svelte", "applied"],
  ["I prefer tabs over spaces.", "I changed my mind: spaces, not tabs.", "applied"],
  ["The API should listen on port 4000.", "The API port is now 4100.", "applied"],
  ["服务监听 8080 端口", "端口从 8080 改成 9090", "applied"],
  ["缓存用 Redis", "我们不再使用 Redis，改用 Memcached 做缓存。", "applied"],
  ["数据库决定用 PostgreSQL", "数据库还是换成 MySQL 吧，服务器上只有 MySQL。", "applied"],
  // One of the two things that the older says: a person decides what becomes of the other.
  [
    "Let's use PostgreSQL 15 for the main database and Fastify as the web framework.",
    "We switched from Fastify to Hono because plugins are a pain.",
    "supersedes",
  ],
  [
    "后端用 Go 和 Gin，数据库决定用 PostgreSQL，缓存用 Redis",
    "我们不再使用 Redis，改用 Memcached 做缓存。",
    "supersedes",
  ],
  // The newer names no subject but the kind of thing.
  ["We use Vue 3 for the frontend.", "We switched to Svelte", "supersedes"],
  ["The API should listen on port 4000.", "Port is now 4100.", "supersedes"],
  ["Let's use PostgreSQL 15 for the main database", "Let's use MySQL for the database", "supersedes"],
];

const VALUES: Case[] = [
  ["The cache TTL is 300 s", "The cache TTL is 600 s", "supersedes"],
  ["The cache TTL is 5 minutes", "TTL of the cache: 10 minutes", "supersedes"],
  ["Port 3000 is used by the API", "The API uses port 4000", "supersedes"],
  ["We use pnpm", "We use npm", "supersedes"],
  ["Carts are cached in Redis", "Carts are cached in Memcached", "supersedes"],
  ["The project requires Node 20", "The project requires Node 22", "supersedes"],
  ["React is pinned to 18.2.0", "React is pinned to 19.0.0", "supersedes"],
  ["The release is on 2026-03-01", "The release is on 2026-04-01", "supersedes"],
  ["Standup is at 9:30", "Standup is at 10:00", "supersedes"],
  ["Deploys happen on Friday", "Deploys happen on Tuesday", "supersedes"],
  ["The billing service is owned by Alice", "The billing service is owned by Bob", "supersedes"],
  ["Alice owns the billing service", "Bob owns the billing service", "supersedes"],
  ["Settings live in config/app.yml", "Settings live in settings/app.toml", "supersedes"],
  ["The default branch is main", "The default branch is develop", "supersedes"],
  ["Dark mode is enabled by default", "Dark mode is disabled by default", "supersedes"],
  ["Uploads are limited to 10 MB", "Uploads are limited to 25 MB", "supersedes"],
  ["Retry failed jobs 3 times", "Retry failed jobs 5 times", "supersedes"],
  ["Answer in English", "Answer in Chinese", "supersedes"],
  ["Coverage must be at least 80%", "Coverage must be at least 90%", "supersedes"],
  ["Run migrations before the deploy", "Run migrations after the deploy", "supersedes"],
  ["Indent with 2 spaces", "Indent with 4 spaces", "supersedes"],
  ["缓存过期时间是 300 秒", "缓存过期时间是 600 秒", "supersedes"],
  ["服务端口是 3000", "服务端口是 4000", "supersedes"],
  ["每周五部署", "每周二部署", "supersedes"],
  ["购物车存在 Redis 中", "购物车存在 Memcached 中", "supersedes"],
  ["接口最多重试三次", "接口最多重试五次", "supersedes"],
  ["用中文回答", "用英文回答", "supersedes"],
  ["单元测试使用 Jest", "单元测试使用 Vitest", "supersedes"],
  ["站会在上午9点半", "站会在上午10点", "supersedes"],
  ["日志功能默认开启", "日志功能默认关闭", "supersedes"],
  ["配置文件在 config/app.yml", "配置文件在 settings/app.yml", "supersedes"],
  ["张三负责支付服务", "李四负责支付服务", "supersedes"],
  ["发布日期是 2026年3月1日", "发布日期是 2026年4月1日", "supersedes"],
  ["API 端口是 3000", "The API port is 4000", "supersedes"],
  ["Redis 的 TTL 是 5 分钟", "Redis TTL 是 10 分钟", "supersedes"],
  ["用户喜欢用 tab 缩进代码", "用户喜欢用空格缩进代码", "supersedes"],
  ["The user likes to indent with tabs", "The user likes to indent with spaces", "supersedes"],
  ["请一直用中文回答我", "Answer in German from now on.", "supersedes"],
  ["Always answer in German, please.", "请一直用中文回答我", "supersedes"],
  // What stands behind a statement is no part of its subject.
  [
    "The staging database is on port 5544; 5432 is production, never touch it.",
    "The staging database is on port 5600",
    "supersedes",
  ],
  [
    "The staging database is on port 5433, 5432 is production - never touch it.",
    "The staging database is on port 5600; ask before you migrate it.",
    "supersedes",
  ],
  [
    "the staging database is on port 5544, 5432 is production - never touch it.",
    "The staging database is on port 5600",
    "supersedes",
  ],
  ["测试数据库的端口是 5433，5432 是生产库，不要动。", "测试数据库的端口是 5600", "supersedes"],
  [
    "The API listens on port 3000. The admin page listens on port 4000.",
    "The admin page listens on port 5000",
    "supersedes",
  ],
  ["The staging database is on port 5600", "The staging database is on port 5544; 5432 is production.", "supersedes"],
];

const DENIALS: Case[] = [
  ["Use default exports", "Never use default exports", "conflict"],
  ["Use default exports", "Don't use default exports", "conflict"],
  ["Default exports are forbidden", "Use default exports", "conflict"],
  ["Commit directly to main", "Do not commit directly to main", "conflict"],
  ["Mock the database in tests", "Never mock the database in tests", "conflict"],
  ["Tests may call the network", "Tests must not call the network", "conflict"],
  ["Use Redis for carts", "Do not use Redis for carts", "conflict"],
  ["Comments are required in public functions", "Comments are not required in public functions", "conflict"],
  ["使用默认导出", "禁止使用默认导出", "conflict"],
  ["提交前运行测试", "提交前不要运行测试", "conflict"],
  ["测试里可以访问网络", "测试里不能访问网络", "conflict"],
  ["代码里写注释", "代码里别写注释", "conflict"],
  ["接口需要登录", "接口无需登录", "conflict"],
  ["不要直接提交到 main", "可以直接提交到 main", "conflict"],
  ["We have integration tests", "没有 integration tests", "conflict"],
  ["日志不再使用 log4j，改为 logback", "日志使用 log4j 输出到文件", "conflict"],
  ["Add tests", "Do not add any more tests of the parser", "conflict"],
];

const COMPLEMENTARY: Case[] = [
  ["Backups are kept for 24 days", "Carts live for 48 hours, not 24", "none"],
  ["The build takes 24 hours", "From now on carts live for 48 hours, not 24.", "none"],
  ["Backups are kept for 24 hours", "From now on carts live for 48 hours, not 24 hours.", "none"],
  ["备份保留 24 小时", "以后购物车有效期是 48 小时，不再是 24 小时", "none"],
  ["Timeouts for uploads are 30 seconds", "The timeout for logins is now 60 seconds, not 30 seconds.", "none"],
  ["上传超时是 30 秒", "登录超时现在是 60 秒，不再是 30 秒", "none"],
  ["The backup job runs on Friday", "From now on we deploy on Tuesday, not Friday.", "none"],
  ["Sessions are stored in Redis", "Carts are now stored in Postgres, not Redis.", "none"],
  ["Redis holds carts", "Redis holds sessions", "none"],
  ["We decided to use cache size 7 in module m1", "We decided to use cache size 14 in module m2", "none"],
  ["Order 17 was refunded twice", "Order 18 was refunded twice", "none"],
  ["Room 12 has the printer", "Room 14 has the printer", "none"],
  [
    "Use SQLite for the tests",
    "Actually let's use MySQL instead of PostgreSQL, the hosting only offers MySQL 8.",
    "none",
  ],
  ["Use SQLite for the tests", "We switched to MySQL", "none"],
  ["The API should listen on port 4000.", "The session timeout is now 30 minutes.", "none"],
  ["The admin API should listen on port 4000.", "The public API should listen on port 4100.", "none"],
  ["Tests run on Node 20", "Builds run on Node 22", "none"],
  ["We use Redis for carts", "We use Memcached for sessions", "none"],
  ["The staging port is 3000", "The production port is 4000", "none"],
  ["Use Vitest for unit tests", "Use Playwright for browser tests", "none"],
  ["The API supports JSON", "The API supports XML", "none"],
  ["The app depends on Redis", "The app depends on Memcached", "none"],
  ["Upload timeout is 30 s", "Download timeout is 60 s", "none"],
  ["Timeout for uploads is 60 s", "Timeout for downloads is 30 s", "none"],
  ["Timeout is 30 s", "Timeout for uploads is 60 s", "none"],
  ["HTTP 404 means that the user is gone", "HTTP 500 means that the user is gone", "none"],
  ["Issue 12 is caused by the cache", "Issue 13 is caused by the cache", "none"],
  ["Server 1 runs Debian 12", "Server 2 runs Debian 13", "none"],
  ["On Windows the build uses MSVC", "On Linux the build uses gcc", "none"],
  ["Alice owns billing", "Bob owns shipping", "none"],
  ["lib/a.ts exports the parser", "lib/b.ts exports the parser", "none"],
  ["Never use Redis for carts", "Use Memcached for carts", "none"],
  ["Use Redis for carts", "Don't use Memcached for carts", "none"],
  ["Use tabs, not spaces", "Use tabs", "none"],
  ["We use Redis", "We use Postgres", "none"],
  ["max_retries is 3", "min_retries is 3", "none"],
  ["Sessions are stored in Redis", "We switched the cart cache from Redis to Memcached", "none"],
  ["Redis holds carts", "The Redis port was changed to 6380", "none"],
  ["Prices are in EUR for Germany", "Prices are in USD for America", "none"],
  ["Redis 存放购物车", "Redis 存放会话", "none"],
  ["测试运行在 Node 20", "构建运行在 Node 22", "none"],
  ["生产环境端口是 3000", "测试环境端口是 4000", "none"],
  ["订单服务用 MySQL", "支付服务用 Postgres", "none"],
  ["接口支持 JSON", "接口支持 XML", "none"],
  ["上传超时 30 秒", "下载超时 60 秒", "none"],
  ["第 1 步是编译", "第 2 步是编译", "none"],
  ["会话存在 Redis", "购物车缓存从 Redis 切换到 Memcached", "none"],
  ["不要用 Redis 存购物车", "用 Memcached 存购物车", "none"],
  ["前端用 React", "后端用 Express", "none"],
  ["The user likes tabs", "The user likes spaces", "none"],
  ["测试环境部署在阿里云上", "生产环境部署在腾讯云上", "none"],
  // Of several clauses each is about what it names, or what stands before it.
  ["Server 1 runs Debian 12, 8 GB RAM", "Server 2 runs Debian 13, 16 GB RAM", "none"],
  ["In the shop, the session timeout is 30 s", "The session timeout is 60 s", "none"],
  ["In module m1 we set this up: the cache size is 7", "In module m2 we set this up: the cache size is 14", "none"],
  ["Alice runs Node 18, her editor theme is dark", "Bob runs Node 20, his editor theme is light", "none"],
  ["测试环境，数据库端口是 3000", "生产环境，数据库端口是 4000", "none"],
  ["The staging database is on port 5544; 5432 is production.", "The billing database is on port 5600", "none"],
  ["The staging database is on port 5544; 5432 is production.", "Production is on port 6432", "none"],
  ["The session timeout is 30 s; carts live for 2 hours", "The session timeout is 60 s, for uploads", "none"],
  ["The build took 3 days last month", "Backups are kept for 5 days", "none"],
];

const SAME: Case[] = [
  ["The cache TTL is 300 s", "The cache TTL is 5 minutes", "none"],
  ["The cache TTL is 300 s", "Cache TTL: 300 seconds", "none"],
  ["The queue holds 1,000 jobs, none of them twice", "The queue holds 1000 jobs", "none"],
  ["We use Redis for carts", "Carts are kept in Redis", "none"],
  ["The API listens on port 3000", "Port 3000 is used by the API", "none"],
  ["We use PostgreSQL as database", "The db is Postgres", "none"],
  ["The project runs on Node 20", "The project runs on Node 20.11", "none"],
  ["Deploys happen on Friday", "We deploy on Fridays", "none"],
  ["Use pnpm", "Always use pnpm, please", "none"],
  ["Never use default exports", "Do not use default exports", "none"],
  ["Default exports are forbidden", "Never use default exports", "none"],
  ["Use tabs instead of spaces", "Use tabs, not spaces", "none"],
  ["缓存过期时间是 300 秒", "缓存的过期时间为 5 分钟", "none"],
  ["每周五部署", "部署在每周五进行", "none"],
  ["禁止使用默认导出", "不要使用默认导出", "none"],
  ["数据库用 Postgres", "数据库使用 PostgreSQL", "none"],
  ["购物车存在 Redis", "Carts are stored in Redis", "none"],
  ["重试三次", "最多重试 3 次", "none"],
];

const DETAIL: Case[] = [
  ["The API listens on port 3000", "The API listens on port 3000 with a timeout of 30 s", "none"],
  ["We use Redis for carts", "We use Redis 7 for carts", "none"],
  ["Settings live in app.yml", "Settings live in config/app.yml", "none"],
  ["The release is on 04-01", "The release is on 2026-04-01", "none"],
  ["Run the tests", "Run the tests before each commit", "none"],
  ["Deploys need approval", "Deploys need approval by two people", "none"],
  ["We use Postgres", "We use Postgres because of its JSON support, not MySQL's speed", "none"],
  ["Use pnpm", "Use pnpm since it is faster than npm", "none"],
  ["Caches are small", "Data flows from Redis to Kafka", "none"],
  ["缓存用 Redis", "缓存用 Redis，端口 6379", "none"],
  ["提交前运行测试", "提交前运行测试和 lint", "none"],
  ["用 pnpm", "用 pnpm，因为比 npm 快", "none"],
  ["不同的服务使用 Redis", "服务使用 Redis", "none"],
  ["别名配置在 tsconfig", "配置别名 @ 在 tsconfig", "none"],
];

describe("judge", () => {
  const groups: [string, Case[]][] = [
    ["words of change", CHANGED],
    ["another value for the same subject", VALUES],
    ["a bare denial", DENIALS],
    ["complementary facts", COMPLEMENTARY],
    ["a rewording", SAME],
    ["added detail", DETAIL],
  ];
  for (const [name, cases] of groups) {
    describe(name, () => {
      it.each(cases)("%s | %s → %s", (older, newer, expected) => {
        expect(outcome(older, newer)).toBe(expected);
      });
    });
  }
});

describe("judge, whatever is said", () => {
  it("counts enough cases of either kind to mean something", () => {
    const all = [CHANGED, VALUES, DENIALS, COMPLEMENTARY, SAME, DETAIL].flat();
    expect(all.filter(([, , expected]) => expected !== "none").length).toBeGreaterThanOrEqual(60);
    expect(all.filter(([, , expected]) => expected === "none").length).toBeGreaterThanOrEqual(60);
  });

  it("an earlier statement never wins, and of two at once none is the later", () => {
    const [older, newer] = ["The cache TTL is 300 s", "The cache TTL is 600 s"];
    expect(judge(say(newer, 1), say(older, 2)).kind).toBe("none");
    expect(judge({ ...say(newer, 1), key: "b" }, say(older, 1)).kind).toBe("conflict");
  });

  it("under one key less of a frame is needed", () => {
    const value = (at: number, text: string) => say(text, at, "shop:cache:fact:ttl");
    const [older, newer] = ["Timeout is 30 s", "Timeout for uploads is 60 s"];
    expect(judge(value(2, newer), value(1, older)).kind).toBe("supersedes");
    expect(judge(say(newer, 2), say(older, 1)).kind).toBe("none");
  });

  it("names detectors, never text", () => {
    const { reasons } = judge(
      say("We switched the cart cache from Redis to Memcached", 2),
      say("Redis is the cart cache", 1),
    );
    expect(reasons).toEqual(["change:retired", "value:name"]);
  });

  it("the same text contradicts itself never, and no text makes it throw", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 600, unit: "grapheme" }),
      fc.string({ maxLength: 600, unit: "binary" }),
      fc
        .array(
          fc.constantFrom(
            ..."not no longer from to 从 改为 不再 Redis Memcached 300 s 3.1 / : , 。 不 别 use instead of 2026-01-01 #1".split(
              " ",
            ),
          ),
        )
        .map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(judge(say(a, 2), say(a, 1)).kind).toBe("none");
        const verdict = judge(say(b, 2), say(a, 1));
        expect(judge(say(b, 2), say(a, 1))).toEqual(verdict);
        if (verdict.applied) expect(verdict.kind).toBe("supersedes");
        expect(verdict.reasons.length > 0).toBe(verdict.kind !== "none");
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    "a".repeat(1_000_000),
    "/".repeat(1_000_000),
    "1".repeat(1_000_000),
    "1.".repeat(500_000),
    "a.".repeat(500_000),
    "不".repeat(1_000_000),
    "从改为".repeat(300_000),
    "三".repeat(1_000_000),
    "no longer ".repeat(100_000),
    "from to ".repeat(100_000),
    "\u0301".repeat(1_000_000),
    "https://".repeat(100_000),
    "@-".repeat(500_000),
    " - ".repeat(300_000),
  ])(
    "reads hostile text in time: case %#",
    (text) => {
      for (let round = 0; round < 20; round += 1) judge(say(text, 2), say(`${text.slice(0, 900)} x`, 1));
    },
    10_000,
  );
});

describe("isSameKeyFamily", () => {
  it.each([
    ["shop:cache:decision:ttl", "shop:cache:decision:store", true],
    ["shop:cache:decision:ttl", "shop:cache:fact:ttl", true],
    ["Shop:Cache:decision:ttl", "shop:cache:fact: ttl", true],
    ["shop:cache:decision:ttl", "shop:cache:fact:store", false],
    ["shop:cache:decision:ttl", "docs:cache:decision:ttl", false],
    ["note", "note", true],
    ["note:a", "note:b", false],
    ["", "a:b:c", false],
  ])("%s and %s: %s", (a, b, expected) => {
    expect(isSameKeyFamily(a, b)).toBe(expected);
    expect(isSameKeyFamily(b, a)).toBe(expected);
  });
});
