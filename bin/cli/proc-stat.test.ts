import { expect, it } from "vitest";
import { hasEnded } from "./proc-stat";

const stat = (state: string, threads: number): string =>
  `17340 (next-server (v1) Z) ${state} 17337 17337 28661 0 -1 4227084 2944 6589 1 0 2 1 3 1 20 0 ${threads} 0 3011607 0 0\n`;

it("a zombie has ended once its last thread has, for only then are its ports free", () => {
  expect(hasEnded(stat("Z", 1))).toBe(true);
  expect(hasEnded(stat("X", 0))).toBe(true);
  expect(hasEnded(stat("Z", 2))).toBe(false);
  expect(hasEnded(stat("S", 1))).toBe(false);
});
