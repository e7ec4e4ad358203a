import fc from "fast-check";
import { expect, it } from "vitest";
import { column } from "../capture/testing";
import { AppError } from "../contract/errors";
import { undoOperation } from "../operations/undo";
import { changeSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { changeProject } from "./change";
import { mergeProject } from "./merge";
import { changeMemories } from "../memories/bulk";
import { listProjects } from "./query";
import { splitProject } from "./split";
import { PERSON, seedTwo, snapshot } from "./testing";

const Step = fc.record({
  verb: fc.constantFrom("merge", "merge", "split", "rename", "mode", "alias", "unalias", "move", "set", "undo"),
  pick: fc.nat(100),
  other: fc.nat(100),
});
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

/** Does the step, where it is not refused. */
function perform({ app }: TestApp, { verb, pick, other }: Step): void {
  const projects = listProjects(app.db).sort((a, b) => a.id - b.id);
  const of = (at: number) => projects[at % projects.length] ?? expect.unreachable("a project is always there");
  const project = of(pick);
  switch (verb) {
    case "merge":
      return void mergeProject(app, project.id, of(other).id, PERSON);
    case "split":
      return void splitProject(app, project.id, { root: project.roots[other % project.roots.length] ?? "" }, PERSON);
    case "rename":
      return void changeProject(app, project.id, { name: `name ${other % 3}` }, PERSON);
    case "mode":
      return void changeProject(
        app,
        project.id,
        { mode: other % 2 === 0 ? "ask" : "auto", llmEnabled: other % 3 > 0 },
        PERSON,
      );
    case "alias":
      return void changeProject(app, project.id, { addAliases: [`alias ${other % 3}`] }, PERSON);
    case "unalias":
      return void changeProject(
        app,
        project.id,
        { removeAliases: [project.aliases[other % project.aliases.length] ?? ""] },
        PERSON,
      );
    case "move": {
      const ids = column(app, "SELECT id FROM memories ORDER BY id") as number[];
      const to = other % 4 === 0 ? null : of(other).id;
      return void changeMemories(app, [ids[pick % ids.length] ?? 0], { action: "move", to }, PERSON);
    }
    case "set":
      return void changeSettings(app, { digest_days: other % 5, backups_kept: other % 2 === 0 ? null : 3 }, PERSON);
    case "undo": {
      const ids = column(
        app,
        "SELECT id FROM operations WHERE kind LIKE 'project.%' OR kind = 'operation.undo' ORDER BY id DESC",
      ) as number[];
      return void undoOperation(app, ids[pick % Math.max(1, ids.length)] ?? 0, PERSON);
    }
  }
}

it("undoing all that was done to projects, latest first, leaves every row, word and vector as it was", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const test = await openTestApp();
      try {
        await seedTwo(test);
        const before = await snapshot(test.app);
        const first = Math.max(...(column(test.app, "SELECT id FROM operations") as number[]));
        for (const step of steps) {
          test.clock.now += 1000;
          try {
            perform(test, step);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
          }
        }
        const done = column(test.app, "SELECT id FROM operations WHERE id > ? ORDER BY id DESC", first) as number[];
        // Who was undone by one of the others is undone with that one's undoing: redo, then undo.
        for (const id of done) undoOperation(test.app, id, PERSON);
        expect(await snapshot(test.app)).toEqual(before);
      } finally {
        await test.close();
      }
    }),
    { numRuns: 15 },
  );
}, 240_000);
