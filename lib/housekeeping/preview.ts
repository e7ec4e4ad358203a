/** The first characters of a value, as consolidation shows them (E47). Pure. */

const PREVIEW_CHARS = 80;

/** At most 80 characters on one line; whole characters, whatever they are made of. */
export const previewOf = (value: string): string =>
  [...value.slice(0, PREVIEW_CHARS * 4).replaceAll(/\s+/g, " ")].slice(0, PREVIEW_CHARS).join("");
