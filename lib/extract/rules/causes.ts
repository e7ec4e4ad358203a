/** A cause that was done away with is told with its remedy: alone it would read as if it were still there. */
import { isDone } from "./done";
import { isTooThin } from "./findings";
import { isPlanned, speechOf } from "./intent";
import { bareEnd, clip, hasCjk } from "./script";
import type { Sentence } from "./sentences";
import type { Statement } from "./statements";

/** Sentences behind and before a cause that are looked at. */
const NEAR = 4;
const REMEDY =
  /\b(?:fix(?:ed)?|resolved|corrected|patched|solved|changed|added|replaced|removed|updated|moved|switched|reverted)\b|修复|修正|解决|改为|改成|改用|换成|更新|加上|添加|增加|删除|移除/iu;
/** Done beside a fix, and none itself. */
const BESIDE =
  /\b(?:tests?|specs?|docs?|document\w*|comments?|changelog|commit(?:s|ted)?|push(?:ed)?|deploy\w*|releas\w*|published|tagged|merged)\b|测试|文档|注释|提交|推送|部署|发布/iu;
const THE_FIX =
  /^(?:the|my|our) fix (?:was|is|adds|added|makes|made|sends|uses|moves|changes)\b|^(?:修复方式|修复方法|解决办法)(?:是|：)/iu;
const SAYS_FIXED = /\b(?:fixed|resolved|solved|patched|corrected)\b|已?修复|已解决|已改/iu;
const LABEL =
  /^\s*(?:the )?(?:root cause|cause|根因|根本原因|原因)(?: here)?\s*(?:is|was|:|：|是|在于|为)+\s*[:：]?\s*(?:that\s+)?/iu;
/** "…; it is now rounded": the cause is told with what was done about it. */
const TELLS_REMEDY = /[;,；，]\s*(?:(?:it|they|this|that|which)\b[^;,]{0,40}\bnow\b|(?:and )?now\b|现在|现已)/iu;

/** "Fixed." alone says nothing of how. */
const isRemedy = (sentence: Sentence): boolean =>
  !isPlanned(sentence) &&
  !isTooThin(bareEnd(sentence.text)) &&
  (THE_FIX.test(sentence.text) ||
    (isDone(sentence.text) && (REMEDY.test(sentence.bare) || !BESIDE.test(sentence.bare)))) &&
  speechOf(sentence) === "fact";

/** What the closing message says was done about it: after it first, then before it. */
function remedyOf(cause: string, closing: Sentence[]): string | null {
  const at = closing.findIndex(({ text }) => text.includes(cause) || cause.includes(bareEnd(text)));
  if (at < 0) return null;
  const near = [...closing.slice(at + 1, at + 1 + NEAR), ...closing.slice(Math.max(0, at - NEAR), at).reverse()];
  return near.find(isRemedy)?.text ?? null;
}

/**
 * "Fixed … (the cause was: …)". Where no remedy is told but files were changed, that is said; else the cause stands as it is.
 * `changed`: files of a turn that was not interrupted and whose checks passed.
 */
export function withRemedy(cause: string, closing: Sentence[], changed: string[]): string {
  if (SAYS_FIXED.test(cause) || TELLS_REMEDY.test(cause)) return cause;
  const remedy = remedyOf(cause, closing);
  const isZh = hasCjk(cause);
  const bare = bareEnd(cause.replace(LABEL, "")) || bareEnd(cause);
  if (remedy !== null) {
    const fix = bareEnd(clip(remedy, 240));
    const told = SAYS_FIXED.test(fix) ? fix : isZh ? (fix.startsWith("已") ? fix : `已修复：${fix}`) : `Fixed: ${fix}`;
    return isZh ? `${told}（原来的原因：${clip(bare, 220)}）` : `${told} (the cause was: ${clip(bare, 220)})`;
  }
  const [first, ...rest] = changed;
  if (first === undefined) return cause;
  const named = clip(first, 80);
  if (isZh) return `${clip(bareEnd(cause), 300)}（之后修改了 ${named}${rest.length > 0 ? " 等文件" : ""}）`;
  return `${clip(bareEnd(cause), 300)} (after that ${named}${rest.length > 0 ? " and others were" : " was"} changed)`;
}

/** Causes that the assistant found, with what it did about them. The key stays that of the cause. */
export const causesWithRemedy = (statements: Statement[], closing: Sentence[], changed: string[]): Statement[] =>
  statements.map((statement) => {
    if (statement.kind !== "cause" || statement.speaker !== "assistant") return statement;
    const text = withRemedy(statement.text, closing, changed);
    return text === statement.text ? statement : { ...statement, text, subject: statement.text };
  });
