import fc from "fast-check";
import { expect, it } from "vitest";
import { blockMoves, type Stood } from "./block-moves";

const entry = (id: number, given: Partial<Stood> = {}): Stood => ({
  layer: "scored",
  type: "memory",
  id,
  included: true,
  score: 1,
  text: `- line ${id}`,
  ...given,
});
const cut = (id: number, given: Partial<Stood> = {}) => entry(id, { included: false, text: null, ...given });
const listed = (id: number) => entry(id, { layer: "index" });
const told = (moves: ReturnType<typeof blockMoves>) => moves.map(({ move, id }) => `${move} ${id}`);

it("tells what came in, what went, what is only listed now, and nothing of what stays", () => {
  const before = [entry(1), entry(2), entry(3), cut(4), listed(4), cut(5), listed(6)];
  const after = [entry(1), entry(4), entry(3), cut(2), listed(2), cut(6), entry(7)];
  expect(told(blockMoves(before, after))).toEqual(["in 4", "out 2", "unlisted 6", "in 7"]);
  expect(blockMoves(before, after).find(({ id }) => id === 2)).toEqual({
    type: "memory",
    id: 2,
    move: "out",
    before: "told",
    after: "listed",
    scoreBefore: 1,
    scoreAfter: 1,
    text: "- line 2",
  });
  expect(blockMoves(before, before)).toEqual([]);
});

it("of a new order names the few that moved, not the many that made way", () => {
  const ids = [1, 2, 3, 4, 5, 6];
  expect(
    told(
      blockMoves(
        ids.map((id) => entry(id)),
        [6, 1, 2, 3, 4, 5].map((id) => entry(id)),
      ),
    ),
  ).toEqual(["up 6"]);
  expect(
    told(
      blockMoves(
        ids.map((id) => entry(id)),
        [2, 3, 4, 5, 6, 1].map((id) => entry(id)),
      ),
    ),
  ).toEqual(["down 1"]);
});

it("the frame moves nothing, and a memory and an observation of one number are two", () => {
  const frame = entry(0, { type: "frame" });
  const observation = entry(1, { type: "observation", layer: "observations" });
  expect(told(blockMoves([entry(1)], [frame, entry(1), observation]))).toEqual(["in 1"]);
});

it("what it says of the order leads from one block to the other, for any two", () => {
  const order = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 0 });
  fc.assert(
    fc.property(order, order, (before, after) => {
      const moves = blockMoves(
        before.map((id) => entry(id)),
        after.map((id) => entry(id)),
      );
      const named = (move: string) => new Set(moves.filter((one) => one.move === move).map(({ id }) => id));
      expect(named("in")).toEqual(new Set(after.filter((id) => !before.includes(id))));
      expect(named("out")).toEqual(new Set(before.filter((id) => !after.includes(id))));
      const moved = new Set([...named("up"), ...named("down")]);
      const still = (ids: number[]) => ids.filter((id) => before.includes(id) && after.includes(id) && !moved.has(id));
      expect(still(before)).toEqual(still(after));
    }),
    { numRuns: 300, seed: 20_261_130 },
  );
});
