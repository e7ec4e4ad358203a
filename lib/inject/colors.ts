/** The block for a terminal: dim frame, bold titles, coloured keys (M38, M39). Text itself stays as it is. */

const ESC = "\u001b[";
const paint = (code: string, text: string): string => `${ESC}${code}m${text}${ESC}0m`;

/** A line that says something beside the block. */
export const faint = (line: string): string => paint("2", line);

export const colorize = (block: string): string => block.split("\n").map(colorLine).join("\n");

function colorLine(line: string): string {
  if (line.startsWith("<")) return paint("2", line);
  if (line.startsWith("## ")) return paint("1;36", line);
  const item = /^([-!*] )(\[[^\]]*\]|[^\s,]+)(?=[ ,])/.exec(line);
  if (item === null) return line === "" ? line : paint("2", line);
  return `${item[1] ?? ""}${paint("33", item[2] ?? "")}${line.slice(item[0].length)}`;
}
