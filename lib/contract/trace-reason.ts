/** Why a candidate is in a block or was cut: the sentences of a trace's `reason`, made by code and values, and read back into them. Pure. */

/** Sentence of each code; `{…}` stands for a value: a number, one of the words listed, or `{text}` for any. */
export const REASONS = {
  // Why it is in.
  pinned: "pinned, importance {importance}",
  score: "score {score}",
  listed: "reference: listed, never in full",
  listedLeftOut: "left out above",
  note: "written down on purpose",
  recentWork: "recent",
  recentSession: "recent session",
  prompt: "bears on the prompt",
  promptPart: "bears on a part of the prompt",
  promptWord: "holds one of its words",
  promptTopic: "newest of what the prompt speaks of",
  newest: "newest first",
  corrects: "corrects what observation {id} says",
  saysWhat: "says what observation {id} says",
  standsAgainst: "stands against memory {id}",
  openTask: "the newest session of the branch",
  latest: "the latest of the branch",
  // Why it was cut.
  excludedHere: "not to be injected in this project (exclusion {exclusion})",
  excludedAnywhere: "not to be injected anywhere (exclusion {exclusion})",
  replaced: "memory {id} seems to replace it",
  contradicted: "memory {id} is newer and says otherwise",
  said: "{type} {id} says it",
  withdrawn: "{type} {id} said it and is {state}",
  removed: "its text was deleted for good",
  held: "this session got it already",
  ownSession: "this session said it itself",
  toolsOnly: "it only tells which tools were used",
  prefixQuota: "more than {most} with the key prefix",
  layerCount: "more than {most} of this layer",
  projectCount: "more than {most} of this project",
  promptCount: "more than {most}",
  layerChars: "over the layer's characters",
  layerOff: "layer is switched off or full",
  blockFull: "no room left in the block",
  promptFull: "no room",
  tooOld: "older than {days} days",
  // Lines of ours.
  frame: "frame",
  title: "title",
  day: "day",
  hint: "hint",
} as const;

export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as ReasonCode[];

type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Values<C extends ReasonCode> = Record<NamesIn<(typeof REASONS)[C]>, string | number>;
type Args<C extends ReasonCode> = NamesIn<(typeof REASONS)[C]> extends never ? [] : [values: Values<C>];

declare const made: unique symbol;
/** A sentence that {@link reason} made: none other gets into a trace. */
export type Reason = string & { readonly [made]: true };

export const reason = <C extends ReasonCode>(code: C, ...[values]: Args<C>): Reason =>
  REASONS[code].replace(/\{(\w+)\}/g, (_, name: string) =>
    String((values as Record<string, string | number> | undefined)?.[name] ?? ""),
  ) as Reason;

const CUT_TO_FIT = "; cut to fit";

/** Of what is in, but not to its end. */
export const cutToFit = (text: Reason): Reason => `${text}${CUT_TO_FIT}` as Reason;

/** What each value may be. */
const VALUES: Record<string, string> = {
  score: "-?\\d+(?:\\.\\d+)?",
  type: "memory|observation",
  state: "archived|superseded|deleted|edited|held back|kept out|outdated",
};
const NUMBER = "\\d+(?:\\.\\d+)?";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const PATTERNS = REASON_CODES.map((code) => {
  const names: string[] = [];
  const pattern = REASONS[code]
    .split(/\{(\w+)\}/)
    .map((piece, at) => {
      if (at % 2 === 0) return escaped(piece);
      names.push(piece);
      return `(${VALUES[piece] ?? NUMBER})`;
    })
    .join("");
  return { code, names, pattern: new RegExp(`^${pattern}$`) };
});

export interface ReadReason {
  code: ReasonCode;
  /** As they stand in the sentence. */
  values: Record<string, string>;
  isCutToFit: boolean;
}

/** The code and values of a stored sentence; null for one of a version that this one does not know. */
export function readReason(text: string): ReadReason | null {
  const isCutToFit = text.endsWith(CUT_TO_FIT);
  const sentence = isCutToFit ? text.slice(0, -CUT_TO_FIT.length) : text;
  for (const { code, names, pattern } of PATTERNS) {
    const found = pattern.exec(sentence);
    if (found === null) continue;
    const values = Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ""]));
    return { code, values, isCutToFit };
  }
  return null;
}

/** The layers of a trace in the order in which they stand in a block: those of a session's start, then those of a prompt. */
export const LAYERS = [
  "digest",
  "current-task",
  "latest-reflection",
  "pinned",
  "scored",
  "observations",
  "index",
  "key-observations",
  "related-observations",
  "recent-observations",
  "frame",
] as const;
export type Layer = (typeof LAYERS)[number];
