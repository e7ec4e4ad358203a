/** "The credentials are stored in X": where a secret lies is worth as much as the secret (E76 5). */
import { isMarkAt, mark } from "./secret-marks";

const STORED =
  /(?:(credentials?|凭据|凭证|憑證)|passwords?|passphrases?|secrets?|(?:api|private|access|secret|ssh)[ _-]?keys?|tokens?|密码|密碼|口令|密钥|令牌)(?:[ \t]{1,2}(?:file|value))?(?:[ \t]{1,2}(?:is|are|was|were|can be|gets?))?[ \t]{0,2}(?:(?:stored|kept|saved|located|found|lives?)[ \t]{1,2}(?:in|at|under|on|inside)[ \t]{1,2}|(?:存储|保存|存放|储存|放|记录)(?:在|于)[ \t]{0,2}|位于[ \t]{0,2})(?:the[ \t]{1,2})?/gi;

const TARGET = /["'`“「]?([^\s"'`“”「」,;，。；！？]{1,300})/y;
/** Paths, files and vault items; "stored in Redis" is a fact worth keeping. */
const IS_PLACE =
  /[/\\]|^~|^\$|^\.[a-z]|\.(?:env|pem|key|txt|json|ya?ml|toml|ini|conf|cfg|kdbx|p12|pfx|jks|gpg|age|md|csv|xlsx?)$/i;
const IS_VAULT = /^(?:vault|keychain|keyring|1password|bitwarden|lastpass|keepass\w*|dashlane|doppler)/i;

export function redactLocations(text: string, lower: string): { text: string; count: number } {
  if (!/stored|kept|saved|located|found|live|存|放在|位于|记录/.test(lower)) return { text, count: 0 };
  const statements = new RegExp(STORED);
  const pieces: string[] = [];
  let kept = 0;
  let count = 0;
  for (let match = statements.exec(text); match; match = statements.exec(text)) {
    const after = match.index + match[0].length;
    TARGET.lastIndex = after;
    const found = TARGET.exec(text);
    const place = found?.[1]?.replace(/[.:!?)\]}]+$/, "");
    if (!found || !place) continue;
    const start = after + found[0].length - (found[1]?.length ?? 0);
    if (isMarkAt(text, start) || !(IS_PLACE.test(place) || (match[1] !== undefined && IS_VAULT.test(place)))) continue;
    pieces.push(text.slice(kept, start), mark("credential-location"));
    kept = start + place.length;
    statements.lastIndex = kept;
    count += 1;
  }
  return count === 0 ? { text, count } : { text: pieces.join("") + text.slice(kept), count };
}
