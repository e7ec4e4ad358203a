/** Short answers, keys, tiers and scope of memories. */
import { describe, expect, it } from "vitest";
import { said, turnOf } from "../testing";
import { memoryKey, subjectKey } from "./keys";
import { extractTurn } from "./turn";

describe("short answers", () => {
  const choice = (question: string) =>
    `The cart needs a cache.\n\n1. Redis with a short expiry\n2. An in-memory map\n\n${question}`;
  const answered = (answer: string, previousMessage: string) =>
    extractTurn(
      turnOf(answer, [said("Ok.")], {
        previousMessage,
        earlier: [{ request: "speed up the cart" }],
      }),
    ).memories.map(({ value }) => value);

  it.each([
    [
      "the second",
      "Which cache should I use for the cart?",
      "An in-memory map (about: Which cache should I use for the cart)",
    ],
    ["2", "Which cache should I use for the cart?", "An in-memory map (about: Which cache should I use for the cart)"],
    [
      "Yes, option 1.",
      "Which cache should I use for the cart?",
      "Redis with a short expiry (about: Which cache should I use for the cart)",
    ],
    ["用第一个", "购物车应该用哪种缓存？", "Redis with a short expiry（问题：购物车应该用哪种缓存）"],
  ])("%s to %s", (answer, question, value) => {
    expect(answered(answer, choice(question))).toEqual([value]);
  });

  it("explains a bare question by what was said before it", () => {
    const [value] = answered("redis please", choice("Which would you prefer?"));
    expect(value).toContain("The cart needs a cache");
    expect(value).toContain("speed up the cart");
    expect(value).not.toContain("in-memory");
  });

  it("says what a bare question is about in few words: the request behind it, unless the choice says too little", () => {
    const ask =
      "Carts live in Redis with a time to live of 30 minutes. I could either:\n1. keep Redis and raise the time to live to 24 hours\n2. move carts into PostgreSQL\n\nWhich would you prefer?";
    const earlier = [
      "The coupon takes a cent too much. All tests must pass.",
      "Where do we keep the cart between requests at the moment?",
    ];
    const [memory] = extractTurn(
      turnOf("the first one", [], {
        previousMessage: ask,
        earlier: earlier.map((request) => ({ request })),
      }),
    ).memories;
    expect(memory).toMatchObject({
      key: "cart:cache:decision:cart_between_requests",
      value: "Keep Redis and raise the time to live to 24 hours (about: Where do we keep the cart between requests)",
    });
    const long = answered("redis", choice(`${"Which of the many caches of this world ".repeat(8)}should I use?`));
    expect(long[0]!.length).toBeLessThan("Redis with a short expiry (about: )".length + 141);
  });

  it("reads the two sides of a question", () => {
    expect(answered("the latter? no, tabs", "Should I indent with tabs or spaces in the templates?")).toEqual([]);
    expect(answered("用 Redis", "购物车缓存用内存还是用 Redis？")).toEqual([
      "Redis（问题：购物车缓存用内存还是用 Redis）",
    ]);
  });

  it.each([
    ["yes", "Would you like me to add this to the README?"],
    ["go ahead", choice("Which cache should I use?")],
    ["you decide", choice("Which cache should I use?")],
    ["what is the difference?", choice("Which cache should I use?")],
    ["the fifth", choice("Which cache should I use?")],
    ["1", choice("Which file should I start with first?")],
    ["run the tests", "All done. The cart works now."],
    ["都行", choice("用哪种缓存？")],
  ])("%s settles nothing after: %s", (answer, previous) => {
    expect(answered(answer, previous)).toEqual([]);
  });

  it("gives two answers to one question the same key", () => {
    const keyOf = (answer: string) =>
      extractTurn(turnOf(answer, [], { previousMessage: choice("Which cache should I use for the cart?") })).memories[0]
        ?.key;
    expect(keyOf("the first")).toBe(keyOf("the second"));
    expect(keyOf("the first")).toMatch(/^cart:cache:decision:/);
  });
});

describe("keys", () => {
  const keyOf = (prompt: string) => extractTurn(turnOf(prompt)).memories[0]?.key;
  it.each([
    [
      "We settle on Redis for the cart cache because sessions must survive a deploy.",
      "Let's switch to Memcached for the cart cache.",
      "cart:cache:decision:cart_cache",
    ],
    ["Always use pnpm here.", "From now on use yarn instead.", "cart:tooling:decision:package_manager"],
    ["购物车缓存就用 Redis。", "我们决定用 Memcached 做购物车缓存。", "cart:cache:decision:购物车缓存"],
    ["Let's go with Postgres.", "We decided to use SQLite.", "cart:database:decision:database"],
  ])("E5: %s and %s are about the same", (first, second, key) => {
    expect([keyOf(first), keyOf(second)]).toEqual([key, key]);
  });
  it.each([
    ["Always run the unit tests before you say that something is fixed.", "cart:testing:decision:run_unit_tests"],
    [
      "Always run the unit tests after merging the main branch.",
      "cart:testing:decision:run_unit_tests_after_merging_main_branch",
    ],
    [
      "We settle on integer cents everywhere in the cart service, no floats for money.",
      "cart:general:decision:integer_cents_cart_service",
    ],
    ["以后提交信息请用英文写。", "cart:git:decision:提交信息"],
    ["根因是：锁文件没有释放。", "cart:general:cause:锁文件没有释放"],
    ["我们决定用 Redis 做会话缓存。", "cart:cache:decision:会话缓存"],
    ["Don't use any in TypeScript, ever.", "cart:style:decision:typescript"],
  ])("E5: words as they were written, in order: %s → %s", (prompt, key) => expect(keyOf(prompt)).toBe(key));
  it("tells keys of one subject from keys of another, whatever order, number and links", () => {
    const subject = (topic: string) => subjectKey(`cart:cache:decision:${topic}`);
    expect(subject("cart_caches")).toBe(subject("cache_cart"));
    expect(subject("tests_before_push")).toBe(subject("push_test"));
    expect(subject("cart_cache")).not.toBe(subject("cart_session"));
    expect(subjectKey("cart:git:decision:a_b")).not.toBe(subjectKey("cart:cache:decision:a_b"));
  });
  it("keeps different rules about one tool apart", () => {
    expect(keyOf("Never use jest snapshots.")).not.toBe(keyOf("Use vitest, not mocha."));
  });
});

describe("subjects", () => {
  const subject = (statement: string) => subjectKey(memoryKey("cart", "decision", statement));
  const pairs = (one: string, other: string, ...rest: [string, string][]): [string, string][] => [
    [one, other],
    ...rest,
  ];

  it.each(
    pairs(
      "We decided that module m248 uses cache layer 5 for requests",
      "We decided that module m249 uses cache layer 5 for requests",
      ["We decided that module 248 uses Redis.", "We decided that module 249 uses Redis."],
      ["Module A must use Redis.", "Module B must use Redis."],
      ["We use Redis for the cart cache, see ADR-0005.", "We use Memcached for the cart cache, see ADR-0006."],
      ["PROJ-12 must go through staging.", "PROJ-13 must go through staging."],
      ["Use retries, as agreed in #12.", "Use retries, as agreed in #13."],
      ["Never edit src/cart.ts by hand.", "Never edit src/order.ts by hand."],
      ["Never edit src/a/b.ts by hand.", "Never edit src/b/a.ts by hand."],
      ["Never call `total` in a loop.", "Never call `sum` in a loop."],
      ["CartStore must use Redis.", "OrderStore must use Redis."],
      ["cart_total must use cents.", "order_total must use cents."],
      ["Use pnpm in the web app.", "Use yarn in the docs site."],
      ["We decided to use retries for the payment client.", "We decided to use zod for the payment client."],
      ["Use Prisma for the orders table.", "Use Postgres for the orders table."],
      [
        "When the cart is completely empty, always hide the total.",
        "When the cart is completely empty, never charge shipping.",
      ],
      [
        "Every nightly import job of the big warehouse service must write its report before noon to bucket one.",
        "Every nightly import job of the big warehouse service must write its report before noon to bucket two.",
      ],
      [
        "We decided that all backend service modules, except alpha, use Redis.",
        "We decided that all backend service modules, except alpha, log every error.",
      ],
      ["Always do it now.", "Never do that here."],
      ["我们决定模块A用 Redis 做缓存。", "我们决定模块B用 Redis 做缓存。"],
      ["我们决定模块m248用第5层缓存。", "我们决定模块m249用第5层缓存。"],
      ["模块A统一用 TypeScript。", "模块A统一用 Redis。"],
      ["禁止直接修改 src/a.ts。", "禁止直接修改 src/b.ts。"],
      ["如果购物车为空，必须隐藏总价。", "如果购物车为空，禁止收取运费。"],
    ),
  )("another subject: %s / %s", (one, other) => expect(subject(one)).not.toBe(subject(other)));

  it.each(
    pairs(
      "We use Node 20 for the builds.",
      "From now on use Node 22 for the builds.",
      ["The cart TTL must be 30 minutes.", "The cart TTL must be 24 hours."],
      ["We decided that module m248 uses cache layer 5.", "We decided that module m248 uses cache layer 6."],
      ["We decided that module m248 uses Redis.", "We decided that module m248 uses Memcached."],
      ["Never edit `src/cart.ts` by hand.", "Never edit src/cart.ts by hand."],
      ["We use Redis 6 for the cart cache.", "Let's switch to Memcached for the cache of the cart."],
      ["Always use npm over pnpm.", "Use pnpm, not npm."],
      ["购物车缓存的有效期统一用 30 分钟。", "购物车缓存的有效期改用 24 小时。"],
      ["我们决定模块A用 Redis 做缓存。", "我们决定模块A改用 Memcached 做缓存。"],
      ["我们决定模块m248用第5层缓存。", "我们决定模块m248改用第6层缓存。"],
    ),
  )("the same subject: %s / %s", (one, other) => expect(subject(one)).toBe(subject(other)));

  it("bounds the key of any statement", () => {
    for (const text of [
      "word".repeat(200),
      "`a/b_C1` ".repeat(100),
      "模块甲".repeat(200),
      "a1 ".repeat(300),
      "A ".repeat(300),
    ])
      expect(memoryKey("p".repeat(300), "decision", text).length).toBeLessThanOrEqual(200);
  });
});

describe("tiers and scope", () => {
  const first = (prompt: string) => extractTurn(turnOf(prompt)).memories[0];
  it("pins only what a person says with always, never or must", () => {
    expect(first("Never commit to main directly.")).toMatchObject({ tier: "pinned", importance: 9 });
    expect(first("Don't add new dependencies without asking.")).toMatchObject({ tier: "normal" });
    expect(first("We decided to use Postgres for the orders table.")).toMatchObject({ tier: "normal", importance: 8 });
  });
  it("adds the project where the words say only here, and fills values up to the gate", () => {
    expect(first("Always use pnpm here.")?.value).toBe("Always use pnpm here (project cart)");
    expect(first("禁止直推主干")?.value).toBe("禁止直推主干（项目 cart）");
  });
  it("keeps a person's taste for every project, a team's for this one", () => {
    expect(first("I prefer small commits.")).toMatchObject({
      global: true,
      key: expect.stringMatching(/^user:/) as string,
    });
    expect(first("We prefer composition over inheritance.")).toMatchObject({ global: false });
  });
  it("takes the rule, not the request before it", () => {
    expect(first("Add a login page, and from now on always validate input with zod.")?.value).toBe(
      "from now on always validate input with zod.",
    );
  });
});

describe("what is told against its alternative, and answers for one moment", () => {
  const memoriesIn = (prompt: string, previousMessage: string | null = null) =>
    extractTurn(turnOf(prompt, [], { previousMessage })).memories;

  it.each([
    ["We store carts in Postgres, not Redis.", "cart:database:decision:carts_database"],
    ["The carts are stored in Postgres, not in Redis.", "cart:database:decision:carts_database"],
    ["We store the sessions in Redis, and not in the database, since restarts lose them.", null],
  ])("a choice against another is kept: %s", (prompt, key) => {
    const [memory, ...rest] = memoriesIn(prompt);
    expect(rest).toEqual([]);
    expect(memory).toMatchObject({ value: prompt, attribute: "decision", confidence: 0.9 });
    if (key !== null) expect(memory?.key).toBe(key);
  });

  it.each([
    "We run the tests, not just the linter.",
    "Carts are stored in Redis, but they should be in Postgres.",
    "Why do we store carts in Redis, not Postgres?",
    "Maybe we store carts in Redis, not Postgres.",
    "It is stored in Redis, not in Postgres.",
  ])("no choice: %s", (prompt) => {
    expect(memoriesIn(prompt)).toEqual([]);
  });

  it("what the agent shall do next is no memory; a deed that a choice named is no opening of a session", () => {
    const offered = "The branch is pushed. Do you want me to link the PR or close it?";
    expect(memoriesIn("link the PR", offered)).toEqual([]);
    expect(memoriesIn("Postgres", "Should I store carts in Redis or Postgres?")).toMatchObject([{ importance: 7 }]);
    const listed =
      "The title does not say it. I can either:\n1. Link the PR\n2. Leave it out\n\nWhich would you prefer?";
    expect(memoriesIn("link the PR", listed)).toMatchObject([{ importance: 4 }]);
  });
});

describe("secrets that were told", () => {
  const asked = (prompt: string) => extractTurn(turnOf(prompt)).summary?.request;

  it.each([
    ["We decided to use Kafka for order events. my key is [redacted:key]", "We decided to use Kafka for order events"],
    ["Add the order page, my key is [redacted:key].", "Add the order page"],
    ["our db password is [redacted:password]\nFix the migration of orders", "Fix the migration of orders"],
    ["把购物车放到 Postgres。我的密码是[redacted:password]。", "把购物车放到 Postgres"],
    ["Fix the login with the token [redacted:jwt] in the header", "Fix the login with the token in the header"],
    ["my key is [redacted:key]", undefined],
  ])("leave no stump: %s", (prompt, request) => {
    expect(asked(prompt)).toBe(request);
  });
});
