/** Words of software work that say the same, in English and in Chinese: what else a question's words may be called. Pure. */
import { CLASSES } from "./glossary/classes";
import { CODE } from "./glossary/code";
import { OPERATIONS } from "./glossary/operations";
import { PEOPLE } from "./glossary/people";
import { PRODUCT } from "./glossary/product";
import { stemOf } from "./tokens";
import { foldRun, normalizeText } from "./tokens-fold";
import { isRunCharacter, scan } from "./tokens-scan";
import { analyzeWord } from "./tokens-word";

/** What a question names by one word, one phrase, or one stretch of a run. */
export interface Concept {
  /** Folded. A pair of characters where no word of the glossary stands. */
  written: string;
  /** Its words, or the run as the one item. */
  words: string[];
  isRun: boolean;
  /** What else it may be called, in either language; empty for names, for what was quoted, and for what the glossary does not know. */
  equivalents: string[];
  /** 1 for a word; pairs of a stretch overlap, and count as the words that it has room for. */
  weight: number;
}

/** Bounds the work for a text of any length; the first words of a question say what it is about. */
const MAX_CHARS = 2_000;
const MAX_CONCEPTS = 64;
/** Of the longest entries. */
const MAX_WORDS = 4;
const MAX_RUN = 8;

/** What stands between quotation marks is meant as it stands. */
const QUOTED = /("[^"\n]*"|“[^”\n]*”|`[^`\n]*`|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》)/u;
/** `sign-in`, `read-only`: a word of two, if the glossary has it. Names hold other signs, capitals or digits too. */
const COMPOUND = /^[a-z]+(?:-[a-z]+)+$/u;

/** Entry as it is looked up (words by their stems) → what stands in its groups. */
const EQUIVALENTS = readGroups([OPERATIONS, CODE, PRODUCT, PEOPLE], CLASSES);

const KINDS: ReadonlySet<string> = new Set(
  CLASSES.split("\n").flatMap((line) => entriesOf(line.split(">")[0] ?? "").map((entry) => keyOf(entry.split(" ")))),
);

/** True for a word or phrase that names a kind of tool of which a project picks one. */
export const isKindOfTool = (written: string): boolean => KINDS.has(keyOf(written.split(" ")));

/** The concepts of `text` in order, each once, at most 64. Linear in its length. */
export function conceptsOf(text: string): Concept[] {
  const concepts = new Map<string, Concept>();
  const add = (concept: Concept): void => {
    if (concepts.size < MAX_CONCEPTS && !concepts.has(concept.written)) concepts.set(concept.written, concept);
  };
  normalizeText(text.slice(0, MAX_CHARS))
    .split(QUOTED)
    .forEach((part, i) => readPart(part, i % 2 === 1, add));
  return [...concepts.values()];
}

function readPart(text: string, isQuoted: boolean, add: (concept: Concept) => void): void {
  let words: string[] = [];
  const flush = (): void => {
    readWords(words, isQuoted, add);
    words = [];
  };
  for (const segment of scan(text)) {
    if (segment.type === "word") {
      for (const { whole, pieces } of analyzeWord(segment.text)) {
        if (pieces.length === 1 && pieces[0] === whole) {
          words.push(whole);
          continue;
        }
        flush();
        const isKnown = !isQuoted && COMPOUND.test(segment.text) && EQUIVALENTS.has(keyOf(pieces));
        if (isKnown) readWords(pieces, false, add);
        else add({ written: whole, words: [whole], isRun: false, equivalents: [], weight: 1 });
      }
      continue;
    }
    flush();
    if (segment.type === "run") readRun(foldRun(segment.text), isQuoted, add);
  }
  flush();
}

/** The longest phrase at each word, then on behind it. */
function readWords(words: string[], isQuoted: boolean, add: (concept: Concept) => void): void {
  for (let at = 0; at < words.length;) {
    let taken = words.slice(at, at + (isQuoted ? 1 : MAX_WORDS));
    while (taken.length > 1 && !EQUIVALENTS.has(keyOf(taken))) taken = taken.slice(0, -1);
    const equivalents = isQuoted ? [] : equivalentsOf(keyOf(taken), taken.join(" "));
    add({ written: taken.join(" "), words: taken, isRun: false, equivalents, weight: 1 });
    at += taken.length;
  }
}

function readRun(run: string[], isQuoted: boolean, add: (concept: Concept) => void): void {
  let stretch: string[] = [];
  const flush = (): void => {
    const pairs = stretch.slice(0, -1).map((character, i) => `${character}${stretch[i + 1]}`);
    const weight = stretch.length / 2 / Math.max(1, pairs.length);
    for (const pair of pairs) add({ written: pair, words: [pair], isRun: true, equivalents: [], weight });
    stretch = [];
  };
  for (let at = 0; at < run.length;) {
    const word = isQuoted ? null : longestEntry(run, at);
    if (word === null) stretch.push(run[at] ?? "");
    else {
      flush();
      add({ written: word, words: [word], isRun: true, equivalents: equivalentsOf(word, word), weight: 1 });
    }
    at += word === null ? 1 : [...word].length;
  }
  flush();
}

function longestEntry(run: string[], at: number): string | null {
  for (let length = Math.min(MAX_RUN, run.length - at); length > 1; length -= 1) {
    const word = run.slice(at, at + length).join("");
    if (EQUIVALENTS.has(word)) return word;
  }
  return null;
}

const equivalentsOf = (key: string, written: string): string[] =>
  (EQUIVALENTS.get(key) ?? []).filter((entry) => entry !== written && keyOf(entry.split(" ")) !== key);

function keyOf(words: readonly string[]): string {
  return words.map((word) => stemOf(word) ?? word).join(" ");
}

function entriesOf(line: string): string[] {
  const entries = line.split(/[/|]/u).map((entry) => entry.trim());
  return entries.filter((entry) => entry !== "");
}

function readGroups(areas: readonly string[], classes: string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  const addTo = (entry: string, others: string[]): void => {
    const key = keyOf(entry.split(" "));
    groups.set(key, [...new Set([...(groups.get(key) ?? []), ...others])]);
  };
  for (const line of areas.join("\n").split("\n")) {
    const entries = entriesOf(line);
    // A single character of a run is no word that could be asked for: half of it stands everywhere.
    const usable = entries.filter((entry) => !isRunCharacter(entry));
    for (const entry of usable) addTo(entry, usable);
  }
  for (const line of classes.split("\n").filter((one) => one.includes(">"))) {
    const [kind = [], members = []] = line.split(">").map(entriesOf);
    for (const entry of kind) addTo(entry, [...kind, ...members]);
  }
  return groups;
}
