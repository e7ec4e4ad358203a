import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactSecrets, redactSecretNumber, redactSecretValue } from "./secrets";

/** Pieces are joined here, so that no file holds a secret-shaped string. */
const j = (...pieces: string[]) => pieces.join("");
const PEM_BEGIN = j("-----BEGIN RSA PRIV", "ATE KEY-----");
const PEM_END = j("-----END RSA PRIV", "ATE KEY-----");
const GITHUB = j("gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");

const redacted = (text: string) => redactSecrets(text).text;

describe("families by shape", () => {
  it("S01: redacts permanent and temporary AWS ids and keeps the words around them", () => {
    const text = j("id AK", "IAQ2W4E6R8T0Y1U3I5 and AS", "IAQ2W4E6R8T0Y1U3I5 MARK-S01");
    expect(redactSecrets(text)).toEqual({
      text: "id [redacted:aws-key-id] and [redacted:aws-key-id] MARK-S01",
      count: 2,
    });
  });

  it("S02: redacts every GitHub family", () => {
    const body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
    for (const letter of "pousr")
      expect(redacted(j("t gh", `${letter}_`, body, " x"))).toBe("t [redacted:github-token] x");
    const fine = j("github", "_pat_11ABCDEFG0abcdefghijkl_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopq");
    expect(redacted(fine)).toBe("[redacted:github-token]");
  });

  it("S03: redacts Google, GitLab, npm, Slack and Anthropic shapes", () => {
    const text = [
      j("AI", "zaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"),
      j("gl", "pat-A1b2C3d4E5f6G7h8I9j0"),
      j("np", "m_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"),
      j("xo", "xb-1234567890-abcdefghijkl"),
      j("sk", "-ant-api03-A1b2C3d4E5f6G7h8"),
    ].join(" ");
    expect(redacted(text)).toBe(
      "[redacted:google-key] [redacted:gitlab-token] [redacted:npm-token] [redacted:slack-token] [redacted:anthropic-key]",
    );
  });

  it.each([
    ["openai-key", j("sk", "-proj-abcdefgh12345678ABCD")],
    ["stripe-key", j("sk", "_live_abcdefgh12345678")],
    ["huggingface-token", j("h", "f_AbCdEfGhIjKlMnOpQrStUvWx")],
    ["sendgrid-key", j("SG", ".abcdefghijklmnop1.qrstuvwxyzabcdef2345")],
    ["telegram-token", j("1234567890:", "AA", "abcdefghijklmnopqrstuvwxyz0123456")],
    ["everme-token", j("ev", "t_0123456789abcdef0123456789abcdef")],
    ["everme-token", j("em", "k_0123456789abcdef0123456789abcdef")],
    ["jwt", j("ey", "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijkl")],
    ["discord-token", j("M", "TIzNDU2Nzg5MDEyMzQ1Njc4.", "GaBcDe.", "abcdefghijklmnopqrstuvwxyz01234567")],
    ["google-token", j("ya", "29.abcdefghijklmnopqrstuv")],
    ["vault-token", j("hv", "s.abcdefghijklmnopqrstuvwx")],
  ])("redacts %s", (kind, secret) => {
    expect(redacted(`x ${secret}, y`)).toBe(`x [redacted:${kind}], y`);
  });
});

describe("private keys", () => {
  it("S04: redacts a block over lines, a block in JSON escapes, and a value of a quoted key", () => {
    const block = `${PEM_BEGIN}\nMIIabcDEF0123\nZZpemZZ\n${PEM_END}\n{"api_key": "pl4inV4lueXYZ"} MARK-S04`;
    expect(redacted(block)).toBe('[redacted:private-key]\n{"api_key": "[redacted:api-key]"} MARK-S04');
    const escaped = JSON.stringify({ key: `${PEM_BEGIN}\nMIIabcDEF0123\nZZpemZZ\n${PEM_END}\n`, then: 1 });
    expect(redacted(escaped)).toBe('{"key":"[redacted:private-key]\\n","then":1}');
  });

  it("E76: redacts a block that is cut off at either end", () => {
    expect(redacted(`a ${PEM_BEGIN}\nMIIabcDEF0123\nZZpemZZ`)).toBe("a [redacted:private-key]");
    expect(redacted(`{"k":"${PEM_BEGIN}\\nMIIabcDEF0123\\nZZpemZZ"} tail`)).toBe('{"k":"[redacted:private-key]"} tail');
    expect(redacted(`log:\nMIIabcDEF0123456\nZZpemZZ\n${PEM_END} rest`)).not.toContain("ZZpemZZ");
  });

  it("leaves a mention of the first line alone", () => {
    const text = `startsWith("${PEM_BEGIN}") is how a key begins`;
    expect(redacted(text)).toBe(text);
  });
});

describe("places", () => {
  it("S05: replaces only the password of a URL", () => {
    const text =
      "DATABASE_URL=postgres://app:S3cr3tPw99@db.test:5432/x https://u:tok3nVal99@git.test/r.git redis://:p4ssOnly99@c.test";
    const mark = "[redacted:url-password]";
    expect(redacted(text)).toBe(
      `DATABASE_URL=postgres://app:${mark}@db.test:5432/x https://u:${mark}@git.test/r.git redis://:${mark}@c.test`,
    );
    expect(redacted("mysql://root:p@ssw0rd@h/db")).not.toContain("w0rd");
  });

  it.each([
    ["Authorization: Bearer abc.def-123", "Authorization: Bearer [redacted:token]"],
    [`Authorization: Basic ${btoa("user:pass")}`, "Authorization: Basic [redacted:basic-auth]"],
    ["Cookie: sid=abc123; theme=dark", "Cookie: [redacted:cookie]"],
    ["curl -u admin:s3cret http://x", "curl -u admin:[redacted:password] http://x"],
    [
      "o?X-Amz-Credential=A%2FB&X-Amz-Signature=deadbeef",
      "o?X-Amz-Credential=[redacted:signed-url]&X-Amz-Signature=[redacted:signed-url]",
    ],
    ["<password>hunter2</password>", "<password>[redacted:password]</password>"],
    ["mysql -uroot -ps3cret9 db", "mysql -uroot -p[redacted:password] db"],
  ])("redacts what a protocol carries: %s", (text, expected) => {
    expect(redacted(text)).toBe(expected);
  });
});

describe("labels", () => {
  it("S07: redacts a value behind a Chinese label and a full-width colon, and leaves policy prose alone", () => {
    expect(redacted("数据库密码：Zx9_kk21QwPo")).toBe("数据库密码：[redacted:password]");
    expect(redactSecrets("密码策略：每九十天更换一次")).toEqual({ text: "密码策略：每九十天更换一次", count: 0 });
  });

  it("redacts a password that a sentence tells", () => {
    expect(redacted("Why does login fail? The test password is Demo-Only-42")).toBe(
      "Why does login fail? The test password is [redacted:password]",
    );
  });

  it.each([
    ["DATABASE_PASSWORD=hunter2", "DATABASE_PASSWORD=[redacted:password]"],
    ["DB_PASSWORD: 'correct horse battery'", "DB_PASSWORD: '[redacted:password]'"],
    ['{"password": "ab"}', '{"password": "[redacted:password]"}'],
    ['{\\"password\\": \\"hunter2\\"}', '{\\"password\\": \\"[redacted:password]\\"}'],
    ['"access_token":"x1"', '"access_token":"[redacted:token]"'],
    ["API key set to abc123XYZ", "API key set to [redacted:api-key]"],
    ["the refresh token is rt-998877.", "the refresh token is [redacted:token]."],
    ["passwd=xx1&pwd=yy2", "passwd=[redacted:password]&pwd=[redacted:password]"],
    ['password: "$ecret9"', 'password: "[redacted:password]"'],
    ["PASSWORD=[x9y8", "PASSWORD=[redacted:password]"],
    ["password = my-Pa55word", "password = [redacted:password]"],
    ["pwd: 1234x", "pwd: [redacted:password]"],
    ["密码是 hunter2，请保密", "密码是 [redacted:password]，请保密"],
    ["密码设置为：Abc12345", "密码设置为：[redacted:password]"],
    ["密码是空军一号2024", "密码是[redacted:password]"],
    ["密码为abc123的账号", "密码为[redacted:password]"],
    ["密码是hunter2", "密码是[redacted:password]"],
    ["口令：「芝麻开门」", "口令：「[redacted:password]」"],
    ['const password: string = "hunter2";', 'const password: string = "[redacted:password]";'],
    ['os.environ["API_KEY"] = "abc999"', 'os.environ["API_KEY"] = "[redacted:api-key]"'],
    ["  - name: DB_PASSWORD\n    value: hunter2", "  - name: DB_PASSWORD\n    value: [redacted:password]"],
    ["deploy --password hunter2 now", "deploy --password [redacted:password] now"],
    [
      "aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY01",
      "aws_secret_access_key = [redacted:aws-secret-key]",
    ],
    ["credentials are stored in /etc/app/secret.conf", "credentials are stored in [redacted:credential-location]"],
    ["凭据保存在 ~/.aws/credentials，勿动", "凭据保存在 [redacted:credential-location]，勿动"],
  ])("E76: redacts %j", (text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it.each([
    "password is required",
    "token is enabled",
    "API key is invalid",
    "The password must be at least 12 characters",
    "密码是必填的",
    "密码长度为8位",
    "令牌过期时间为 30 分钟",
    "登录接口在密码为空时返回500，请修复",
    "密码为空字符串时接口报 400",
    "密码为null时返回401",
    "密码是3次错误后锁定",
    "密码是必填项（至少8位）",
    "令牌为无效值时返回401",
    "密码是明文存储的，见 issue 12",
    "密码为至少8位的字符串",
    "Use Bearer authentication",
    "Session tokens are stored in Redis",
    "private key is missing",
  ])("E77: leaves policy prose alone: %s", (text) => {
    expect(redactSecrets(text)).toEqual({ text, count: 0 });
  });

  it.each([
    "commit 3f2a9c4e5b6d7f8091a2b3c4d5e6f70812345678 id 7b1d6f0e-2a3c-4d5e-8f90-1a2b3c4d5e6f sha512-Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmFyYmF6",
    "an ordinary sentence of forty letters or so",
    "AbstractSingletonProxyFactoryBeanConfigurationReaderV2",
    "max_tokens: 100, token_count=5, tokens: 1234",
    "const token = getToken(); const password = req.body.password;",
    "password: string; token: string | null; password: z.string().min(8)",
    "api_key=process.env.API_KEY PASSWORD=${DB_PASSWORD} api_key: YOUR_API_KEY",
    "http://localhost:4873/@scope%2fpkg git@github.com:foo/bar.git",
    "if (token.exp > now) reject(); token === TokenType.Eof; token => token.id",
    "a.questionToken !== exclamationTokenOfNode ? readonlyToken = modifierToken : void 0",
    "PWD=/w/app primary_key: id cache_key=abc secretName: db-secret",
    'password: "Password is required", label: "请输入密码"',
    "sk-folding-cube-container-large",
  ])("S10: leaves %j alone", (text) => {
    expect(redactSecrets(text)).toEqual({ text, count: 0 });
  });
});

describe("keys of memories", () => {
  it.each([
    "yuedu:token:decision:n16",
    "- [yuedu:token:decision:n16] 令牌模块的第 16 条规则",
    "shop:secret:fact:a",
    "shop:password:constraint:min-length",
    "shop:password:fact",
    "shop:refresh-token:decision:rotation.v2",
    "shop:api-key:fact:2026-06-04",
    "阅读:token:preference:刷新",
    "api:auth:token:rotation:days",
    "see shop:token:decision:n1, shop:token:decision:n2 (m12)",
  ])("S10: a label among the segments of %s is a topic", (text) => {
    expect(redactSecrets(text)).toEqual({ text, count: 0 });
  });

  it.each([
    ["admin:password:hunter2", "hunter2"],
    ["root:password:toor", "toor"],
    ["session:token:8f3a9c2e71d04b55", "8f3a9c2e71d04b55"],
    ["cache:token:eu:3f9a7c21", "3f9a7c21"],
    ["svc:token:fact:k3j9x8q2mz71", "k3j9x8q2mz71"],
    ["svc:token:decision:Zx9_kk21QwPo", "Zx9_kk21QwPo"],
    ["svc:password:fact:qwertyuiopasdfghjklzxcvbnm", "qwertyuiopasdfghjklzxcvbnm"],
    ["svc:password:default:hunter2", "hunter2"],
    ["password:fact:n16", "n16"],
    ["svc:password: decision9", "decision9"],
    ["svc:token=decision:n16", "n16"],
    [j("svc:token:decision:gh", "p_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"), "AbCdEf"],
  ])("a value behind a label stays a secret in %s", (text, secret) => {
    expect(redacted(text)).not.toContain(secret);
  });
});

describe("object keys", () => {
  it.each([
    "password",
    "apiKey",
    "api_key",
    "DATABASE_PASSWORD",
    "Authorization",
    "set-cookie",
    "clientSecret",
    "private_key",
    "x-api-key",
    "accessToken",
    "密码",
  ])("replaces the value of %s as a whole", (key) => {
    expect(redactSecretValue(key, "any value at all")).toMatch(/^\[redacted:[a-z-]+\]$/);
  });

  it.each([
    "token_count",
    "max_tokens",
    "nextPageToken",
    "secretName",
    "password_hash_rounds",
    "key",
    "primary_key",
    "author",
    "tokenizer",
  ])("leaves %s alone", (key) => {
    expect(redactSecretValue(key, "any value")).toBe("any value");
  });

  it("leaves references, empty values and counts alone, but not a numeric password", () => {
    expect(redactSecretValue("password", "${DB_PASSWORD}")).toBe("${DB_PASSWORD}");
    expect(redactSecretValue("password", "")).toBe("");
    expect(redactSecretValue("password", "[redacted:password]")).toBe("[redacted:password]");
    expect(redactSecretNumber("password")).toBe("[redacted:password]");
    expect(redactSecretNumber("token")).toBeNull();
  });
});

describe("any text", () => {
  const words = fc.constantFrom(
    "password", "token", "is", "=", ":", '"', "'", "\\", " ", "\n", "api_key", "secret", "Bearer ", "://", "u:", "@", "密码", "是", "：", "cookie: ", "a=b", "[", "]",
    "[redacted:token]", "set to ", "(", ")", "x1", "hunter2", "--", "stored in ", "/etc/x", PEM_BEGIN, PEM_END, "AAAA", "authorization", GITHUB,
  ); // prettier-ignore

  it("E77: a second pass changes nothing and counts 0", () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 24 }), (pieces) => {
        const once = redactSecrets(pieces.join(""));
        expect(redactSecrets(once.text)).toEqual({ text: once.text, count: 0 });
      }),
      { numRuns: 1500 },
    );
  });

  it("is linear on hostile runs", { timeout: 20_000 }, () => {
    const runs = [
      "password=", "password='", 'password=\\"', "token=f(", "password for a b ", "://a:", "a://u:p@", "Bearer ", "eyJa.", PEM_BEGIN, `${PEM_BEGIN}\nAAAA`,
      `AAAA\n${PEM_END}\n`, "A", "AAAA\n", "curl -u ", "cookie: a=", "密码（", "secret key ", "credentials are stored in ", "password is ", "name: DB_PASSWORD\n", "\\", " ",
    ]; // prettier-ignore
    for (const piece of runs) redactSecrets(piece.repeat(Math.ceil(200_000 / piece.length)));
  });
});
