/** E75–E77: every class of secret goes, the rest stays word for word, and a second pass finds nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markOf, redactForSending, redactMessages } from "./redact";

const join = (...parts: string[]): string => parts.join("");
const PEM_BODY = "MIIEowIBAAKCAQEAx7Zq1sYp0u5cKQn3m2\nVt8sLw9dRkqPzX4hJ6bGyN1oTfEaUiC5";
const JWT = join("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0NSJ9", ".c2lnbmF0dXJlLXBhcnQ");

describe("E76: one case per rule", () => {
  it.each([
    [
      "a whole private key",
      join("key:\n-----BEGIN RSA ", "PRIVATE KEY-----\n", PEM_BODY, "\n-----END RSA PRIVATE KEY-----\nend"),
      "private_key",
      "MIIEow",
    ],
    [
      "a private key that is cut off at the end of the text",
      join("-----BEGIN ", "PRIVATE KEY-----\n", PEM_BODY),
      "private_key",
      "MIIEow",
    ],
    ["URL userinfo", join("postgres://app:", "s3cr3t-pw", "@db.example.com/shop"), "url凭据", "s3cr3t-pw"],
    ["a Bearer value", join("Authorization: Bearer ", "abcdefgh12345678"), "token", "abcdefgh12345678"],
    ["a JWT", `saw ${JWT} in the log`, "token", "eyJzdWIi"],
    ["where a credential is stored", "The credential is stored in ops-vault today", "凭据位置", "ops-vault"],
    ["where a credential is stored, in Chinese", "凭据存放在 /srv/keys/prod.txt。", "凭据位置", "/srv/keys"],
    ["an API key", join("api_key = ", "qwertyuiop1234"), "api_key", "qwertyuiop1234"],
    ["a secret key in JSON", join('{"secret_key": "', "zx cv bn", '"}'), "api_key", "zx cv bn"],
    ["a Chinese API key", join("密钥：", "Ab12Cd34"), "api_key", "Ab12Cd34"],
    ["an access token", join("access_token=", "tok99abc"), "token", "tok99abc"],
    ["a refresh token", join("refresh token is ", "rt-99-abc"), "token", "rt-99-abc"],
    ["a short plain token", join("token=", "ab1"), "token", "ab1"],
    ["a password", join("password: ", "hunter"), "password", "hunter"],
    ["passwd", join("passwd=", "x1"), "password", "x1"],
    ["pwd", join("pwd = ", "kk8"), "password", "kk8"],
    ["a namespaced name", join("DATABASE_PASSWORD=", "a"), "password", "=a"],
    ["a quoted value with spaces", join("password = '", "two words here", "'"), "password", "two words"],
    ["set to", join("The password was set to ", "Sommer2026"), "password", "Sommer2026"],
    ["is", join("The test password is ", "Demo-Only-42"), "password", "Demo-Only-42"],
    ["a Chinese password with 是", join("密码是", "abc123", "，别外传"), "password", "abc123"],
    ["a Chinese password with 为", join("数据库密码为 ", "Pa55w0rd", "。"), "password", "Pa55w0rd"],
    ["URL userinfo whose password holds an @", join("postgres://u:", "p@ssw0rdX", "@host/db"), "url凭据", "ssw0rdX"],
    ["a private key by its Chinese name", join("私钥：", "Vx7Qm2Lp9"), "api_key", "Vx7Qm2Lp9"],
    ["a secret key base", join("SECRET_KEY_BASE=", "Vx7Qm2Lp9"), "api_key", "Vx7Qm2Lp9"],
    ["a byte string", join('password = b"', "Vx7Qm2Lp9", '"'), "password", "Vx7Qm2Lp9"],
    ["a Chinese password that was changed", join("密码已改为", "Vx7Qm2Lp9", "。"), "password", "Vx7Qm2Lp9"],
    ["a Chinese password with 就是", join("密码就是", "Vx7Qm2Lp9"), "password", "Vx7Qm2Lp9"],
    ["a Chinese password without a verb", join("用户名admin，密码", "vx7qm2", "，端口22"), "password", "vx7qm2"],
    ["a password without a verb", join("log in with password ", "Vx7Qm2Lp9"), "password", "Vx7Qm2Lp9"],
    ["a password on the next line", join("数据库密码：\n", "Xin#2024a", "\n谢谢"), "password", "Xin#2024a"],
    ["a password changed to", join("I changed the admin password to ", "Vx7Qm2Lp9"), "password", "Vx7Qm2Lp9"],
    ["a value named after as a password", join("use ", "Vx7Qm2Lp9", " as the root password"), "password", "Vx7Qm2"],
    ["a value named after as a Chinese password", join("用 ", "vx7qm2", " 作为密码"), "password", "vx7qm2"],
    ["a short label", join("user=admin pass=", "Vx7Qm2Lp9"), "password", "Vx7Qm2Lp9"],
    ["a token by its shape", join("use ghp_", "Zk3QpL9vXw2RtY7uBn5McD8sFg1HjK4aEe6T"), "token", "Zk3QpL9v"],
  ] as const)("E76: %s", (_, text, kind, secret) => {
    const { text: safe, count } = redactForSending(text);
    expect(safe).toContain(markOf(kind));
    expect(safe).not.toContain(secret);
    expect(count).toBeGreaterThan(0);
    expect(redactForSending(safe)).toEqual({ text: safe, count: 0 });
  });

  it("E76: takes them in their order: a key inside a URL inside a sentence is one finding of the first rule that holds", () => {
    const text = join("password: https://u:", "p4ssw0rd!", "@h.example/x");
    const { text: safe } = redactForSending(text);
    expect(safe).not.toContain("p4ssw0rd");
    expect(safe).toContain(markOf("url凭据"));
  });
});

describe("E77: exemptions", () => {
  it.each([
    "The password is required.",
    "password is hashed with argon2",
    "token is enabled for all users",
    "The API key is managed by the platform team",
    "Tokens expire after 30 minutes",
    "密码策略：至少十二位，每季度更换。",
    "密码是必填项",
    "密码为空时返回错误",
    "令牌是由网关签发的",
    "max_tokens: 4096 and total_tokens = 512",
    "password: required",
    "const password = process.env.DB_PASSWORD",
    "password: string; token: null",
    "git clone ssh://git@example.com/shop.git",
    "bearer authentication is used",
    "Sessions are stored in Redis because they must survive a deploy.",
    "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "The password SHA-256 hash differs from the one in the table",
    "密码 bcrypt12 哈希，密码login.ts:42 处校验，密码v2.3.1 起生效",
    "password:\n  minLength12: true\n  type: string",
    "all tests pass: 42 of 42, pass=42",
    "we changed the password to a stronger one and use OAuth2 as the login",
    "docs at https://a.example/x and mail me@b.example; npm i https://r.example/@scope/p1@v2",
  ])("E77: stays as it is: %s", (text) => {
    expect(redactForSending(text)).toEqual({ text, count: 0 });
  });

  it("E77: existing marks are protected, also next to labels", () => {
    const text = `password: ${markOf("password")}, Bearer ${markOf("token")}, https://${markOf("url凭据")}@h, api_key=[redacted:api-key]`;
    expect(redactForSending(text)).toEqual({ text, count: 0 });
  });
});

const Letters = fc.stringMatching(/^[a-z]{6,12}$/);
const Digits = fc.stringMatching(/^[0-9]{2,6}$/);
/** Rare enough to be found again, and of the shape that people give their secrets. */
const Secret = fc.tuple(Letters, Digits, Letters).map(([a, b, c]) => `${a}${b}${c.toUpperCase()}`);
const PLANTS: ((secret: string) => string)[] = [
  (secret) =>
    join("-----BEGIN ", "PRIVATE KEY-----\n", secret.repeat(3), "\n", secret, "\n-----END ", "PRIVATE KEY-----"),
  (secret) => `https://admin:${secret}@example.com/path`,
  (secret) => `Authorization: Bearer ${secret}`,
  (secret) => join("eyJ", secret, ".", secret, ".", secret),
  (secret) => `credentials are stored in /vault/${secret}`,
  (secret) => `api_key = "${secret}"`,
  (secret) => `API_SECRET=${secret}`,
  (secret) => `refresh_token: ${secret}`,
  (secret) => `访问令牌：${secret}`,
  (secret) => `{"password":"${secret}"}`,
  (secret) => `the password for the staging box is ${secret}`,
  (secret) => `数据库密码是 ${secret}`,
];
const Prose = fc.constantFrom(
  "We settled on Redis for the cart cache.",
  "部署前必须先验证回滚路径。",
  "The password policy asks for twelve characters.",
  "See src/auth/login.ts, line 42.",
  "Commit 3f9a2c1 fixed it; all 57 tests pass.",
  "令牌过期时间由网关决定。",
);

describe("E75–E77: any mix of prose and secrets", () => {
  it("E76: no planted secret survives, prose stays word for word, and a second pass counts 0", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(Prose, fc.option(fc.tuple(fc.nat(PLANTS.length - 1), Secret))), {
          minLength: 1,
          maxLength: 12,
        }),
        (lines) => {
          const secrets = lines.flatMap(([, plant]) => (plant === null ? [] : [plant[1]]));
          const text = lines
            .flatMap(([prose, plant]) => [prose, ...(plant === null ? [] : [PLANTS[plant[0]]?.(plant[1]) ?? ""])])
            .join("\n");
          const once = redactForSending(text);
          for (const secret of secrets) expect(once.text).not.toContain(secret);
          for (const [prose] of lines) expect(once.text).toContain(prose);
          expect(once.count).toBeGreaterThanOrEqual(secrets.length);
          expect(redactForSending(once.text)).toEqual({ text: once.text, count: 0 });
        },
      ),
      { numRuns: 300 },
    );
  });

  it("E77: a second pass counts 0 on any text at all", () => {
    const Piece = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        "password",
        "token",
        "=",
        ": ",
        " is ",
        "是",
        "[已脱敏:token]",
        "[已脱敏:",
        "]",
        "Bearer ",
        "://",
        "@",
        '"',
        "-----BEGIN PRIVATE KEY-----\n",
        "eyJ",
        "凭据存放在",
        "a1B2c3D4e5F6",
      ),
    );
    fc.assert(
      fc.property(fc.array(Piece, { maxLength: 25 }), (pieces) => {
        const once = redactForSending(pieces.join(""));
        expect(redactForSending(once.text)).toEqual({ text: once.text, count: 0 });
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["labels", "password".repeat(60_000)],
    ["signs", "token=".repeat(80_000)],
    ["quotes", `api_key: "${"a b".repeat(150_000)}`],
    ["blocks", join("-----BEGIN ", "PRIVATE KEY-----\n").repeat(15_000)],
    ["addresses", "://a:".repeat(100_000)],
    ["marks", "[已脱敏:token]".repeat(40_000)],
    ["halves of marks", "[已脱敏:".repeat(80_000)],
    ["purposes", "password for a b c d e ".repeat(20_000)],
    ["labels without values", "password \n密码 a ".repeat(30_000)],
    ["values without labels", "change a-b c1 as the a1b2c3 ".repeat(18_000)],
    ["at signs", "://a@b@c:".repeat(55_000)],
  ])("takes linear time on half a megabyte of %s", { timeout: 20_000 }, (_, text) => {
    expect(redactForSending(text).text.length).toBeGreaterThan(0);
  });
});

it("E75: works on copies, tells the count, and leaves private text out", async () => {
  const messages = [
    { role: "user" as const, text: join("password=", "hunter22", " <private>zqv salary</private> go on"), at: 5 },
    { role: "assistant" as const, text: "<private>all of it</private>" },
    { role: "assistant" as const, text: "Understood." },
  ];
  const before = structuredClone(messages);
  const redacted = await redactMessages(messages);
  expect(messages).toEqual(before);
  expect(redacted.count).toBe(1);
  expect(redacted.messages).toEqual([
    { role: "user", text: `password=${markOf("password")}  go on`, at: 5 },
    { role: "assistant", text: "Understood." },
  ]);
});
