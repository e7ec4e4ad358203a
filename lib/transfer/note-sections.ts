/** What a markdown note is made of: sections by heading, and the observations that basic-memory marks. Pure, linear. */

export interface Section {
  /** The headings above it, outermost first. */
  headings: string[];
  text: string;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.{0,300}?)[ \t]*#*[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Headings below this belong to the section's text. */
const DEEPEST = 3;
/** A statement is no book. */
const MAX_CHARS = 8_000;

export function sectionsOf(body: string): Section[] {
  const sections: Section[] = [];
  let headings: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const flush = (): void => {
    const text = lines.join("\n").trim();
    lines = [];
    if (text !== "") for (const piece of piecesOf(text)) sections.push({ headings, text: piece });
  };
  for (const line of body.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === null || (mark[0] === fence[0] && mark.length >= fence.length)))
      fence = fence === null ? mark : null;
    const heading = fence === null ? HEADING.exec(line) : null;
    const depth = heading?.[1]?.length ?? 0;
    if (heading === null || depth > DEEPEST) {
      lines.push(line);
      continue;
    }
    flush();
    headings = [...headings.slice(0, depth - 1), heading[2] ?? ""];
  }
  flush();
  return sections;
}

/** At the ends of paragraphs. */
function piecesOf(text: string): string[] {
  if (text.length <= MAX_CHARS) return [text];
  const pieces: string[] = [];
  let piece = "";
  for (const paragraph of text.split(/\n{2,}/)) {
    if (piece !== "" && piece.length + paragraph.length > MAX_CHARS) {
      pieces.push(piece);
      piece = "";
    }
    piece = piece === "" ? paragraph : `${piece}\n\n${paragraph}`;
  }
  return piece === "" ? pieces : [...pieces, piece];
}

export interface Observation {
  category: string;
  text: string;
  tags: string[];
}

/** `- [category] text #tag (context)`; neither a task's box nor a link. */
const OBSERVATION = /^[ \t]*[-*][ \t]+\[([^\][()\n]{1,60})\][ \t]+(\S.{0,4000})$/;
const BOX = /^[ xX/-]$/;

/** Observations, and what is left of the text without them and without relations. */
export function observationsOf(body: string): { observations: Observation[]; rest: string } {
  const observations: Observation[] = [];
  const rest: string[] = [];
  let fence: string | null = null;
  for (const line of body.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === null || (mark[0] === fence[0] && mark.length >= fence.length)))
      fence = fence === null ? mark : null;
    const found = fence === null ? OBSERVATION.exec(line) : null;
    const [, category = "", text = ""] = found ?? [];
    if (found === null || BOX.test(category)) rest.push(line);
    else
      observations.push({
        category: category.trim(),
        text: text.trim(),
        tags: [...text.matchAll(/(?<![\w&])#([\w/-]{1,60})/g)].map((tag) => tag[1] ?? ""),
      });
  }
  return { observations, rest: rest.join("\n") };
}

/** Prose that stands in none of basic-memory's own lists. */
export const hasProse = (rest: string): boolean =>
  rest
    .split("\n")
    .some(
      (line) =>
        line.trim() !== "" && !HEADING.test(line) && !/^[ \t]*[-*][ \t]+.{0,200}\[\[[^\]]{1,300}\]\]/.test(line),
    );
