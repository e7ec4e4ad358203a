import fc from "fast-check";
import { expect, it } from "vitest";
import { judge } from "../contradictions/judge";
import { memories } from "../db/schema/memories";
import { drain } from "../jobs/runner";
import { openTestApp } from "../testing";
import { openPairsAmong } from "./query";
import { AGENT, PERSON, writeMemory } from "./testing";

const VALUES = ["300 s", "600 s", "5 minutes", "30 minutes"];
const statement = fc.oneof(
  fc.constantFrom(...VALUES).map((value) => `The cart TTL is ${value}`),
  fc.constantFrom(...VALUES).map((value) => `The cart TTL was changed to ${value}`),
  fc
    .tuple(fc.constantFrom(...VALUES), fc.constantFrom(...VALUES))
    .map(([a, b]) => `The cart TTL was raised from ${a} to ${b}`),
  fc.constantFrom("Use default exports in cart code", "Never use default exports in cart code"),
);
const step = fc.record({ value: statement, isPerson: fc.boolean(), isLate: fc.boolean() });

it("whatever is said about one subject, of each contradiction at most one half is in force without a question about it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const test = await openTestApp();
      try {
        for (const [index, { value, isPerson, isLate }] of steps.entries()) {
          test.clock.now += 60_000;
          const at = isLate ? test.clock.now - 150_000 : test.clock.now;
          writeMemory(test.app, { key: `shop:cart:fact:k${index}`, value, at }, { actor: isPerson ? PERSON : AGENT });
          await drain(test.app);
        }
        const rows = test.app.db.select().from(memories).all();
        const live = rows.filter((row) => row.status === "active" && row.reviewState === null);
        const open = openPairsAmong(
          test.app.db,
          live.map((row) => row.id),
        );
        const say = (row: (typeof live)[number]) => ({ ...row, at: row.createdAt });
        for (const a of live) {
          for (const b of live) {
            if (a.id === b.id || judge(say(a), say(b)).kind === "none") continue;
            const isAsked = open.some(
              (pair) => [pair.olderId, pair.newerId].sort().join() === [a.id, b.id].sort().join(),
            );
            expect(isAsked, `${b.value} | ${a.value}`).toBe(true);
          }
        }
        // No chain leads in a circle, and what is superseded names what holds instead.
        for (const row of rows)
          if (row.status === "superseded") expect(rows.some((one) => one.id === row.supersededBy)).toBe(true);
      } finally {
        await test.close();
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);
