/** Secrets that stand where a protocol puts them: URL userinfo and parameters, HTTP headers, command lines (S05, E76). */
import { isMarkAt, isReference, keepFirst, mark } from "./secret-marks";
import type { SecretRule } from "./secret-marks";

/** Words that follow "Bearer" or "Basic" in prose. */
const SCHEME_WORD =
  /^(?:tokens?|auth|authentication|authorization|schemes?|headers?|credentials?|realm|grant|formats?|values?|access|based|only|required|instead|example|usage|support|features?|knowledge|settings?|types?|is|and|or|the|in|with|for|from|must|should|will|not|as)(?![A-Za-z0-9])/i;

function isBearerValue(value: string): boolean {
  if (SCHEME_WORD.test(value)) return false;
  return /[0-9._~+/=-]/.test(value) || /[a-z][A-Z]/.test(value) || value.length >= 20;
}

/** `user:password` in base64; without the colon it is a word of prose. */
function isBasicValue(value: string): boolean {
  const digits = value.replace(/=+$/, "");
  if (digits.length % 4 === 1) return false;
  return atob(digits).includes(":");
}

export const PLACE_RULES: readonly SecretRule[] = [
  {
    kind: "url-password",
    needles: ["://"],
    // First up to the last @ of the authority; failing that, a password with a raw slash, unless it is a port and a path.
    pattern:
      /(:\/\/[^\s:/?#@[\]"'`<>]{0,256}:)([^\s"'`<>/?#]{1,512}|(?![0-9]{1,5}[/?#])[^\s"'`<>@]{1,512})(?=@[^\s@])/g,
    replace(match, kept = "", password = "") {
      if (isMarkAt(password, 0) || isReference(password)) return match;
      return kept + mark("url-password");
    },
  },
  {
    kind: "url-token",
    needles: ["://"],
    pattern: /(https?:\/\/)([A-Za-z0-9_-]{20,256})(?=@)/gi,
    replace: (match, kept = "", user = "") =>
      /[0-9]/.test(user) && /[A-Za-z]/.test(user) ? kept + mark("url-token") : match,
  },
  {
    kind: "signed-url",
    needles: ["x-amz-", "x-goog-", "x-oss-", "x-cos-"],
    pattern:
      /(X-(?:Amz|Goog|Oss|Cos)-(?:Signature|Credential|Security-Token)["']?(?:=|%3D|\s{0,4}:\s{0,4})["']?)(?!\[redacted:)[^\s&"'<>\\]+/gi,
    replace: keepFirst("signed-url"),
  },
  {
    kind: "signed-url",
    needles: ["sig=", "signature="],
    pattern: /([?&](?:sig|signature)=)(?!\[redacted:)[^\s&"'<>\\]{16,}/gi,
    replace: keepFirst("signed-url"),
  },
  {
    kind: "token",
    needles: ["bearer"],
    pattern: /(\bBearer[\s:]{1,4}["']?)([A-Za-z0-9._~+/=-]{6,})/gi,
    replace: (match, kept = "", value = "") => (isBearerValue(value) ? kept + mark("token") : match),
  },
  {
    kind: "basic-auth",
    needles: ["basic"],
    pattern: /(\bBasic\s{1,4}["']?)([A-Za-z0-9+/]{6,}={0,2})/gi,
    replace: (match, kept = "", value = "") => (isBasicValue(value) ? kept + mark("basic-auth") : match),
  },
  {
    kind: "authorization",
    needles: ["authorization"],
    pattern:
      /(authorization\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?(?:(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate|Key|Signature|AWS4-HMAC-SHA256)\s{1,4})?)([^\s"'\\,;<>(){}]{6,})/gi,
    replace(match, kept = "", value = "") {
      const isProse = SCHEME_WORD.test(value) || (/^[A-Za-z]+[.,:]?$/.test(value) && value.length < 20);
      return isMarkAt(value, 0) || isReference(value) || isProse || value.includes("=[redacted:")
        ? match
        : kept + mark("authorization");
    },
  },
  {
    kind: "cookie",
    needles: ["cookie"],
    pattern: /(\b(?:Set-)?Cookie\\{0,3}["']?\s{0,4}:\s{0,4}\\{0,3}["']?)([A-Za-z0-9_.%!$*~-]{1,128}=[^\n"'\\]{4,})/gi,
    replace: keepFirst("cookie"),
  },
  {
    kind: "password",
    needles: ["curl", "wget", "http "],
    pattern:
      /(\b(?:curl|wget)\b[^\n|;]{0,400}?\s(?:-u|--user|--proxy-user)[ =]{0,2}["']?[^\s:"']{1,128}:)([^\s"']{1,256})/g,
    replace: (match, kept = "", value = "") =>
      isMarkAt(value, 0) || isReference(value) ? match : kept + mark("password"),
  },
  {
    kind: "password",
    needles: ["sshpass", "mysql", "mariadb"],
    pattern: /(\b(?:sshpass\s{1,4}-p\s{0,4}|(?:mysql|mariadb)[a-z]{0,10}\b[^\n|;]{0,200}?\s-p)["']?)([^\s"']{3,256})/g,
    replace: (match, kept = "", value = "") =>
      isMarkAt(value, 0) || isReference(value) ? match : kept + mark("password"),
  },
  {
    kind: "password",
    needles: ["requirepass", "masterauth", "identified by", "password "],
    pattern:
      /(\b(?:requirepass|masterauth)\s{1,4}|\bidentified\s{1,4}by\s{1,4}["']|\blogin\s{1,4}[^\s]{1,128}\s{1,4}password\s{1,4})([^\s"';]{3,256})/gi,
    replace: (match, kept = "", value = "") =>
      isMarkAt(value, 0) || isReference(value) ? match : kept + mark("password"),
  },
  {
    kind: "password",
    needles: ["password>", "passwd>", "secret>", "token>", "apikey>", "api_key>", "api-key>"],
    pattern: /(<[\w:.-]{0,64}(?:password|passwd|secret|token|api[_-]?key)>\s{0,8})([^\s<>[][^<>\n]{0,511})(?=<\/)/gi,
    replace: (match, kept = "", value = "") => (isReference(value) ? match : kept + mark("password")),
  },
];
