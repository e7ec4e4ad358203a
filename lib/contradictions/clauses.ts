/** Cuts a statement into clauses, each with what is noted of its words. Pure, linear. */
import type { Item } from "./items";
import { isDenial } from "./operators";
import type { Token } from "./types";

export interface Marked extends Item {
  token: Token;
}

export interface Clause {
  items: Marked[];
  /** Closed by a colon: what follows it says what it is. */
  isHead: boolean;
}

const CONJUNCTIONS = new Set([
  "but",
  "<but>",
  "however",
  "although",
  "though",
  "because",
  "since",
  "因为",
  "所以",
  "so",
]);
const JOINTS = new Set(["and", "or", "和", "并", "并且", "而", "while"]);
/** What follows is a reason: its values are no claims about the subject. */
const REASONS = new Set(["because", "since", "因为", "由于", "以免", "避免", "防止"]);

/** Ends at signs and at words that turn; what gives a reason is left out. */
export function clausesOf(items: Item[]): Clause[] {
  const clauses: Clause[] = [];
  let current: Marked[] = [];
  let isReason = false;
  const close = (isHead: boolean): void => {
    if (current.length > 0 && !isReason) clauses.push({ items: current, isHead });
    current = [];
  };
  items.forEach((item, index) => {
    if (item.role === "end") {
      close(item.word === ":" || item.word === "：");
      if (/[.;!?。；！？\n]/.test(item.word)) isReason = false;
      return;
    }
    const turns =
      CONJUNCTIONS.has(item.word) ||
      REASONS.has(item.word) ||
      (JOINTS.has(item.word) &&
        items.slice(index + 1, index + 4).some((next) => isDenial(next.word) || next.word === "<gone>"));
    if (turns) {
      close(false);
      if (current.length === 0 && clauses.length > 0) isReason = REASONS.has(item.word);
      return;
    }
    current.push({ ...item, token: tokenOf(item, clauses.length) });
  });
  close(false);
  return clauses;
}

const tokenOf = ({ kind, key, family }: Item, clause: number): Token => ({
  kind,
  key,
  family,
  isDenied: false,
  retired: null,
  scope: null,
  isSubject: false,
  isOneOfMany: false,
  clause,
});

export const isToken = (item: Marked): boolean => item.role === "token";

/** Before a participle: what stands in front is what something was done to. */
export const PASSIVE = new Set("is are was were be been being <by> get gets got".split(" "));
