/** "Forget what I said about lodash", "lodash is fine after all": what a person takes back without saying anything else instead. */
import type { Withdrawal } from "../../contract/extraction";
import { isPlanned, speechOf } from "./intent";
import type { Sentence } from "./sentences";

const WHAT = "(?<about>[\\p{L}\\p{N}@][\\p{L}\\p{N}@./+#_-]{1,40}(?: [\\p{L}\\p{N}@./+#_-]{1,30}){0,3}?)";
const OPENING = "^(?:(?:ok(?:ay)?|actually|sorry|please|no|well|and|so|hm+)[,.]? )*";
const END = "(?=\\s*(?:[,.;:!—–-]|$)|\\s+(?:it|that|they|again|anymore|any more|after all|now)(?![\\p{L}]))";

interface Form {
  pattern: RegExp;
  onlyRefused: boolean;
}
const form = (body: string, onlyRefused: boolean): Form => ({ pattern: new RegExp(body, "iu"), onlyRefused });

const FORMS: Form[] = [
  form(
    `${OPENING}(?:forget|ignore|disregard|scrap|drop|never ?mind) (?:about )?(?:what (?:i|we) (?:said|told you|asked|decided)(?: before| earlier)?|(?:the|my|that|our) (?:earlier |old |previous )?(?:rule|ban|instruction|remark|note|preference|constraint))(?: about| on| regarding| against| for| not to use| to use| that we use)? (?:the |using |not using )?${WHAT}${END}`,
    false,
  ),
  form(
    `${OPENING}(?:using )?${WHAT} (?:is|are) (?:fine|ok(?:ay)?|allowed|good|welcome)(?: to use)? (?:after all|again)(?![\\p{L}])`,
    true,
  ),
  form(`${OPENING}(?:you|we) (?:can|may) use ${WHAT} (?:after all|again)(?![\\p{L}])`, true),
  form(
    "(?:忘掉|忘了|忘记|忽略|不用管)我?(?:之前|刚才|以前|前面)?(?:说|提|讲)(?:过)?的?(?:关于|有关)?\\s*(?<about>[\\p{L}\\p{N}@./+#_-]{2,24}?)\\s*(?:的(?:话|事|规则|要求|约定|限制)|(?=[，,。！；]|$))",
    false,
  ),
  form(
    "(?:之前|刚才|以前|前面)(?:说|提|定)(?:过)?的?(?:关于|有关)?\\s*(?<about>[\\p{L}\\p{N}@./+#_-]{2,24}?)\\s*的?(?:话|事|规则|要求|约定|限制)?(?:不算(?:了|数)?|作废|取消)",
    false,
  ),
  form(
    "(?:^|[，,。；])\\s*(?<about>[A-Za-z@][\\w@./+#-]{1,30})\\s*(?:其实|还是|又|现在)+(?:可以用|能用|没问题)了?(?![吗么？?])",
    true,
  ),
];
const EMPTY = /^(?:it|that|this|them|those|these|everything|all|anything|what|the|here|there|you|me)$/iu;

/** At most four, in order. Questions and plans take nothing back. */
export function withdrawalsOf(sentences: Sentence[]): Withdrawal[] {
  const found: Withdrawal[] = [];
  for (const sentence of sentences) {
    if (found.length >= 4) break;
    if (sentence.underHeading || sentence.form !== "prose" || sentence.bare.length > 300 || isPlanned(sentence))
      continue;
    if (speechOf(sentence) === "question" || speechOf(sentence) === "hypothetical") continue;
    for (const { pattern, onlyRefused } of FORMS) {
      const match = pattern.exec(sentence.text);
      const about = (match?.groups?.about ?? "").replace(/[\s.]+$/, "");
      if (match === null || about === "" || EMPTY.test(about)) continue;
      found.push({ about, onlyRefused });
      break;
    }
  }
  return found;
}
