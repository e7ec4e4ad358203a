/** English words that deny or say what changed. They are read by `scope.ts` and never count as what a statement is about. */

const DENIALS = new Set(
  "not never no don't doesn't didn't won't can't cannot isn't aren't wasn't weren't shouldn't mustn't couldn't wouldn't haven't hasn't none neither nor without avoid avoids avoiding dont".split(
    " ",
  ),
);
/** Denials that stand behind what they deny: "default exports are forbidden". */
const DENIED = new Set(
  "forbidden banned prohibited disallowed unsupported unnecessary deprecated discouraged".split(" "),
);

/** "switched … from A to B". */
const MOVES = new Set(
  "switched switch switching moved move moving migrated migrate migrating changed change changing converted convert went renamed rename upgraded upgrade downgraded bumped bump raised raise lowered lower increased increase decreased decrease reduced reduce updated update transitioned ported shifted cut extended shortened".split(
    " ",
  ),
);
const REPLACES = new Set("replaced replaces replace replacing swapped swap superseded supersedes".split(" "));
const DROPS = new Set("dropped drop drops ditched abandoned abandon retired stopped removed".split(" "));
const OTHERS = new Set(
  "longer anymore more instead rather than used-to previously formerly but however although though now over because since".split(
    " ",
  ),
);

const ALL = new Set([...DENIALS, ...DENIED, ...MOVES, ...REPLACES, ...DROPS, ...OTHERS]);

export const isOperator = (word: string): boolean => ALL.has(word);
export const isDenial = (word: string): boolean => DENIALS.has(word) || word === "<deny>";
export const isDenied = (word: string): boolean => DENIED.has(word);
export const isMove = (word: string): boolean => MOVES.has(word);
export const isReplace = (word: string): boolean => REPLACES.has(word);
export const isDrop = (word: string): boolean => DROPS.has(word) || word === "<drop>";
