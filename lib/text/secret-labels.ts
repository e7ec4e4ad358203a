/** Names that announce a secret, in text (`DATABASE_PASSWORD=`) and as object keys (`{ apiKey: … }`). */

export type LabelKind = "password" | "secret" | "api-key" | "token" | "credential" | "cookie" | "authorization";

/** Left open on the left, so that namespaced names (`DATABASE_PASSWORD`, `authToken`) count; the scanner checks the right. */
export const LABEL_CORE = [
  "pass(?:words?|wd|phrase|code)",
  "passwort|contrase[ñn]a|пароль|пароля|パスワード|비밀번호|暗証番号",
  "pwd",
  "(?<=[_.-])(?:pass|pw)",
  "(?<![A-Za-z])pass(?=[\"']\\s{0,2}:|\\s{0,2}:\\s{0,2}[\"'])",
  "(?:client|app|signing|webhook|shared|session|jwt)?[_ -]?secret(?:[_ -]?(?:access[_ -]?)?key)?",
  "(?:api|access|private|encryption|signing|master|account|auth|service[_ -]?role|subscription|shared[_ -]?access|storage|deploy|license)[_ .-]?key(?:[_ -]value)?",
  "token",
  "credentials?",
  "数据库密码|密码|密碼|口令|密钥|密鑰|秘钥|令牌|凭据|凭证|憑證",
].join("|");

/** Lower-case pieces, one of which every label contains. */
export const LABEL_NEEDLES = [
  "pass", "pwd", "pw", "secret", "key", "token", "credential", "contrase", "парол", "パスワード", "비밀번호", "暗証番号",
  "密", "口令", "秘钥", "令牌", "凭", "憑證",
] as const; // prettier-ignore

export function labelKind(label: string): LabelKind {
  const name = label.toLowerCase();
  if (/token|令牌/.test(name)) return "token";
  if (/key|密钥|密鑰|秘钥/.test(name)) return "api-key";
  if (name.includes("secret")) return "secret";
  if (/credential|凭据|凭证|憑證/.test(name)) return "credential";
  return "password";
}

const LAST_WORD: Readonly<Record<string, LabelKind>> = {
  password: "password", passwords: "password", passwd: "password", passphrase: "password", passcode: "password", passwort: "password",
  pwd: "password", pass: "password", pw: "password", pgpassword: "password", 密码: "password", 密碼: "password", 口令: "password",
  secret: "secret", secrets: "secret", apikey: "api-key", apikeys: "api-key", secretkey: "api-key", privatekey: "api-key", accesskey: "api-key",
  密钥: "api-key", 秘钥: "api-key", token: "token", authtoken: "token", accesstoken: "token", refreshtoken: "token", 令牌: "token",
  credential: "credential", credentials: "credential", 凭据: "credential", authorization: "authorization", cookie: "cookie", cookies: "cookie",
}; // prettier-ignore

const KEY_OWNERS = new Set([
  "api", "secret", "access", "private", "encryption", "signing", "master", "account", "auth", "role", "subscription", "storage", "deploy", "license",
]); // prettier-ignore
/** Tokens of pagination, parsers and models are not secrets. */
const HARMLESS_TOKENS = new Set([
  "page", "next", "previous", "prev", "continuation", "cursor", "sync", "pad", "eos", "bos", "unk", "cls", "sep", "mask", "stop", "start", "end", "max", "min",
]); // prettier-ignore
/** Endings that name where a secret is used, not another thing. */
const ENDINGS = /^(?:prod|production|staging|stage|dev|test|local|value|plain|plaintext|old|new|current|[0-9]{1,3})$/;

/** What an object key says about its value; null = nothing secret. `token_count`, `password_hash`, `secretName` are other things. */
export function keyKind(key: string): LabelKind | null {
  if (key.length > 200) return null;
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  while (words.length > 1 && ENDINGS.test(words.at(-1) ?? "")) words.pop();
  const last = words.at(-1);
  if (last === undefined) return null;
  const before = words.at(-2);
  if (last === "key" || last === "keys") return before !== undefined && KEY_OWNERS.has(before) ? "api-key" : null;
  const kind = Object.hasOwn(LAST_WORD, last) ? LAST_WORD[last] : undefined;
  if (kind === undefined) return /password|密码|密碼/.test(last) ? "password" : null;
  if (kind === "token" && before !== undefined && HARMLESS_TOKENS.has(before)) return null;
  return kind;
}
