/** Which reports of work a statement outdates. */
import { describe, expect, it } from "vitest";
import { createOutdated } from "./outdated";

const said = (value: string, at: number, id = 1) => ({
  id,
  key: `app:x:decision:k${id}`,
  value,
  attribute: "decision",
  at,
});

describe("reports and statements about one subject", () => {
  it.each([
    ["We switched from Fastify to Hono.", "I set up the skeleton: Fastify in `src/server.ts`, a pool in `src/db.ts`"],
    ["The port is now 4100.", "Moved the tests\nThe server listens on port 4000 now"],
    ["我们不再使用 Redis，改用 Memcached 做缓存。", "后端用 Go 和 Gin，数据库决定用 PostgreSQL，缓存用 Redis"],
  ])("%j outdates what was told before, in any clause, and nothing that was told after", (value, text) => {
    const outdated = createOutdated([said(value, 10)]);
    expect(outdated.by({ texts: [text], at: 5 })?.id).toBe(1);
    expect(outdated.by({ texts: [text], at: 10 })).toBeUndefined();
    expect(outdated.by({ texts: [text], at: 15 })).toBeUndefined();
  });

  it("what is about something else stands", () => {
    const outdated = createOutdated([
      said("Always use pnpm in this project.", 10),
      said("The API is on port 4000.", 10, 2),
    ]);
    expect(outdated.by({ texts: ["Moved the build to Vite", "Added vitest"], at: 5 })).toBeUndefined();
  });

  it("a newer report names the statements that it corrects", () => {
    const outdated = createOutdated([said("We deploy to Fly.io.", 10), said("Always use pnpm.", 10, 2)]);
    const report = { texts: ["We now deploy on Hetzner instead of Fly.io"], at: 15 };
    expect(outdated.of(report).map(({ id }) => id)).toEqual([1]);
    expect(outdated.of({ ...report, at: 5 })).toEqual([]);
  });

  it("is bounded on hostile text", () => {
    const clauses = "port 4000, ".repeat(20_000);
    const many = Array.from({ length: 400 }, (_, i) =>
      said(`The port of service ${i} is ${i}. ${clauses.slice(0, 900)}`, 10, i),
    );
    const outdated = createOutdated(many);
    for (let i = 0; i < 50; i += 1) outdated.by({ texts: [clauses, clauses], at: 5 });
    expect(outdated.by({ texts: ["The port of service 1 is 7"], at: 5 })).toBeUndefined();
  });
});
