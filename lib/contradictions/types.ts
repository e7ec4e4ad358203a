/** What the detectors look at and what they answer. Pure; no language model is asked. */

/** One statement: a memory, or what would become one. */
export interface Statement {
  key: string;
  value: string;
  attribute: string;
  /** When it was said, milliseconds UTC. */
  at: number;
}

export interface Verdict {
  /** `conflict`: both can't hold and nothing says which does; `supersedes`: the newer is another value for the same subject. */
  kind: "none" | "conflict" | "supersedes";
  /** The newer text itself says that the older no longer holds. Only with `supersedes`. */
  applied: boolean;
  /** Names of the detectors that spoke, e.g. `value:number`, `change:retired`; never stored text. */
  reasons: string[];
}

export type Word =
  /** `word` says what a statement is about, `label` numbers it ("step 2"); the other kinds are values that may change. */
  "word" | "label" | "name" | "number" | "quantity" | "date" | "time" | "weekday" | "path" | "state";

export interface Token {
  kind: Word;
  /** What is compared: folded, stemmed, units in one measure. */
  key: string;
  /** Of a quantity its dimension, of a state its axis, of a name the set of things one picks one of; else "". */
  family: string;
  /** The clause denies it. */
  isDenied: boolean;
  /** The text says that it no longer holds: `strong` by words of change, `weak` by a bare contrast. */
  retired: "strong" | "weak" | null;
  /** It says where the statement holds: `hard` behind "for", "when" …, `soft` behind "in", "on", which may also lead to the value. */
  scope: "hard" | "soft" | null;
  /** Stands before the verb: another one there is another subject. */
  isSubject: boolean;
  /** Object of "holds", "supports" …: one of many, so that another one is no contradiction. */
  isOneOfMany: boolean;
  /** Number of the clause that it stands in. */
  clause: number;
}

export interface Reading {
  tokens: Token[];
  /** Words of change stand in it ("changed to", 改为). */
  saysChanged: boolean;
  /** Clauses that say what changed, or that something holds now. */
  changed: ReadonlySet<number>;
}
