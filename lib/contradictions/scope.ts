/** Reads what a statement affirms, denies and says to be over, and of whom. Pure, linear. */
import { markChange, markDenial } from "./change";
import { type Clause, clausesOf, isToken, type Marked, PASSIVE } from "./clauses";
import { itemsOf } from "./items";
import { isNegative } from "./frame";
import { COPULA, HARD_SCOPE, MANY, SOFT_SCOPE } from "./lexicon";
import type { Reading, Token } from "./types";

export function readStatement(value: string): Reading {
  const clauses = clausesOf(itemsOf(value));
  const words = clauses.flatMap((clause) => clause.items.map((item) => item.word));
  const hasTurned = words.includes("changed") && words.includes("mind");
  const hasNow = hasTurned || words.includes("now") || words.includes("现在") || words.includes("目前");
  const changed = new Set<number>();
  let saysChanged = hasNow && words.includes("instead");
  clauses.forEach((clause, index) => {
    markSubject(clauses, index);
    markScope(clause.items);
    markMany(clause.items);
    const isChange = markChange(clause.items);
    if (isChange) saysChanged = true;
    markDenial(clause.items, index > 0, hasNow);
    const isOver = clause.items.some(({ token }) => token.retired === "strong");
    if (isChange || isOver || isNow(clause.items)) changed.add(index);
    // ", not 24 hours" says of what the clause before it speaks of, and of nothing else, that it is over.
    if (isOver && index > 0 && clause.items.filter(isToken).every(({ token }) => isNegative(token)))
      changed.add(index - 1);
  });
  const tokens = clauses.flatMap((clause) =>
    clause.items.filter((item) => item.role === "token").map((item) => item.token),
  );
  return { tokens, saysChanged, changed };
}

/** "Is now 4100": another value than before. */
const isNow = (items: Marked[]): boolean =>
  items.some(
    ({ word }, at) =>
      (word === "now" && COPULA.has(items[at - 1]?.word ?? "")) || (word === "现在" && items[at + 1]?.word === "是"),
  );

const isVerb = (item: Marked): boolean => item.role === "light" || COPULA.has(item.word) || item.key === "own";

function markSubject(clauses: Clause[], index: number): void {
  const clause = clauses[index];
  if (clause === undefined || (index > 0 && clauses[index - 1]?.isHead === true)) return;
  const verb = clause.items.findIndex(isVerb);
  const first = clause.items.findIndex(isToken);
  const end = verb >= 0 ? verb : clause.isHead ? clause.items.length : first + 1;
  for (const item of clause.items.slice(0, end)) item.token.isSubject = true;
  if (clause.items[verb]?.key === "own") nameOwner(clause.items.slice(0, verb).filter(isToken));
}

/** Who owns something is a name, however it is written. */
function nameOwner(tokens: Marked[]): void {
  const [first, ...rest] = tokens;
  if (first === undefined || tokens.length > 3) return;
  first.token.kind = "name";
  first.token.key = tokens.map((item) => item.token.key).join(" ");
  for (const item of rest) item.role = "filler";
}

function markScope(items: Marked[]): void {
  let scope: Token["scope"] = null;
  for (const item of items) {
    if (HARD_SCOPE.has(item.word)) scope = "hard";
    else if (SOFT_SCOPE.has(item.word)) scope = scope ?? "soft";
    else if (isVerb(item) || item.role === "operator") scope = null;
    else item.token.scope = scope;
  }
}

const LIKES = new Set(["like", "likes", "喜欢"]);
const ARTICLES = new Set("the a an our my your all each every no any".split(" "));

/** "Redis holds carts": what follows an active verb of having is one of many; "carts are held in Redis" is not. */
function markMany(items: Marked[]): void {
  const at = items.findIndex((item, index) => {
    const [before, after] = [items[index - 1], items[index + 1]];
    if (!MANY.has(item.word) || after === undefined || COPULA.has(after.word)) return false;
    if (SOFT_SCOPE.has(after.word) && !item.word.startsWith("depend")) return false;
    // Who likes to do something a way, does it that way.
    if (LIKES.has(item.word) && (after.word === "to" || after.role === "light")) return false;
    const isNoun = before === undefined || PASSIVE.has(before.word) || ARTICLES.has(before.word);
    return !isNoun && !items.slice(0, index).some(isVerb);
  });
  const verb = items[at];
  if (verb === undefined) return;
  verb.role = "light";
  for (const item of items.slice(at + (items[at + 1]?.word === "on" ? 2 : 1))) {
    if (SOFT_SCOPE.has(item.word)) break;
    item.token.isOneOfMany = true;
  }
}
