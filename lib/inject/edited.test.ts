/** What a memory said before it was corrected is told to agents by no line of the turn that it came from. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET } from "@/app/api/search/route";
import { localSpeaker } from "../accounts/service";
import { RecallInput } from "../contract/codewatch";
import { EvermeSearchBody } from "../contract/everme";
import type { MemoryRow } from "../db/schema/memories";
import { searchAccount } from "../everme/search";
import { bulkMemories } from "../memories/bulk";
import { mergeMemories } from "../memories/merge";
import { revertMemory } from "../memories/revert";
import { archiveMemory, createMemory, softDeleteMemory, updateMemory } from "../memories/service";
import { undoOperation } from "../operations/undo";
import { recallForPrompt } from "../recall/service";
import { recallObservations } from "../reflections/service";
import { openTestApp, type TestApp } from "../testing";
import { connectHost, type McpHost } from "../testing/mcp-client";
import { addProject, addSession } from "../testing/places";
import { addMemory, addObservation, addPrompt, addSummary } from "../testing/search-rows";
import { buildInjection } from "./service";
import { takenBackIn } from "./taken-back";

const PERSON = { kind: "person", name: "console" } as const;
const OLD = "The table name for dead letters must be job_dead.";
const NEW = "The table name for dead letters must be job_graveyard.";
const ASK = "what is the table name for dead letters?";

let test: TestApp;
let host: McpHost;
let projectId: number;
let memory: MemoryRow;
beforeEach(async () => {
  test = await openTestApp();
  projectId = addProject(test.app, "app");
  host = await connectHost("?project=app");
  const sessionId = addSession(test.app, projectId);
  addPrompt(test.app, sessionId, `${OLD} Then write the worker of dead letters.`);
  addSummary(test.app, sessionId, { request: OLD, completed: "Wrote the worker", learned: OLD });
  addObservation(test.app, OLD.slice(0, -1), { sessionId, turn: 1, obsType: "decision", priority: "high" });
  addObservation(test.app, "Wrote the worker of dead letters", {
    sessionId,
    turn: 1,
    subtitle: OLD,
    obsType: "feature",
  });
  memory = addMemory(test.app, OLD, { projectId, attribute: "constraint", key: "app:database:decision:dead_letters" });
});
afterEach(() => test.close());

/** All that agents are handed or find, by where. */
async function told(): Promise<Record<string, string>> {
  const { app } = test;
  const found = await searchAccount(
    app,
    localSpeaker(app, "codex"),
    EvermeSearchBody.parse({ query: "table name dead letters", topK: 10 }),
  );
  return {
    start: buildInjection(app, { project: "app", preview: true }).text,
    prompt: (await recallForPrompt(app, { project: "app", prompt: ASK, preview: true })).text,
    recall: await host.text("keepsake_recall", { query: ASK }),
    search: await host.text("keepsake_search", {
      query: "table name dead letters",
      kinds: ["memories", "observations", "sessions", "prompts"],
    }),
    session: await host.text("keepsake_session", { action: "info" }),
    worker: await (
      await GET(
        new Request("http://127.0.0.1:37777/api/search?query=table+name+dead+letters&project=app&format=text"),
        {
          params: Promise.resolve({}),
        },
      )
    ).text(),
    codewatch: recallObservations(app, RecallInput.parse({ project: "app", priority_min: "low" }))
      .items.map(({ content }) => content)
      .join("\n"),
    everme: JSON.stringify([found.items, found.rawMessages, found.profiles]),
  };
}
const placesOf = async (text: string): Promise<string[]> =>
  Object.entries(await told()).flatMap(([where, block]) => (block.includes(text) ? [where] : []));
const EVERYWHERE = ["start", "prompt", "recall", "search", "session", "worker", "codewatch", "everme"];
const WITHOUT_SESSION = EVERYWHERE.filter((where) => where !== "session");
const edit = (value: string): number =>
  updateMemory(test.app, memory.id, { value }, PERSON).operation_id ?? expect.fail("nothing was changed");

describe("after a correction", () => {
  it("agents are told what holds, and nothing of what was said before; Undo brings it back, redo takes it away again", async () => {
    expect(await placesOf("job_dead")).toEqual(EVERYWHERE);
    const operation = edit(NEW);
    expect(await placesOf("job_dead")).toEqual([]);
    expect(await placesOf("job_graveyard")).toEqual(WITHOUT_SESSION);
    expect(await placesOf("Wrote the worker")).toEqual(EVERYWHERE);
    const undone = undoOperation(test.app, operation, PERSON);
    expect(await placesOf("job_graveyard")).toEqual([]);
    expect(await placesOf("job_dead")).toEqual(EVERYWHERE);
    undoOperation(test.app, undone.operation_id, PERSON);
    expect(await placesOf("job_dead")).toEqual([]);
  });

  it("two corrections leave neither of the earlier texts; going back leaves the first", async () => {
    const first = edit("The table name for dead letters must be job_morgue.");
    edit(NEW);
    expect(await placesOf("job_dead")).toEqual([]);
    expect(await placesOf("job_morgue")).toEqual([]);
    edit(OLD);
    expect(await placesOf("job_dead")).toEqual(EVERYWHERE);
    expect(await placesOf("job_graveyard")).toEqual([]);
    revertMemory(test.app, memory.id, { to: memory.id, operation: first }, PERSON);
    expect(await placesOf("job_dead")).toEqual([]);
    expect(await placesOf("job_morgue")).toEqual(WITHOUT_SESSION);
  });

  it.each<[string, () => unknown]>([
    ["archived", () => archiveMemory(test.app, memory.id, PERSON)],
    ["deleted", () => softDeleteMemory(test.app, memory.id, PERSON)],
    ["archived with others", () => bulkMemories(test.app, { ids: [memory.id], action: "archive" }, PERSON)],
    [
      "replaced by a new version",
      () => createMemory(test.app, { key: memory.key, value: NEW, project: "app" }, { actor: PERSON, explicit: true }),
    ],
    ["replaced by an agent's update", () => host.text("keepsake_update", { id: `M${memory.id}`, text: NEW })],
    [
      "merged into another",
      () => {
        const { id } = addMemory(test.app, NEW, { projectId });
        mergeMemories(test.app, [memory.id, id], id, PERSON);
      },
    ],
    [
      "edited and then archived",
      () => {
        edit(NEW);
        archiveMemory(test.app, memory.id, PERSON);
      },
    ],
  ])("the same where it was %s", async (_how, change) => {
    await change();
    expect(await placesOf("job_dead")).toEqual([]);
  });

  it("another memory in force that says it lets it be told", async () => {
    edit(NEW);
    addMemory(test.app, OLD, { projectId });
    expect(await placesOf("job_dead")).toEqual(EVERYWHERE);
  });

  it("what only asks to remember it is no part of what was said", () => {
    const told = "Please remember that staging is on port 5433.";
    const { id } = addMemory(test.app, "staging is on port 5433.", { projectId });
    addObservation(test.app, told, { sessionId: 1, turn: 2, obsType: "decision" });
    updateMemory(test.app, id, { value: "staging is on port 5544." }, PERSON);
    expect(buildInjection(test.app, { project: "app", preview: true }).text).not.toContain("5433");
    const taken = takenBackIn(test.app, [projectId]);
    expect(taken.without(`${told} Then deploy it.`)).toBe("Then deploy it.");
    expect(taken.is("staging is on port 5544.")).toBe(false);
  });

  it("changing something else than the text takes nothing back, of one or of many", async () => {
    updateMemory(test.app, memory.id, { tags: "queue", importance: 9 }, PERSON);
    await bulkMemories(test.app, { ids: [memory.id], action: "importance", importance: 8 }, PERSON);
    expect(await placesOf("job_dead")).toEqual(EVERYWHERE);
  });

  it("it is a matter of its project, and people still see what happened", async () => {
    const other = addProject(test.app, "other");
    addObservation(test.app, OLD, { projectId: other, obsType: "decision" });
    edit(NEW);
    expect(buildInjection(test.app, { project: "other", preview: true }).text).toContain("job_dead");
    expect(test.app.sqlite.prepare("SELECT count(*) FROM observations WHERE status = 'active'").pluck().get()).toBe(3);
    expect(await host.text("keepsake_get", { ids: ["P1"] })).toContain("job_dead");
  });
});
