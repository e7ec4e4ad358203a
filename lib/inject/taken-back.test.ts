/** What an observation said before a newer memory changed it is told by nothing else either. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OUTDATE } from "../extract/repo";
import { findObservation, type ObservationValues, updateObservation } from "../observations/repo";
import { recordOperation } from "../operations/record";
import { undoOperation } from "../operations/undo";
import { recallForPrompt } from "../recall/service";
import { openTestApp, type TestApp } from "../testing";
import { addProject, addSession } from "../testing/places";
import { addObservation, addSummary } from "../testing/search-rows";
import { write } from "../db/write";
import { buildInjection } from "./service";

const SAID = "Carts are cached in Redis for an hour";
const PERSON = { kind: "person", name: "tester" } as const;
let test: TestApp;
let sessionId: number;
beforeEach(async () => {
  test = await openTestApp();
  sessionId = addSession(test.app, addProject(test.app, "app"));
});
afterEach(() => test.close());

const told = (): string => buildInjection(test.app, { project: "app", preview: true }).text;

/** As the comparison of a newer memory does it; answers the operation. */
const outdate = (id: number, values: ObservationValues): number =>
  write(test.app, (tx) => {
    const before = findObservation(tx, id);
    if (before === undefined) throw new Error(`no observation ${id}`);
    const after = updateObservation(tx, id, values);
    return recordOperation(tx, test.app.now(), {
      kind: OUTDATE,
      title: "Memory 9 replaced what an observation told",
      actor: { kind: "job", name: "memory.compare" },
      projectId: before.projectId,
      changes: [{ table: "observations", id, before, after }],
    });
  });

describe("what a newer memory changed in an observation", () => {
  it("leaves the digest and other observations that say the same, and comes back by Undo", () => {
    addSummary(test.app, sessionId, { request: "look at the carts", completed: SAID, nextSteps: "measure it" });
    const { id } = addObservation(test.app, SAID, { sessionId, turn: 1, obsType: "decision" });
    const again = addObservation(test.app, SAID, { sessionId, turn: 2, obsType: "change" });
    expect(told()).toContain(SAID);
    const operation = outdate(id, { status: "archived" });
    expect(told()).not.toContain("Redis");
    expect(told()).toContain("measure it");
    const { trace } = buildInjection(test.app, { project: "app", preview: true });
    expect(trace.find((entry) => entry.type === "observation" && entry.id === again.id)).toMatchObject({
      included: false,
      reason: `observation ${id} said it and is outdated`,
    });
    undoOperation(test.app, operation, PERSON);
    expect(told()).toContain(SAID);
  });

  it("leaves the digest where it was only what was asked for", () => {
    addSummary(test.app, sessionId, { request: SAID, completed: "Set up the cache" });
    const { id } = addObservation(test.app, "Edited the cart module", { sessionId, turn: 1, subtitle: SAID });
    outdate(id, { subtitle: null });
    expect(told()).toContain("Set up the cache");
    expect(told()).not.toContain("Redis");
  });

  it("is not brought back by a prompt, and is no matter of other projects", async () => {
    const otherId = addSession(test.app, addProject(test.app, "other"), { hostSessionId: "other" });
    addObservation(test.app, SAID, { sessionId: otherId, projectId: 2, turn: 1 });
    const { id } = addObservation(test.app, SAID, { sessionId, turn: 1, obsType: "decision" });
    addObservation(test.app, SAID, { sessionId, turn: 2, obsType: "change" });
    const brought = async (project: string): Promise<string> =>
      (await recallForPrompt(test.app, { project, prompt: "how long are carts cached in Redis?", preview: true })).text;
    expect(await brought("app")).toContain(SAID);
    outdate(id, { status: "archived" });
    expect(await brought("app")).not.toContain(SAID);
    expect(await brought("other")).toContain(SAID);
    expect(buildInjection(test.app, { project: "other", preview: true }).text).toContain(SAID);
  });
});
