/** How a shell calls this program by its file. Pure. */

/** A shell's word: quoted where it holds anything that a shell would read. */
const word = (text: string): string => (/^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** `program`: path of its file. */
export const callOf = (program: string): string => `node ${word(program)}`;
