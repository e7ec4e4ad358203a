/** Tells "the conversation is too long for this model" from other refusals, by status and by what the body says (E72). */

const STATUSES: readonly number[] = [400, 422];

/** Four ways in which providers say it, each with the variants of their wording. */
const PHRASES: readonly RegExp[] = [
  /context[ _-]?(?:length|window|limit|size)/,
  /(?:prompt|input|request|messages?|conversation) (?:is|are) too (?:long|large)|reduce the length of the (?:messages|prompt|input)/,
  /maximum number of (?:input )?tokens|(?:model|input) token limit/,
  /too many (?:input |prompt )?tokens/,
];

export function isContextOverflow(status: number, body: string): boolean {
  if (!STATUSES.includes(status)) return false;
  const text = body.toLowerCase();
  return PHRASES.some((phrase) => phrase.test(text));
}
