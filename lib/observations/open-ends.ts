/** What a session left to do, turn by turn: an open end stands until a later turn did it, or somebody said that it is not wanted. Pure, linear. */
import { readInterrupted } from "./interrupted";

/** Lines of one turn, of earlier turns together, and characters of a turn's words that are looked at. */
const LINES_MAX = 20;
const EARLIER_MAX = 5;
const WORDS_CHARS = 4_000;
/** Share of an open end's telling words that what was done must hold. */
const MOST = 0.5;

interface Turn {
  request: string;
  completed: string;
  nextSteps: string;
}

interface OpenEnd {
  line: string;
  /** Telling words of each thing that it names and nobody did yet. */
  parts: Set<string>[];
}

const ALL_DONE =
  /\b(?:everything|all (?:of (?:it|them|this|that)|the rest|open (?:points|items|ends)|(?:remaining )?(?:tasks|items|points|steps))) (?:is|are|was|were|has been|have been)?\s*(?:now )?(?:done|finished|complete[d]?|implemented|closed)\b|\bnothing (?:else |more )?(?:is |remains )?(?:left|open|to do)\b|(?:全部|所有(?:任务|待办|事项)?)(?:都|均)?已?(?:经)?(?:完成|做完|处理完)|没有(?:剩余|遗留|未完成)/iu;
const NOT_WANTED =
  /\b(?:no need|not needed|not necessary|(?:do(?:es)?n['’]t|do(?:es)? not) need|skip|drop|forget|never ?mind|leave (?:out|it)|cancel(?:led)?|scrap)\b|不用(?!户)|不需要|不必|算了|跳过|取消|不做了/iu;
/** Waits for a word of the person: whatever was done after it was done by that word, or has left it behind. */
const WAITS =
  /\b(?:waiting for|awaiting|needs?|pending) your\b|\bfor your (?:confirmation|approval|go-ahead|decision|review)\b|(?:需要|等|待)(?:你|您)?(?:来)?(?:确认|批准|决定)/iu;
/** Between the things that one line names. */
const BETWEEN = /[,;、，；。\n]|\band\b|\s[&+]\s|以及|还有|和/iu;
/** What the line is introduced with, and words that say of any work that it is to be done or was. */
const LABEL = /^[^:：]{1,24}[:：]\s*/u;
const NO_WORDS = new Set(
  "the this that these those with from into for and not yet done still todo next step steps left open need needs needed should must have has had was were will been being are its our your their now then also more add added adding write wrote written implement implemented create created make made fix fixed failed fails passed pass update updated change changed remove removed work all any can what which when after before about later some".split(
    " ",
  ),
);

/** Words that tell what a text is about: of languages with spaces their stems, of others pairs of characters. */
function tellingWords(text: string): Set<string> {
  const found = new Set<string>();
  const folded = text.slice(0, WORDS_CHARS).normalize("NFKC").toLowerCase();
  for (const [word] of folded.matchAll(/[\p{Script=Latin}\p{Script=Cyrillic}\d]{3,}/gu))
    if (!NO_WORDS.has(word)) found.add(stemOf(word));
  for (const [, pair = ""] of folded.matchAll(/(?=([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}))/gu)) found.add(pair);
  return found;
}

/** "Retries" and "retry", "tested" and "tests": as alike as need be. */
const stemOf = (word: string): string =>
  word.length < 5
    ? word.replace(/s$/, "")
    : word
        .replace(/(?:ies|y)$/, "i")
        .replace(/(?:ing|ed|es|s)$/, "")
        .replace(/e$/, "");

function openEnd(line: string): OpenEnd {
  const interrupted = readInterrupted(line);
  const named = interrupted?.what ?? line.replace(LABEL, "");
  const pieces = interrupted === null ? named.split(BETWEEN) : [named];
  const parts = pieces.map(tellingWords).filter((words) => words.size > 0);
  return { line, parts: parts.length > 0 ? parts : [tellingWords(line)] };
}

function bears(words: ReadonlySet<string>, on: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const word of on) if (words.has(word)) shared += 1;
  return on.size > 0 && shared / on.size >= MOST;
}

/** What of it is left where these words tell what was done; null = nothing. */
function leftOf(end: OpenEnd, words: ReadonlySet<string>): OpenEnd | null {
  const parts = end.parts.filter((part) => part.size > 0 && !bears(words, part));
  return parts.length === 0 ? null : { ...end, parts };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n", LINES_MAX)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * Lines that are still open after these turns, oldest turn first: those of the newest turn that named any, then up to {@link EARLIER_MAX} of
 * turns before it. What a turn did is known by its words: half of the telling ones of each thing that the line names.
 */
export function openEnds(turns: readonly Turn[]): string[] {
  let open: OpenEnd[] = [];
  for (const { request, completed, nextSteps } of turns) {
    const named = linesOf(nextSteps);
    const isRefused = NOT_WANTED.test(request.slice(0, WORDS_CHARS));
    if (ALL_DONE.test(completed.slice(0, WORDS_CHARS)) && named.length === 0) open = [];
    if (completed !== "") open = open.filter(({ line }) => !WAITS.test(line));
    if (completed !== "" || isRefused) {
      const words = tellingWords(completed === "" ? request : `${completed}\n${request}`);
      open = open.flatMap((end) => leftOf(end, words) ?? []);
    }
    const known = new Set(named);
    open = [...named.map(openEnd), ...open.filter(({ line }) => !known.has(line)).slice(0, EARLIER_MAX)];
  }
  return open.map(({ line }) => line);
}

/** Lines that later work, told in these words, left open. */
export function stillOpen(lines: readonly string[], done: string): string[] {
  if (done === "") return [...lines];
  const words = tellingWords(done);
  return lines.filter((line) => leftOf(openEnd(line), words) !== null);
}
