/** Cuts a sentence that settles several things into one for each. Pure, linear. */
import type { Sentence } from "./sentences";

/** Where a rule of its own begins. */
const NEXT_RULE = /,? and (?=(?:please )?(?:always|never|don['’]t|do not|let['’]s|we (?:use|will)) )/gi;
const LEAD = /^.{0,60}?\b(?:use|using|uses|go with|adopt|choose|pick|settle on|settled on|stick (?:with|to))\s+(?=\S)/i;
/** "Redis for the cart cache". */
const FOR_IT = /^[^,;]{2,60}?\s(?:for|as)\s[^,;]{2,60}$/i;
const AND = /,? and |, /gi;
/** What belongs together: a choice with what it is not ("写「甲」，不要写「乙」" too, whose quotes are blanked), a rule with its reason. */
const BOUND =
  /\b(?:instead|rather than|not|no longer|but|because|since|so that|unless|except|if|when|from)\b|不再|而不是|改用|改为|改成|换成|因为|如果|但|从|\u00a4[，,]\s*(?:不要|不用|别|勿|请勿)\p{Script=Han}{0,4}\u00a4/iu;

interface Piece {
  start: number;
  end: number;
}

function piecesOf(text: string, at: RegExp, from = 0): Piece[] {
  const pieces: Piece[] = [];
  let start = from;
  for (const match of text.slice(from).matchAll(at)) {
    pieces.push({ start, end: from + match.index });
    start = from + match.index + match[0].length;
  }
  pieces.push({ start, end: text.length });
  return pieces.length > 6 ? [] : pieces;
}

/** One line, the stop at its end left out; `text` and `bare` are cut alike. */
function cut(sentence: Sentence, { start, end }: Piece, lead = 0): Sentence {
  const length = sentence.text.slice(start, end).replace(/[\s.。!！,，;；]+$/u, "").length;
  const of = (text: string): string => text.slice(0, lead) + text.slice(start, start + length);
  return { ...sentence, text: of(sentence.text), bare: of(sentence.bare) };
}

/** The parts, each a sentence by itself; one or none where it is not to be cut. Whether each states something the caller sees. */
export function partsOf(sentence: Sentence): Sentence[] {
  const { bare } = sentence;
  if (bare.length > 400) return [];
  const rules = piecesOf(bare, NEXT_RULE);
  if (rules.length > 1) return rules.map((piece) => cut(sentence, piece));
  if (BOUND.test(bare)) return [];
  if (/[\u3400-\u9fff]/u.test(bare)) return piecesOf(bare, /[，；;]\s*/gu).map((piece) => cut(sentence, piece));
  const lead = LEAD.exec(bare)?.[0].length ?? 0;
  if (lead === 0) return [];
  const choices = piecesOf(bare, AND, lead);
  const isEach = choices.every(({ start, end }) => FOR_IT.test(bare.slice(start, end).replace(/[.!\s]+$/, "")));
  return isEach ? choices.map((piece) => cut(sentence, piece, lead)) : [];
}
