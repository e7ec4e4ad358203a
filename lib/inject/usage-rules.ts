/**
 * Whether an agent used what it was told: how much of an item's own words the agent's words repeat. A measurement, not a judgement: it
 * says "repeated", and cannot know what the agent would have said anyway. Every number of it stands here. Pure, linear.
 *
 * What counts of an item are its distinctive tokens: identifiers, paths, versions and numbers (names), other words by their stems, and
 * pairs of characters of scripts without spaces. What the person said in this session does not count, since the agent may have it
 * from there, nor what stands in every other row.
 */
import { foldRun, normalizeText } from "../text/tokens-fold";
import { scan } from "../text/tokens-scan";
import { isPlain, stemOf } from "../text/tokens";
import { analyzeWord } from "../text/tokens-word";

export const USAGE = {
  /** Share of an item's distinctive tokens, by weight, that makes it used. Of a paraphrase a third to a half comes back. */
  share: 0.35,
  /** Repeated tokens that are needed with it, where the item has so many: one word comes back by chance. */
  repeated: 2,
  /** Of a long item one fact is used, not all: so many repeated tokens are enough with this lower share. */
  many: 6,
  shareOfMany: 0.2,
  /** A name says more than a word. */
  nameWeight: 2,
  wordWeight: 1,
  /** Letters below which a plain word says nothing. */
  minLetters: 3,
  /** Share of the stored tool uses and messages from which on a token is common. */
  commonShare: 0.1,
  /** Rows below which nothing is known of what is common. */
  commonRows: 500,
  /** Characters of a turn's messages and tool inputs that are looked at. */
  maxChars: 400_000,
  /** Tokens of one item. */
  maxTokens: 400,
} as const;

/** Words that make sentences and reports, in any project. */
const STOP = new Set(
  `about above across after again against all along already also always although among and another any anything are around asked because been
before being below between both but called can cannot change changed changes code could did does doing done down during each either else
ensure error even every everything few file files first for found from further get gets give given goes going good got had has have having
here how however into its just keep kept know last later least let like made main make makes many may might more most much must need needs never new next none
not nothing now off one once only onto other our out over own per please possible project rather run running said same saved see set several shall
should show since some something still stored such sure take task test tests than that the their them then there these they thing things this those through thus
time together too turn two under until upon use used uses user using very was way well were what when where whether which while who
whose why will with within without work works would yet you your asked done learned next bugfix feature refactor discovery decision`.split(
    /\s+/,
  ),
);
/** Pairs of characters that hold one of these only hold a sentence together. */
const PARTICLES = new Set([
  ..."的了吗呢吧啊是在和与或把被给让对从到为以于而且但也都就才又还很不没有这那我你他她它们个一其之所用要会能可请上下中来去说做",
]);

/** How lines of blocks begin and end: key, category or time in front, source and date behind. */
const LINE_HEAD = /^[-!*] (?:\[[^\]]{1,300}\] |\d\d:\d\d\S{0,6} \w{1,20}: |[^:]{1,200}?, \d\d-\d\d[^:]{0,80}: )?/;
const LINE_TAIL = / \([^()]{0,300}\)$/;
const DIGIT = /\p{N}/u;

/** What an item says, without the frame of its line. */
export const contentOf = (line: string): string => line.replace(LINE_HEAD, "").replace(LINE_TAIL, "");

/** A line of a block that is shown again: source in brackets at its end. */
const ECHO =
  /^\s{0,8}[-!*>] .{0,4000} \((?:[^()]{0,200}, )?(?:[MOS#]\d{1,12}|m\d{1,12}|session \d{1,12}|\d{4}-\d\d-\d\d)\)\s*$/;

/** What the agent wrote, without lines that are the block itself. */
export const withoutEcho = (text: string): string =>
  text
    .split("\n")
    .filter((line) => line.length > 5_000 || !ECHO.test(line))
    .join("\n");

export interface Token {
  /** What is compared: the last part of a path, the stem of a word, a pair of characters. */
  id: string;
  /** As the index has it. */
  word: string;
  isName: boolean;
}

/** Distinctive tokens of what an item says. */
export function itemTokens(text: string): Token[] {
  const found = new Map<string, Token>();
  for (const token of read(text)) {
    if (found.size >= USAGE.maxTokens) break;
    if (!found.has(token.id)) found.set(token.id, token);
  }
  return [...found.values()];
}

/** Everything that a text can be said to repeat: whole names, their pieces, stems, pairs of characters. */
export function spokenTokens(texts: Iterable<string>): Set<string> {
  const spoken = new Set<string>();
  let room: number = USAGE.maxChars;
  for (const text of texts) {
    if (room <= 0) break;
    const part = text.slice(0, room);
    room -= part.length;
    for (const segment of scan(normalizeText(part))) {
      if (segment.type === "run") for (const pair of pairsOf(segment.text)) spoken.add(pair);
      else if (segment.type === "word") {
        for (const word of analyzeWord(segment.text)) {
          for (const one of [word.whole, baseOf(word.whole), ...word.pieces, ...(word.segments ?? [])]) {
            spoken.add(one);
            const stem = stemOf(one);
            if (stem !== null) spoken.add(stem);
          }
        }
      }
    }
  }
  return spoken;
}

function* read(text: string): Generator<Token> {
  for (const segment of scan(normalizeText(text))) {
    if (segment.type === "run") {
      for (const pair of pairsOf(segment.text)) yield { id: pair, word: pair, isName: false };
      continue;
    }
    if (segment.type !== "word") continue;
    for (const word of analyzeWord(segment.text)) {
      const base = baseOf(word.whole);
      const isName = !isPlain(word) || word.isLiteral || DIGIT.test(base);
      if (isName && base.length > 1) yield { id: base, word: word.whole, isName: true };
      else if (!isName && base.length >= USAGE.minLetters && !STOP.has(base)) {
        yield { id: stemOf(base) ?? base, word: base, isName: false };
      }
    }
  }
}

/** Paths are named from different folders. */
const baseOf = (word: string): string => word.slice(word.lastIndexOf("/") + 1) || word;

function* pairsOf(run: string): Generator<string> {
  const characters = foldRun(run);
  for (let i = 0; i + 1 < characters.length; i += 1) {
    const [first = "", second = ""] = [characters[i], characters[i + 1]];
    if (!PARTICLES.has(first) && !PARTICLES.has(second)) yield `${first}${second}`;
  }
}

export interface Overlap {
  /** 0–1; 0 for an item of which nothing is left to compare. */
  share: number;
  isUsed: boolean;
}

/** `known` = what the person said; `isCommon` = stands in so many rows that it says nothing. */
export function overlapOf(
  tokens: readonly Token[],
  spoken: ReadonlySet<string>,
  known: ReadonlySet<string>,
  isCommon: (word: string) => boolean,
): Overlap {
  let [all, repeatedWeight, count, repeated] = [0, 0, 0, 0];
  for (const { id, word, isName } of tokens) {
    if (known.has(id) || isCommon(word)) continue;
    const weight = isName ? USAGE.nameWeight : USAGE.wordWeight;
    count += 1;
    all += weight;
    if (!spoken.has(id)) continue;
    repeated += 1;
    repeatedWeight += weight;
  }
  const share = all === 0 ? 0 : repeatedWeight / all;
  const isMost = share >= USAGE.share && repeated >= Math.min(USAGE.repeated, count);
  const isMuch = share >= USAGE.shareOfMany && repeated >= USAGE.many;
  return { share, isUsed: count > 0 && (isMost || isMuch) };
}
