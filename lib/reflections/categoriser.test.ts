import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { projects } from "../db/schema/projects";
import { write } from "../db/write";
import { useMetered } from "../metering/testing";
import { completion, failure } from "../testing/fake-llm";
import { askCategory } from "./categoriser";
import { gitFolder, plant } from "./testing";

const m = useMetered();
const UNSURE = "The sky over the harbour was grey.";
let projectId = 0;
beforeEach(() => {
  plant(m.test, gitFolder(m.test, "shop"), [{ content: "Something." }]);
  projectId = m.test.app.db.select({ id: projects.id }).from(projects).get()?.id ?? 0;
});

describe("the categoriser", () => {
  it("C32: asks a model only where the words do not say, without chance, for 20 tokens", async () => {
    expect(await askCategory(m.test.app, UNSURE, projectId)).toBe("learning");
    m.switchOn();
    expect(await askCategory(m.test.app, "a.ts b.ts c.ts", projectId)).toBe("file_pattern");
    expect(m.fake.requests).toEqual([]);
    m.fake.script(completion(" Convention.\n"));
    expect(await askCategory(m.test.app, UNSURE, projectId)).toBe("convention");
    expect(m.fake.requests[0]?.json).toMatchObject({ temperature: 0, max_tokens: 20 });
  });

  it("C32: any other word, and a failure, keep what the words say", async () => {
    m.switchOn();
    m.fake.script(completion("feature"), failure(400));
    expect(await askCategory(m.test.app, UNSURE, projectId)).toBe("learning");
    expect(await askCategory(m.test.app, UNSURE, projectId)).toBe("learning");
    expect(m.fake.requests).toHaveLength(2);
  });

  it("sends nothing of a project that keeps models out", async () => {
    m.switchOn();
    write(
      m.test.app,
      (tx) => void tx.update(projects).set({ llmEnabled: false }).where(eq(projects.id, projectId)).run(),
    );
    expect(await askCategory(m.test.app, UNSURE, projectId)).toBe("learning");
    expect(m.fake.requests).toEqual([]);
  });
});
