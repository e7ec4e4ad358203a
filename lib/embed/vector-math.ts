/** Sums of vectors of one dimension. Pure. */

export const minus = (a: Float32Array, b: Float32Array, times = 1): Float32Array =>
  a.map((value, i) => value - times * (b[i] ?? 0));

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
