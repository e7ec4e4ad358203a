/** FNV-1a over UTF-16 units: a quick, stable number of 32 bits for a text; no guard against anybody who looks for collisions. */

export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
