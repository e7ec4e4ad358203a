/**
 * Whether two statements can both hold. What they share must be the subject, what remains must be values of the same
 * class: another word on both sides is another subject, and a word more on one side is detail. Pure, linear in the texts.
 */
import { align } from "./align";
import { AREA } from "./lexicon";
import { frameOf, isNegative, isValue, type Frame } from "./frame";
import { readStatement } from "./scope";
import type { Reading, Statement, Token, Verdict } from "./types";

/** What a text states. */
export type Read = (value: string) => Reading;

/** Reads each text once. */
export function rememberedReading(): Read {
  const readings = new Map<string, Reading>();
  return (value) => {
    let reading = readings.get(value);
    if (reading === undefined) readings.set(value, (reading = readStatement(value)));
    return reading;
  };
}

const NONE: Verdict = { kind: "none", applied: false, reasons: [] };

/**
 * What a later statement does to an earlier one. An earlier `newer` is never judged to win: the answer is `none`.
 * Of two that were said at once none is the later, so that another value is a `conflict`. Who judges many pairs of few statements hands
 * over a `read` that remembers.
 */
export function judge(newer: Statement, older: Statement, read: Read = readStatement): Verdict {
  if (newer.at < older.at || newer.value.trim() === older.value.trim()) return NONE;
  const [before, after] = [read(older.value), read(newer.value)];
  const isSameKey = sameKey(newer, older);
  const whole = compare(before, after, isSameKey);
  const byCore = whole.kind === "none" && after.changed.size > 0 ? byItsCore(before, after, isSameKey) : whole;
  const found = byCore.kind === "none" ? byAClause(before, after) : byCore;
  // What says two things is not over because one of them is.
  const verdict = found.applied && isOfSeveral(before, after) ? { ...found, applied: false } : found;
  return verdict.kind === "supersedes" && !verdict.applied && newer.at === older.at
    ? { ...verdict, kind: "conflict" }
    : verdict;
}

/**
 * Whether a value under the same key names another thing in the place of the old one: another product, number, host, version … What only says
 * more keeps what the old one names. Unlike {@link judge} it need not know what else the two speak of: the key says it.
 */
export function namesAnother(newer: Statement, older: Statement, read: Read = readStatement): boolean {
  const { pairs, shared } = frameOf(align(read(older.value).tokens, read(newer.value).tokens), true);
  const isTurned = shared.some(([a, b]) => isValue(a) && isNegative(a) !== isNegative(b));
  return isTurned || pairs.some((pair) => !pair.some(isNegative)) || judge(newer, older, read).kind !== "none";
}

function compare(before: Reading, after: Reading, isSameKey: boolean): Verdict {
  const frame = frameOf(align(before.tokens, after.tokens), isSameKey);
  if (frame.isOther) return NONE;
  return retired(frame, before, after) ?? anotherValue(frame, after) ?? broader(frame, after) ?? denied(frame) ?? NONE;
}

/** Clauses of the older that are looked at one by one. */
const MAX_CLAUSES = 6;

/** The clauses that say what changed, against the older as a whole, then against each of its clauses: reasons and asides left out. */
function byItsCore(before: Reading, after: Reading, isSameKey: boolean): Verdict {
  const core = { ...after, tokens: after.tokens.filter(({ clause }) => after.changed.has(clause)) };
  const whole = core.tokens.length < after.tokens.length ? compare(before, core, isSameKey) : NONE;
  if (whole.kind !== "none") return whole;
  const clauses = [...new Set(before.tokens.map(({ clause }) => clause))].slice(0, MAX_CLAUSES);
  if (clauses.length < 2) return NONE;
  for (const clause of clauses) {
    const part = compare({ ...before, tokens: before.tokens.filter((token) => token.clause === clause) }, core, false);
    if (part.kind === "supersedes") return { kind: "supersedes", applied: false, reasons: [...part.reasons, "part"] };
  }
  return NONE;
}

/**
 * Another value for what a clause of the one says by itself, the rest of it left out: "The staging database is on 5544; 5432 is production,
 * never touch it" and "The staging database is on 5600". The first clauses are laid side by side, and a text of one clause beside each that
 * names its subject, where those before it are statements too, not what they are about ("In module A, …").
 */
function byAClause(before: Reading, after: Reading): Verdict {
  const [olds, news] = [inClauses(before), inClauses(after)];
  if (olds.length + news.length < 3 || frameOf(align(before.tokens, after.tokens), false).isOther) return NONE;
  for (const [i, old] of olds.entries()) {
    for (const [j, now] of news.entries()) {
      const isFirst = i === 0 && j === 0;
      if (!isFirst && olds.length > 1 && news.length > 1) continue;
      const frame = frameOf(align(old, now), false);
      const isNamed = frame.shared.some(([a, b]) => !isValue(a) && a.isSubject && b.isSubject);
      if (frame.isOther || !(isFirst || (isNamed && frame.anchors >= 2))) continue;
      const found = anotherValue(frame, { ...after, tokens: now });
      if (found !== null) return { ...found, applied: false, reasons: [...found.reasons, "part"] };
    }
  }
  return NONE;
}

/** The tokens of each clause, at most {@link MAX_CLAUSES}, up to the first that states no value; none where a later one says when all that holds. */
function inClauses({ tokens }: Reading): Token[][] {
  const clauses = [...new Set(tokens.map(({ clause }) => clause))].slice(0, MAX_CLAUSES);
  const parts = clauses.map((clause) => tokens.filter((token) => token.clause === clause));
  const end = parts.findIndex((part) => !part.some(isValue));
  if (end < 0) return parts;
  return parts.slice(end).some((part) => part.some(({ scope }) => scope === "hard")) ? [] : parts.slice(0, end);
}

/** Names of several sets are affirmed, and the newer speaks of one of these. */
function isOfSeveral(before: Reading, after: Reading): boolean {
  const familiesOf = (tokens: Token[]): string[] =>
    tokens.flatMap((token) =>
      token.kind === "name" && token.family !== "" && !isNegative(token) ? [token.family] : [],
    );
  const told = new Set(after.tokens.map(({ family }) => family));
  const said = new Set(familiesOf(before.tokens));
  return said.size > 1 && [...said].some((family) => !told.has(family));
}

const sameKey = (a: Statement, b: Statement): boolean => a.key.trim().toLowerCase() === b.key.trim().toLowerCase();

/** The newer text says that a value which the older affirms is over. */
function retired(frame: Frame, before: Reading, after: Reading): Verdict | null {
  const over = frame.shared.filter(([a, b]) => b.retired !== null && !isNegative(a));
  const named = over.filter(([a, b]) => isValue(a) || isValue(b));
  const hasValues = before.tokens.some((token) => isValue(token) && !isNegative(token));
  if (hasValues ? named.length === 0 : over.length === 0 || frame.olderWords.length > 0) return null;
  const isStrong = (hasValues ? named : over).some(([, b]) => b.retired === "strong");
  const hasNext = after.tokens.some(
    (token) => !isNegative(token) && named.some(([a]) => token.kind === a.kind || token.family === a.family),
  );
  const isReplaced = hasNext && named.some(([a]) => a.kind === "quantity");
  const closeness = closenessOf(frame, isReplaced);
  if (closeness === "other") return null;
  const reasons = ["change:retired", ...named.slice(0, 1).map(([a]) => `value:${a.kind}`)];
  if (isStrong) return { kind: "supersedes", applied: closeness === "same", reasons };
  // "5544, not 5433" names what is wrong: that it is over need not be said.
  return hasNext && closeness === "same" ? { kind: "supersedes", applied: true, reasons } : null;
}

/**
 * How sure it is that both speak of one subject, when the newer names the older's value. `isReplaced`: it is an amount, and another one is
 * said to hold in its place, which is seldom said of two things by chance.
 */
function closenessOf(
  { anchors, olderWords, newerWords, isSameKey }: Frame,
  isReplaced: boolean,
): "same" | "close" | "other" {
  if (olderWords.length > 0 && newerWords.length > 0) {
    const areOthers = [olderWords, newerWords].every((words) =>
      words.some((word) => word.isSubject || word.scope === "hard"),
    );
    if (isReplaced && anchors >= 1 && !areOthers) return "close";
    const isNear = anchors >= 2 && Math.min(olderWords.length, newerWords.length) <= 1;
    return isSameKey || isNear ? "close" : "other";
  }
  // What is over altogether is over for everything that was said of it; what is over for one purpose need not be for others.
  if (anchors === 0) return newerWords.length === 0 ? "same" : "close";
  return [...olderWords, ...newerWords].some((word) => word.scope === "hard") ? "close" : "same";
}

/** Another value of the same class in the same frame. */
function anotherValue(frame: Frame, after: Reading): Verdict | null {
  const [first] = frame.pairs;
  if (first === undefined || frame.fit === "other" || (frame.fit === "narrower" && !frame.isSameKey)) return null;
  if (frame.isSplit || frame.pairs.some(([a, b]) => isNegative(a) || isNegative(b))) return null;
  if (!isAnchored(frame, first)) return null;
  const reasons = [...new Set(frame.pairs.map(([a]) => `value:${a.kind}`))];
  const saysChanged = after.saysChanged || frame.pairs.some(([, b]) => after.changed.has(b.clause));
  const applied = saysChanged && frame.fit !== "narrower" && frame.anchors > 0;
  return { kind: "supersedes", applied, reasons: applied ? [...reasons, "change:said"] : reasons };
}

/** "We switched to Svelte", "Port is now 4100": a change that names no subject but the thing's kind speaks of what there is of it. */
function broader(frame: Frame, after: Reading): Verdict | null {
  const [first] = frame.pairs;
  if (first === undefined || frame.pairs.length > 1 || frame.newerWords.length > 0) return null;
  const [a, b] = first;
  // "MySQL for the database" needs no word of change.
  const isWhole = a.kind === "name" && frame.shared.some(([token]) => AREA.has(token.key));
  if (isNegative(a) || isNegative(b) || !(isWhole || after.changed.has(b.clause))) return null;
  const isOfOneSet = a.kind === "name" && a.family !== "" && a.family === b.family;
  const isSetting = frame.anchors > 0 && a.kind !== "name" && a.kind !== "path";
  if (!isOfOneSet && !isSetting) return null;
  const isElsewhere = frame.olderWords.some((word) => word.scope === "hard" && !AREA.has(word.key));
  return isElsewhere ? null : { kind: "supersedes", applied: false, reasons: [`value:${a.kind}`, "change:broader"] };
}

/** Things of one set are of one subject by themselves; a name that we do not know needs more of a frame than a number. */
function isAnchored({ anchors, fit, isSameKey }: Frame, [a, b]: [Token, Token]): boolean {
  if (isSameKey) return true;
  if (a.family !== "" && a.family === b.family && a.kind !== "quantity" && a.kind !== "state") {
    return anchors > 0 || fit === "same";
  }
  if (a.kind === "name")
    return anchors >= 2 || (anchors === 1 && fit === "same" && a.scope === "soft" && b.scope === "soft");
  return anchors >= 1;
}

/** The same is affirmed here and denied there. */
function denied(frame: Frame): Verdict | null {
  const opposed = frame.shared.filter(([a, b]) => isNegative(a) !== isNegative(b));
  if (opposed.length === 0 || frame.pairs.length > 0 || frame.fit === "other" || frame.fit === "narrower") return null;
  // What a condition speaks of is neither affirmed nor denied.
  if (frame.isSplit || opposed.every(([a, b]) => a.scope === "hard" || b.scope === "hard")) return null;
  const needed = frame.fit === "same" ? 1 : 2;
  return frame.shared.length < needed ? null : { kind: "conflict", applied: false, reasons: ["denial"] };
}
