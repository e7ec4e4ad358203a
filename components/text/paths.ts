/** Finds file paths that a right-to-left text would turn around, so that the viewer can keep them in their order (U07). Pure, linear. */

export interface PathPiece {
  text: string;
  isPath: boolean;
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** What stands around a path in prose. */
const BEFORE = "\"'`(<[{";
const AFTER = "\"'`)>]},;:!?.،؛؟";

/** A path of Latin names alone keeps its order wherever it stands; only one with a right-to-left name in it is cut out. */
export function cutPaths(text: string): PathPiece[] {
  if (!RIGHT_TO_LEFT.test(text)) return [{ text, isPath: false }];
  const pieces: PathPiece[] = [];
  const add = (piece: string, isPath: boolean): void => {
    const last = pieces.at(-1);
    if (piece === "") return;
    if (last !== undefined && last.isPath === isPath) last.text += piece;
    else pieces.push({ text: piece, isPath });
  };
  for (const word of text.split(/(\s+)/u)) {
    if (!/[/\\]/.test(word) || !RIGHT_TO_LEFT.test(word)) {
      add(word, false);
      continue;
    }
    let [start, end] = [0, word.length];
    while (start < end && BEFORE.includes(word.charAt(start))) start += 1;
    while (end > start && AFTER.includes(word.charAt(end - 1))) end -= 1;
    add(word.slice(0, start), false);
    add(word.slice(start, end), true);
    add(word.slice(end), false);
  }
  return pieces;
}
