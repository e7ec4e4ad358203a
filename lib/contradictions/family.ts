/** Which keys are about the same corner of a project, so that their memories are compared although nothing else is known. */

/**
 * Same key, or same first three segments (`shop:cache:decision:*`), or same first two and the same last one
 * (`shop:cache:decision:ttl` and `shop:cache:fact:ttl`). Keys of fewer than three segments have no family.
 */
export function isSameKeyFamily(a: string, b: string): boolean {
  const [left, right] = [segmentsOf(a), segmentsOf(b)];
  if (left.join(":") === right.join(":")) return true;
  if (left.length < 3 || right.length < 3 || left[0] !== right[0] || left[1] !== right[1]) return false;
  return left[2] === right[2] || left.at(-1) === right.at(-1);
}

/** The first two segments with their colon: where members of the family are looked for; null = it has none. */
export function familyHead(key: string): string | null {
  const segments = segmentsOf(key);
  return segments.length < 3 ? null : `${segments[0]}:${segments[1]}:`;
}

const segmentsOf = (key: string): string[] =>
  key
    .trim()
    .toLowerCase()
    .split(":")
    .map((segment) => segment.trim());
