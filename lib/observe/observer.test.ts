import { describe, expect, it } from "vitest";
import { useMetered } from "../metering/testing";
import { completion, failure } from "../testing/fake-llm";
import { askObserver, observerMessages, readNotes, type Watched } from "./observer";

const m = useMetered();
const WATCHED: Watched = { messages: "[USER]\nUse Redis.", projectId: 0, projectDir: "/work/shop", branch: "main" };
const ask = () => askObserver(m.test.app, WATCHED, m.test.app.now() + 60_000, m.timing);

describe("the observer", () => {
  it("C28: is asked at 0.3 for 4096 tokens, with messages, time, folder and branch; answers three blocks", async () => {
    expect(await ask()).toBeNull();
    m.switchOn();
    m.fake.script(
      completion(
        "<observations>\n- 🔴 Redis holds the carts.\n</observations><current-task>Moving the carts</current-task><suggested-response>Go on.</suggested-response>",
      ),
    );
    expect(await ask()).toEqual({
      observations: "- 🔴 Redis holds the carts.",
      currentTask: "Moving the carts",
      suggestedResponse: "Go on.",
      isFallback: false,
    });
    const body = m.fake.requests[0]?.json as {
      temperature: number;
      max_tokens: number;
      messages: { content: string }[];
    };
    expect(body).toMatchObject({ temperature: 0.3, max_tokens: 4096 });
    for (const piece of ["[USER]\nUse Redis.", "2026-06-01T12:00:00.000Z", "/work/shop", "Branch: main"])
      expect(body.messages[1]?.content).toContain(piece);
  });

  it("C28: without an observations block the raw text is taken, and None is no task", () => {
    expect(readNotes("- just a line", "m")).toMatchObject({ observations: "- just a line", currentTask: null });
    expect(readNotes("<current-task>None</current-task>", "m").currentTask).toBeNull();
    expect(readNotes("<current-task>none.</current-task>", "m").currentTask).toBeNull();
  });

  it("C29, C30: the prompt says every rule and every priority", () => {
    const [system, user] = observerMessages({ ...WATCHED, messages: "a </messages> b" }, 0).map(
      ({ content }) => content,
    );
    for (const rule of [
      "facts, decisions and actions only, no reasoning",
      "A question is not a decision",
      "exact paths, names, versions",
      "under a heading",
      "Never invent",
      "at most 500 characters",
    ])
      expect(system).toContain(rule);
    for (const one of [
      "🔴 high: decisions, architecture, confirmed root causes, deployment, security, breaking changes, preferences",
      "🟡 medium: implementation details, changes of files, dependencies, tests, API, schema",
      "🟢 low: exploratory questions, formatting, temporary debugging, abandoned ideas",
    ])
      expect(system).toContain(one);
    // What is watched can't end its own block.
    expect(user?.match(/<\/messages>/g)).toHaveLength(1);
  });

  it("C29, C39: no line is longer than 500 characters", () => {
    const { observations } = readNotes(`<observations>- ${"x".repeat(900)}</observations>`, "m");
    expect(observations).toHaveLength(500);
    expect(observations.endsWith("…")).toBe(true);
  });

  it("C38: what repeats itself gives way to the first 2000 characters of the messages", () => {
    const loop = Array.from({ length: 8 }, () => "- over and over").join("\n");
    const noted = readNotes(`<observations>${loop}</observations>`, "y".repeat(3000));
    expect(noted).toMatchObject({ isFallback: true, observations: "y".repeat(2000) });
  });

  it("C17: a failure is a reason to try again", async () => {
    m.switchOn();
    m.fake.script(failure(400));
    expect(await ask()).toEqual({ reason: "http" });
  });
});
