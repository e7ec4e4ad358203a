import { expect, it } from "vitest";
import { changeProject } from "../projects/change";
import { completion } from "../testing/fake-llm";
import { addProject } from "../testing/places";
import { useMetered } from "./testing";

const PERSON = { kind: "person", name: "console" } as const;
const metered = useMetered();

it("a project's own tokens of the day bound its requests alone; what a request may cost is looked at before it goes out", async () => {
  metered.switchOn();
  const { app, clock } = metered.test;
  const [small, other] = [addProject(app, "small"), addProject(app, "other")];
  changeProject(app, small, { llmDailyTokens: 350 }, PERSON);
  metered.fake.script(...[1, 2, 3, 4].map(() => completion("yes", { input: 120, output: 30 })));
  // Expected: 100 tokens in, 100 out.
  const ask = async (projectId: number) => {
    const outcome = await metered.ask({}, { projectId });
    return outcome.status === "ok" ? "ok" : outcome.reason;
  };
  expect(await ask(small)).toBe("ok");
  expect(await ask(small)).toBe("ok");
  expect(await ask(small)).toBe("budget");
  expect(await ask(other)).toBe("ok");
  clock.now += 24 * 60 * 60 * 1000;
  expect(await ask(small)).toBe("ok");
  expect(metered.fake.requests).toHaveLength(4);
});

it("one that fits the project must fit the day too", async () => {
  metered.switchOn();
  const { app } = metered.test;
  const project = addProject(app, "app");
  changeProject(app, project, { llmDailyTokens: 1_000_000 }, PERSON);
  app.sqlite.prepare("INSERT INTO settings (key, value, updated_at) VALUES ('llm_daily_tokens', '100', 0)").run();
  expect(await metered.ask({}, { projectId: project })).toMatchObject({ status: "error", reason: "budget" });
});
