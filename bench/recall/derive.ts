/** Questions made from notes by a seeded random generator: mistyped words, and words in another order with gaps. */
import { seeded } from "../../e2e/support/random";

type Random = () => number;

const HAN = /\p{Script=Han}/u;
/** Words this long are mistyped: in a shorter one an edit leaves little of the word. */
const TYPO_LETTERS = 6;
/** Small words that say nothing out of their order. */
const SMALL = new Set(
  "about after again also and any are before both but can does each even every for from has have here into its keep never not off only other our out over same since than that the their them then there they this thus until was were what when where which while who with would".split(
    " ",
  ),
);
/** Characters that hold a Chinese sentence together; it is cut at them. */
const JOINTS = new Set("的了在要不和与把被用由是到等后前时就都也只会能必须或里上下从为因所以而先再没有");
const WRONG = [..."式工时事公近以已象做作须需由进提"];

/** A stretch of the note with one or two slips, or null when the note has no word long enough. */
export function mistype(note: string, seed: number): string | null {
  const random = seeded(seed);
  return HAN.test(note) ? mistypeHan(note, random) : mistypeLatin(note, random);
}

/** Some of the note's words, shuffled, the small ones left out; null when too few are left. */
export function reorder(note: string, seed: number): string | null {
  const random = seeded(seed);
  const isHan = HAN.test(note);
  const words = isHan ? hanPieces(note) : contentWords(note);
  const wanted = isHan ? 4 : 5;
  if (words.length < wanted) return null;
  const kept = shuffled(words, random).slice(0, wanted);
  // By chance the first order may come back; the other way round it is another one.
  const order = kept.map((word) => words.indexOf(word));
  if (order.every((place, i) => i === 0 || place > (order[i - 1] ?? -1))) kept.reverse();
  return kept.join(" ");
}

export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

const isPlain = (word: string): boolean => /^[A-Za-z]+$/.test(word);

const plainWords = (text: string): string[] =>
  text
    .split(/[\s,;:()"']+/)
    .map((word) => word.replace(/[.?!]$/, ""))
    .filter((word) => word !== "");

function contentWords(note: string): string[] {
  const words = plainWords(note).filter((word) => word.length >= 4 && !SMALL.has(word.toLowerCase()));
  return [...new Set(words.map((word) => (isPlain(word) ? word.toLowerCase() : word)))];
}

function mistypeLatin(note: string, random: Random): string | null {
  const words = plainWords(note);
  const size = 5 + Math.floor(random() * 2);
  const starts = words.flatMap((_, start) => {
    const window = words.slice(start, start + size);
    return window.length === size && longOnes(window).length >= 2 ? [start] : [];
  });
  const start = pick(starts, random);
  if (start === undefined) return null;
  const window = words.slice(start, start + size).map((word) => (isPlain(word) ? word.toLowerCase() : word));
  const slips = random() < 0.5 ? 1 : 2;
  for (const at of shuffled(longOnes(window), random).slice(0, slips)) window[at] = slip(window[at] ?? "", random);
  return window.join(" ");
}

const longOnes = (words: string[]): number[] =>
  words.flatMap((word, at) => (isPlain(word) && word.length >= TYPO_LETTERS ? [at] : []));

/** One slip of the fingers, not at the first letter: swapped, dropped, doubled or a wrong letter. */
function slip(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [letter, next] = [word.charAt(at), word.charAt(at + 1)];
  const kind = letter === next ? 1 : Math.floor(random() * 4);
  if (kind === 0) return word.slice(0, at) + next + letter + word.slice(at + 2);
  if (kind === 1) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 2) return word.slice(0, at) + letter + word.slice(at);
  const wrong = letter === "e" ? "r" : letter === "o" ? "p" : "e";
  return word.slice(0, at) + wrong + word.slice(at + 1);
}

/** Seven to nine characters without a sign between them, one of them wrong or missing, neither the first nor the last. */
function mistypeHan(note: string, random: Random): string | null {
  const runs = note.split(/[^\p{Script=Han}]+/u).filter((run) => [...run].length >= 7);
  const run = pick(runs, random);
  if (run === undefined) return null;
  const characters = [...run];
  const size = Math.min(characters.length, 7 + Math.floor(random() * 3));
  const start = Math.floor(random() * (characters.length - size + 1));
  const window = characters.slice(start, start + size);
  const at = 1 + Math.floor(random() * (size - 2));
  const wrong = pick(
    WRONG.filter((character) => character !== window[at]),
    random,
  );
  window.splice(at, 1, ...(random() < 0.5 && wrong !== undefined ? [wrong] : []));
  return window.join("");
}

/** Runs of two to four characters between joints, without repetitions. */
function hanPieces(note: string): string[] {
  const pieces: string[] = [];
  for (const run of note.split(/[^\p{Script=Han}]+/u)) {
    let piece = "";
    for (const character of [...run, "的"]) {
      if (!JOINTS.has(character)) piece += character;
      else {
        if ([...piece].length >= 2) pieces.push([...piece].slice(0, 4).join(""));
        piece = "";
      }
    }
  }
  return [...new Set(pieces)];
}

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}
