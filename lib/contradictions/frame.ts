/** What two aligned statements have in common as their subject, and which values stand against each other in it. Pure. */
import type { Alignment } from "./align";
import type { Token } from "./types";

export interface Frame {
  shared: [older: Token, newer: Token][];
  /** Values of one class, one on each side. */
  pairs: [older: Token, newer: Token][];
  /** Words that only one side has: what they say of the subject. */
  olderWords: Token[];
  newerWords: Token[];
  /** Shared tokens that name the subject, what is over left out. */
  anchors: number;
  /** `same`: no word differs; `detail`: one side says more; `narrower`: one side speaks of a part; `other`: both differ. */
  fit: "same" | "detail" | "narrower" | "other";
  /** Values on both sides that are not of one class. */
  isSplit: boolean;
  /** They speak of different things whatever else they share. */
  isOther: boolean;
  isSameKey: boolean;
}

type Pair = [older: Token, newer: Token];

export const isValue = (token: Token): boolean => token.kind !== "word" && token.kind !== "label";
export const isNegative = (token: Token): boolean => token.isDenied || token.retired !== null;

export function frameOf(alignment: Alignment, isSameKey: boolean): Frame {
  const { shared } = alignment;
  const pairs = pairUp(alignment);
  const paired = new Set(pairs.flat());
  const words = (tokens: Token[]): Token[] => tokens.filter((token) => !isValue(token) && !paired.has(token));
  const left = (tokens: Token[]): boolean => tokens.some((token) => isValue(token) && !paired.has(token));
  const [olderWords, newerWords] = [words(alignment.olderOnly), words(alignment.newerOnly)];
  const anchors = shared.filter(([a, b]) => !isValue(a) || b.retired === null).length;
  return {
    shared,
    pairs,
    olderWords,
    newerWords,
    anchors,
    fit: fitOf(olderWords, newerWords, anchors),
    isSplit: left(alignment.olderOnly) && left(alignment.newerOnly),
    isOther:
      pairs.filter(isUnknown).length > (isSameKey || pairs.length < 2 ? 1 : 0) ||
      hasOtherLabel(olderWords, newerWords) ||
      pairs.some((pair) => isOtherSubject(pair, pairs, shared)),
    isSameKey,
  };
}

function fitOf(older: Token[], newer: Token[], anchors: number): Frame["fit"] {
  if (older.length > 0 && newer.length > 0) return "other";
  const more = [...older, ...newer];
  if (more.length === 0) return "same";
  const isPart = more.some((token) => token.scope !== null || token.isSubject || token.kind === "label");
  return isPart || more.length > 2 * anchors + 1 ? "narrower" : "detail";
}

/** A name that we do not know differs, and something beside it: "size 7 in module m1" is another story, not another value. */
const isUnknown = ([a, b]: Pair): boolean => a.kind === "name" && (a.family === "" || b.family === "");

/** "Step 2" and "step 3". */
const hasOtherLabel = (older: Token[], newer: Token[]): boolean =>
  older.some((token) => token.kind === "label") && newer.some((token) => token.kind === "label");

/** In text order, each with the first free one of its class. */
function pairUp({ olderOnly, newerOnly }: Alignment): Pair[] {
  const free = newerOnly.filter(canChange);
  return olderOnly.filter(canChange).flatMap((token) => {
    const index = free.findIndex((other) => isOneClass(token, other));
    const [other] = index < 0 ? [] : free.splice(index, 1);
    return other === undefined ? [] : [[token, other] satisfies Pair];
  });
}

const canChange = (token: Token): boolean => isValue(token) || token.family !== "";

function isOneClass(a: Token, b: Token): boolean {
  if (a.family !== "" || b.family !== "") {
    const isUnknown = a.kind === "name" && b.kind === "name" && (a.family === "" || b.family === "");
    return a.family === b.family || isUnknown;
  }
  return a.kind === b.kind;
}

/** The differing names are what the statements are about, or things of which one may have many. */
function isOtherSubject([a, b]: Pair, pairs: Pair[], shared: Pair[]): boolean {
  const isName = a.kind === "name" || a.kind === "word" || a.kind === "path";
  if (!isName) return a.isSubject && b.isSubject && pairs.length > 1;
  if (a.isOneOfMany && b.isOneOfMany) return true;
  if (a.scope === "hard" || b.scope === "hard") return true;
  const isOfOneSet = a.family !== "" && a.family === b.family;
  const isOwner = shared.some(([token]) => token.key === "own");
  return (a.isSubject || b.isSubject) && !isOfOneSet && !isOwner;
}
