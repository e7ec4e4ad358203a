import { expect, it } from "vitest";
import { takeTurn } from "./turns";

/** Blocks as a request that computes does. */
const compute = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Turns of the event loop until `work` is done. */
async function counted(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await work;
  clearImmediate(next);
  return turns;
}

it("requests that compute long and are ready at once begin in as many turns of the loop, in the order in which they came", async () => {
  const order: number[] = [];
  const ask = async (n: number): Promise<void> => {
    await takeTurn();
    order.push(n);
    compute(12);
  };
  const turns = await counted(Promise.all(Array.from({ length: 8 }, (_, n) => ask(n))));
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  // Seven times the loop turned between them; the first and the last turn are not counted whole.
  expect(turns).toBeGreaterThanOrEqual(6);
});

it("who comes back goes behind those that wait", async () => {
  const order: string[] = [];
  const ask = async (name: string, times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      await takeTurn();
      order.push(name);
      compute(12);
    }
  };
  await Promise.all([ask("busy", 3), ask("also busy", 3), ask("once", 1)]);
  expect(order.indexOf("once")).toBe(2);
});

it("many short ones share a turn", async () => {
  const ask = async (): Promise<void> => takeTurn();
  expect(await counted(Promise.all(Array.from({ length: 200 }, ask)))).toBeLessThan(100);
});
