/** Which words of a clause it denies or says to be over, by words of change and of denial. Pure, linear. */
import { isToken, type Marked, PASSIVE } from "./clauses";
import { AUXILIARY } from "./lexicon";
import { isDenial, isDenied, isDrop, isMove, isReplace } from "./operators";

const STOPS = new Set("for because since to in on at when if so with and 用".split(" "));
const TARGETS = new Set(["to", "onto", "into", "<to>"]);
const isValue = (item: Marked): boolean => isToken(item) && item.kind !== "word" && item.kind !== "label";

function retire(items: Marked[], how: "strong" | "weak"): void {
  for (const item of items) {
    if (!isToken(item) || item.token.retired === "strong") continue;
    item.token.retired = how;
  }
}

/** Of a span that also names the subject, only its values are over. */
function retireValues(items: Marked[]): void {
  retire(items.some(isValue) ? items.filter(isValue) : items, "strong");
}

/** What follows, up to a word that leads on. */
function phraseAfter(items: Marked[], at: number, least = 1): Marked[] {
  const rest = items.slice(at + 1);
  const stop = rest.findIndex((item, index) => index >= least && (STOPS.has(item.word) || item.role === "operator"));
  return stop < 0 ? rest : rest.slice(0, stop);
}

/** Marks what the clause says to be over; true when it says that something changed at all. */
export function markChange(items: Marked[]): boolean {
  let changed = false;
  items.forEach((item, at) => {
    const next = items[at + 1]?.word;
    const isAnyMore = item.word === "any" && next === "more" && at + 2 === items.length;
    if (item.word === "<gone>" || (item.word === "no" && next === "longer") || item.word === "anymore" || isAnyMore) {
      retire(items, "strong");
      changed = true;
    } else if ((item.word === "instead" && next === "of") || (item.word === "rather" && next === "than")) {
      retire(phraseAfter(items, at + 1), "strong");
    } else if (item.word === "<instead>") {
      retire(phraseAfter(items, at), "strong");
    } else if (item.word === "previously" || item.word === "formerly") {
      retire(phraseAfter(items, at), "weak");
    } else if (isMove(item.word) || item.word === "<to>") {
      changed = markMove(items, at) || changed;
    } else if (isReplace(item.word) || item.word === "<replace>") {
      markReplaced(items, at);
      changed = true;
    } else if (isDrop(item.word)) {
      const after = phraseAfter(items, at);
      retire(after.some(isToken) ? after : items.slice(0, at), "strong");
      if (items[at + after.length + 1]?.word === "for") nameNext(items.slice(at + after.length + 2));
      changed = true;
    }
  });
  return changed;
}

/** "dropped A for B": B is what came instead, not what A was for. */
function nameNext(items: Marked[]): void {
  const next = items.find(isToken)?.token;
  if (next === undefined) return;
  if (next.kind === "word") next.kind = "name";
  next.scope = null;
}

/** "switched from A to B", 从 A 改为 B, "A 改为 B". */
function markMove(items: Marked[], at: number): boolean {
  const from = items.findIndex((item) => item.word === "from" || item.word === "<from>");
  const start = items[at]?.word === "<to>" ? 0 : at;
  const to = items.findIndex((item, index) => index >= Math.max(start, from) && TARGETS.has(item.word));
  if (to < 0) return false;
  // A Latin word in Chinese text is a name: 改为 logback.
  const target = items[to + 1];
  if (items[to]?.word === "<to>" && target?.role === "token" && /^[a-z]/.test(target.word)) nameNext([target]);
  if (from >= 0 && from < to) {
    retireValues(items.slice(from + 1, to));
    return true;
  }
  const before = items.slice(0, to).findLast(isToken);
  if (items[to]?.word === "<to>" && before !== undefined && isValue(before)) retire([before], "strong");
  return true;
}

/** "replaced A with B", "A was replaced by B", "B replaces A", "用 B 取代 A", "A 被 B 取代". */
function markReplaced(items: Marked[], at: number): void {
  const by = items.findIndex((item) => item.word === "<by>");
  if (by >= 0 && by < at) return retireValues(items.slice(0, by));
  const isPassive = PASSIVE.has(items[at - 1]?.word ?? "");
  const through = items.findIndex(
    (item, index) => index > at && (item.word === "with" || item.word === "by" || item.word === "for"),
  );
  if (isPassive || (through === at + 1 && items[through]?.word !== "for")) return retireValues(items.slice(0, at));
  retireValues(items.slice(at + 1, through < 0 ? items.length : through));
}

/** A denial reaches over its clause; a bare "not" and what follows "over" contrast only what comes after them. */
export function markDenial(items: Marked[], isLater: boolean, hasNow: boolean): void {
  const over = items.findIndex((item) => item.word === "over");
  if (over > 0 && items.slice(0, over).some((item) => item.word.startsWith("prefer"))) {
    deny(items.slice(over + 1), "weak");
  }
  const at = items.findIndex((item) => isDenial(item.word) || isDenied(item.word));
  const denial = items[at];
  if (denial === undefined || (denial.word === "no" && items[at + 1]?.word === "longer")) return;
  const [before, after] = [items.slice(0, at), items.slice(at + 1)];
  const isContrast =
    denial.word === "not" && !AUXILIARY.has(items[at - 1]?.word ?? "") && (before.some(isToken) || isLater);
  if (after.some((item) => item.word === "only" || item.word === "just") && denial.word === "not") return;
  if (isContrast) return deny(phraseAfter(items, at), hasNow ? "strong" : "weak");
  if (denial.word === "<deny>") {
    const isOver = after.some((item) => item.word === "了" || item.word === "用了");
    return deny(after.some(isToken) ? after : before, isOver ? "strong" : "weak");
  }
  if (denial.word === "no" || denial.word === "without" || denial.word === "nor") return deny(after, "weak");
  deny(items, hasNow ? "strong" : "weak");
}

function deny(items: Marked[], how: "strong" | "weak"): void {
  for (const item of items) if (isToken(item)) item.token.isDenied = true;
  retire(
    items.filter((item) => isValue(item) || (how === "strong" && isToken(item))),
    how,
  );
}
