/** How many pages a list asks for at once: as many rows again as it has, so that whoever goes far waits for few answers. Pure. */

/** The most that a route gives at once. */
const MOST = 5;

export const nextPages = (loaded: number, size: number): number =>
  Math.min(MOST, Math.max(1, Math.floor(loaded / size)));
