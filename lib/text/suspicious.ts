/** Text that reads like an order to a model, or holds a secret: kept for a person's review, never injected (I07). */
import { redactSecrets } from "./secrets";

/** Characters looked at from either end; orders hide at the edges of long text, not in its middle. */
const WINDOW = 20_000;

const PRIOR_EN = "(?:previous|prior|above|earlier|preceding|foregoing|existing|all|any|your|system|original|initial)";
const ORDERS_EN =
  "(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|commands?|constraints?|messages?|context|programming)";
const SENSITIVE_EN =
  "(?:conversations?|chat|history|transcripts?|keys?|tokens?|secrets?|passwords?|credentials?|env(?:ironment)?|\\.env|files?|data|contents?|messages?|everything|source|code|memory|memories|context|cookies?)";
const TARGET =
  "(?:https?:\\/\\/|ftp:\\/\\/|webhook|[\\w.-]{1,64}@[\\w-]{1,64}\\.|attacker|external (?:server|url|endpoint))";

const SHELL =
  "(?:sudo (?:-\\S{1,20} )?)?(?:env )?(?:\\/(?:usr\\/)?bin\\/)?(?:(?:ba|z|da|k|fi)?sh|python[\\d.]{0,4}|node|perl|ruby|php|iex|invoke-expression)\\b";
const FETCHER = "(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod)";
/** What the network says is run as a program. A guide may show such a line; an order repeats or hurries it. */
const FETCHED_RUN = `(?:\\b${FETCHER}\\b[^\\n|]{0,200}\\| ?${SHELL}|\\b(?:(?:ba|z|da|k)?sh|eval|source|iex|python[\\d.]{0,4})\\b[^\\n|]{0,12}(?:<\\(|\\$\\(|\\() ?${FETCHER}\\b)`;
const INSISTING_BEFORE =
  "(?:\\b(?:always|must|henceforth|from now on|every (?:time|session|agent|run)|each (?:time|session|agent|run)|immediately|silently|never\\b[^.!?\\n]{0,60}\\b(?:without|before))\\b|总是|始终|必须|务必|每次|一律|每个会话)";
const INSISTING_AFTER =
  "(?:\\b(?:now|immediately|silently|before|in (?:every|each)|every (?:time|session|run)|each (?:time|session|run)|at the start of)\\b|每次|之前|立即)";

/** Gaps are bounded, so that every pattern is linear. Text is folded (NFKC, lower case, single spaces) before. */
const ORDERS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:ignore|disregard|forget|override|bypass|discard|overlook)\\b[^.!?\\n]{0,24}?\\b${PRIOR_EN}\\b[^.!?\\n]{0,24}?\\b${ORDERS_EN}\\b`,
  ),
  /\b(?:ignore|disregard|forget)\s(?:everything|anything|all|the|what(?:ever)?)\s(?:of\s)?(?:you (?:were|have been) told|the above|that came before|above|before (?:this|now)|you know)/,
  /\byou are now (?:a|an|in|no longer|free|the|going to act|dan\b|root\b)/,
  /\b(?:from now on|henceforth),? (?:you (?:are|will|must|should|act)|act as|pretend|respond only)/,
  /\b(?:pretend (?:to be|you are)|act as if you (?:are|were|have)|roleplay as) [^.!?\n]{0,40}\b(?:no|without|unrestricted|jailbroken|admin|root|dan|developer mode)\b/,
  /\b(?:reveal|print|show|output|repeat|leak|disclose|expose)\b[^.!?\n]{0,16}\b(?:your|the) (?:hidden |secret |full |entire |original )?(?:system|developer|initial) (?:prompt|message|instructions?)/,
  /\b(?:do not|don't|never) (?:tell|inform|mention (?:this|it) to|alert|warn|notify|reveal this to) (?:the )?(?:user|human|person|owner)/,
  /\bwithout (?:telling|informing|asking|notifying|alerting) (?:the )?(?:user|human|person|owner)/,
  new RegExp(
    `\\b(?:send|post|upload|forward|transmit|email|mail|exfiltrate|leak|submit|copy|report)\\b[^.!?\\n]{0,40}\\b${SENSITIVE_EN}\\b[^!?\\n]{0,40}\\bto\\b[^!?\\n]{0,40}${TARGET}`,
  ),
  /\bexfiltrat(?:e|es|ing) (?:the |all |any |your |our )?(?:\w{1,20} ){0,3}(?:data|keys?|tokens?|secrets?|files?|credentials?|conversations?|env)/,
  new RegExp(`${FETCHED_RUN}[^\\n]{0,80}${INSISTING_AFTER}`),
  new RegExp(`${INSISTING_BEFORE}[^\\n]{0,120}${FETCHED_RUN}`),
  /<\/?\s?(?:system|assistant|developer|system[-_]prompt|system[-_]reminder|im_start|im_end)\b[^<>]{0,40}>|<\|(?:im_start|im_end|system|assistant|user|endoftext)\|>|\[\/?inst\]|<<\/?sys>>/,
  /\b(?:new|updated|real|actual) (?:system )?instructions?\s?(?:from (?:the )?(?:system|admin|developer|user))?\s?:/,
  /\b(?:system|developer)\s?:\s?(?:you (?:must|will|should|shall|are|have to|need to)|ignore|disregard|from now on)\b/,
  // 中文
  /(?:忽略|无视|忽视|忘记|忘掉|不要理会|不要管|抛开|绕过|忽略掉|無視|忽視|忘記)[^。！？\n]{0,12}(?:之前|以前|以上|上面|前面|此前|先前|上述|所有|全部|一切|系统|原有|原来|既有|系統|以前的)[^。！？\n]{0,10}(?:指令|指示|命令|提示|规则|要求|设定|说明|约束|限制|提示词|规定|規則|設定|內容|内容|对话)/,
  /(?:把|将|將)[^。！？\n]{1,40}(?:发送|发到|发给|上传|传到|传给|提交|转发|寄到|泄露|發送|傳送|上傳|轉發)[^。！？\n]{0,12}(?:到|给|至|給)?[^。！？\n]{0,12}(?:https?:\/\/|ftp:\/\/|邮箱|外部|服务器|[\w.-]{1,64}@)/,
  /(?:你现在(?:是|扮演|开始扮演)|从现在(?:开始|起)[，,]?\s?你(?:是|将|要|必须|扮演)|你不再是|你現在是|從現在(?:開始|起)[，,]?\s?你)/,
  /(?:不要|别|切勿|不得|不许)(?:告诉|告知|通知|提醒|让)(?:用户|使用者|人类|主人)/,
  /(?:输出|显示|打印|透露|泄露|告诉我|重复)[^。！？\n]{0,8}(?:系统提示|系统提示词|系统指令|初始指令|隐藏指令)/,
  // 日本語, 한국어
  /(?:これまで|以前|前|上記|すべて|全て|全部)の?[^。！？\n]{0,8}(?:指示|命令|ルール|プロンプト|指令)[^。！？\n]{0,6}(?:無視|忘れ|破棄)/,
  /(?:이전|위|기존|앞선|모든)(?:의)?[^.!?\n]{0,10}(?:지시|명령|규칙|프롬프트|지침)[^.!?\n]{0,8}(?:무시|잊)/,
  // Español, português, français, italiano, deutsch, русский
  /\b(?:ignora|ignore|olvida|descarta|esquece|esqueça|desconsidere|dimentica|oublie|oubliez|ignorez)\b[^.!?\n]{0,24}\b(?:instruc\S{0,8}|instruç\S{0,8}|istruzion\S{0,4}|consignes?|règles|reglas|regras|regole)\b[^.!?\n]{0,24}(?:anterior|previas?|prévias?|preceden|précéden|antérieur|arriba|acima)/,
  /\b(?:ignora|olvida|descarta|esqueça|dimentica|oublie|oubliez|ignorez)\b[^.!?\n]{0,16}(?:todas?|toutes?|tutte|tous|tout)[^.!?\n]{0,16}(?:instruc|instruç|istruzion|consignes|règles)/,
  /\b(?:ignoriere|ignorier|vergiss|missachte)\b[^.!?\n]{0,24}(?:vorherig|bisherig|obig|vorangegangen|früher|alle)[^.!?\n]{0,16}(?:anweisung|instruktion|regel|befehl|vorgabe)/,
  /(?:игнорируй|игнорируйте|забудь|забудьте|проигнорируй)[^.!?\n]{0,24}(?:предыдущ|прошл|все|всё|вышеуказанн)[^.!?\n]{0,20}(?:инструкц|указани|команд|правил)/,
];

/** True for text that tries to steer a model. Names of tools, habits and rules ("never commit .env") do not. */
export function looksLikeInstruction(text: string): boolean {
  const sample = text.length <= 2 * WINDOW ? text : `${text.slice(0, WINDOW)}\n${text.slice(-WINDOW)}`;
  const folded = sample
    .normalize("NFKC")
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
  return hasTagText(sample) || ORDERS.some((order) => order.test(folded));
}

/** Letters of the invisible tag block: nobody types those. Flags of three regions use a few. */
function hasTagText(text: string): boolean {
  return (
    (text.match(/[\u{E0020}-\u{E007E}]/gu)?.length ?? 0) > 0 &&
    /[\u{E0020}-\u{E007E}]/u.test(text.replace(/\u{1F3F4}[\u{E0061}-\u{E007A}]{4,6}\u{E007F}/gu, ""))
  );
}

/** True when the redactor would replace something. Marks of earlier redactions are not secrets. */
export function looksLikeSecret(text: string): boolean {
  return redactSecrets(text).count > 0;
}
