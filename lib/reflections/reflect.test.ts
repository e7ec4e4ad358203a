import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Reflected } from "../contract/codewatch";
import { observations, reflections } from "../db/schema/observations";
import { operations } from "../db/schema/operations";
import { projects } from "../db/schema/projects";
import { sessions, turns } from "../db/schema/sessions";
import { write } from "../db/write";
import { drain } from "../jobs/runner";
import { useMetered } from "../metering/testing";
import { insertExclusion } from "../inject/exclusions-repo";
import { hardDelete } from "../operations/hard-delete";
import { undoOperation } from "../operations/undo";
import { forgetSession } from "../sessions/forget";
import { saveSettings } from "../settings/service";
import { completion, failure, type FakeRequest } from "../testing/fake-llm";
import { branchScope } from "./branch-scope";
import { maybeReflect, requestReflection } from "./job";
import { reflectBranch, type ReflectRun } from "./reflect";
import { GUIDANCE } from "./prompt";
import { codewatchScope } from "./scope";
import { recallObservations, reflect, sessionInfo } from "./service";
import { AGENT, gitFolder, PERSON, plant, see } from "./testing";

const m = useMetered();
let cwd: string;
beforeEach(() => void (cwd = gitFolder(m.test, "shop")));

const JOB_ACTOR = { kind: "job", name: "reflector" } as const;
const SACRED = "Redis holds the carts because Postgres locked rows under load.";
const scope = () => branchScope(m.test.app, codewatchScope(m.test.app, { cwd }));
const run = (given: Partial<ReflectRun> = {}): Promise<Reflected | null> =>
  reflectBranch(m.test.app, { scope: scope(), sessionId: null, actor: AGENT, timing: m.timing, ...given });
const rows = () => m.test.app.db.select().from(reflections).all();
const told = (): string =>
  recallObservations(m.test.app, { cwd })
    .reflections.map(({ content }) => content)
    .join("\n");
const info = () => sessionInfo(m.test.app, codewatchScope(m.test.app, { cwd }));
const answer = (lines: string[], task = "None") =>
  completion(
    `<observations>\n${lines.map((line) => `- ${line}`).join("\n")}\n</observations>\n<current-task>${task}</current-task>`,
  );
const bodyOf = (request: FakeRequest | undefined) =>
  request?.json as { temperature: number; max_tokens: number; messages: { role: string; content: string }[] };
/** So many lines that differ. */
const long = (lines: number): string[] =>
  Array.from(
    { length: lines },
    (_, n) => `${n} ${Array.from({ length: 12 }, (_, at) => `word${(n * 31 + at * 7) % 997}`).join(" ")}`,
  );
const lastOperation = (): number =>
  Math.max(
    ...m.test.app.db
      .select({ id: operations.id })
      .from(operations)
      .all()
      .map(({ id }) => id),
  );

describe("reflect by rules", () => {
  it("C13: takes all that waits, marks it, and says what came of it", async () => {
    plant(m.test, cwd, [
      { content: SACRED, category: "architecture", priority: "high" },
      ...long(40).map((content) => ({ content, priority: "low" as const })),
    ]);
    const { observation_tokens } = info();
    const made = (await reflect(m.test.app, { cwd, compression_level: 2 }, AGENT)) as Reflected;
    expect(made).toMatchObject({
      observations_compressed: 41,
      input_tokens: observation_tokens,
      compression_level: 2,
      source: "rules",
      observations_left: 0,
    });
    expect(made.compression_ratio).toBe(`${(made.input_tokens / made.output_tokens).toFixed(1)}x`);
    expect(made.tokens_saved).toBe(made.input_tokens - made.output_tokens);
    expect(
      m.test.app.db
        .select()
        .from(observations)
        .all()
        .every(({ reflectionId }) => reflectionId === made.id),
    ).toBe(true);
    expect(told()).toContain(SACRED);
    expect(info()).toMatchObject({ observation_count: 0, observation_tokens: 0 });
    expect(await reflect(m.test.app, { cwd }, AGENT)).toHaveProperty("message");
  });

  it("C13: takes in what the last one says, and Undo brings that back in force", async () => {
    plant(m.test, cwd, [{ content: SACRED, category: "architecture", priority: "high" }]);
    const first = await run();
    plant(m.test, cwd, [{ content: "The cart button is green." }]);
    const second = await run();
    expect(second?.observations_compressed).toBe(1);
    expect(told()).toContain(SACRED);
    expect(told()).toContain("The cart button is green.");
    expect(rows().map(({ status }) => status)).toEqual(["superseded", "active"]);
    expect(info().reflection_count).toBe(2);
    undoOperation(m.test.app, lastOperation(), PERSON);
    expect(rows()).toMatchObject([{ id: first?.id, status: "active" }]);
    expect(told()).not.toContain("button");
    expect(info().observation_count).toBe(1);
    // Redo: undo of the undoing.
    undoOperation(m.test.app, lastOperation(), PERSON);
    expect(told()).toContain("button");
    expect(info().observation_count).toBe(0);
  });

  it("C56: what names no branch is compressed with the default branch, and with no other", async () => {
    plant(m.test, cwd, [
      { content: "Of no branch.", branch: null },
      { content: "On feature.", branch: "feature" },
    ]);
    expect((await run())?.observations_compressed).toBe(1);
    expect(told()).toContain("Of no branch.");
    expect(told()).not.toContain("On feature.");
  });

  it("is told to nobody once something of it was deleted, and is made anew without it", async () => {
    const [id = 0] = plant(m.test, cwd, [
      { content: "The gateway drains at three." },
      { content: "The carts are warm." },
    ]);
    await run();
    write(
      m.test.app,
      (tx) => void tx.update(observations).set({ status: "deleted" }).where(eq(observations.id, id)).run(),
    );
    expect(told()).toBe("");
    write(
      m.test.app,
      (tx) => void tx.update(observations).set({ status: "active" }).where(eq(observations.id, id)).run(),
    );
    expect(told()).toContain("gateway");
    write(
      m.test.app,
      (tx) => void tx.update(observations).set({ status: "deleted" }).where(eq(observations.id, id)).run(),
    );
    await maybeReflect(m.test.app, scope(), { sessionId: null, actor: JOB_ACTOR });
    expect(told()).toContain("warm");
    expect(told()).not.toContain("gateway");
  });

  it("is told to nobody once a person keeps something of it out of blocks", async () => {
    const [id = 0] = plant(m.test, cwd, [
      { content: "The gateway drains at three." },
      { content: "The carts are warm." },
    ]);
    await run();
    m.test.clock.now += 1000;
    write(
      m.test.app,
      (tx) => void insertExclusion(tx, m.test.clock.now, { entityType: "observation", entityId: id }, 0),
    );
    expect(told()).toBe("");
    m.test.clock.now += 1000;
    await maybeReflect(m.test.app, scope(), { sessionId: null, actor: JOB_ACTOR });
    expect(told()).toContain("warm");
    expect(told()).not.toContain("gateway");
  });

  it("goes with an observation that is deleted for good, bodies of operations included", async () => {
    const secret = "The zyxquartz gateway drains at quarter past three.";
    const [id = 0] = plant(m.test, cwd, [{ content: secret }, { content: "The carts are warm." }]);
    await run();
    plant(m.test, cwd, [{ content: "Something more." }]);
    await run();
    hardDelete(m.test.app, { table: "observations", ids: [id] }, PERSON);
    expect(rows()).toEqual([]);
    const bodies = m.test.app.sqlite
      .prepare(`SELECT count(*) FROM operation_changes WHERE "after" LIKE '%zyxquartz%' OR "before" LIKE '%zyxquartz%'`)
      .pluck()
      .get();
    expect(bodies).toBe(0);
    expect(info().observation_count).toBe(2);
  });

  it("a session that is forgotten takes its task along, and its words out of what is told; Undo brings both back", async () => {
    await see(m.test, cwd, { content: "Moving the zyxquartz gateway", category: "task_context" });
    plant(m.test, cwd, [{ content: "The carts are warm." }]);
    await run();
    const session = m.test.app.sqlite.prepare("SELECT id FROM sessions").pluck().get() as number;
    forgetSession(m.test.app, session, PERSON);
    expect(told()).toBe("");
    expect(info().current_task).toBeNull();
    undoOperation(m.test.app, lastOperation(), PERSON);
    expect(told()).toContain("zyxquartz");
    expect(info().current_task).toBe("Moving the zyxquartz gateway");
  });
});

describe("reflect by itself", () => {
  beforeEach(() => saveSettings(m.test.app, { reflect_threshold: 1000 }));

  it("C8, C9, C37: after an observation, once the branch has reached the threshold", async () => {
    const first = await see(m.test, cwd, { content: "a ".repeat(1900) });
    expect(first).not.toHaveProperty("auto_reflected");
    const second = await see(m.test, cwd, { content: "b ".repeat(200) });
    expect(second).toMatchObject({
      auto_reflected: true,
      session_observation_count: 0,
      session_observation_tokens: 0,
      tokens_until_reflect: 1000,
    });
    expect(second.compression).toMatch(/^Compressed 2 observations, \d+\.\dx at level \d\.$/);
  });

  it("C27: after a turn was captured and read", async () => {
    await see(m.test, cwd, { content: "The first one." });
    plant(
      m.test,
      cwd,
      long(60).map((content) => ({ content, session: 1 })),
    );
    write(m.test.app, (tx) => requestReflection(tx, m.test.clock.now, 1));
    m.test.clock.now += 2_000;
    await drain(m.test.app);
    expect(rows()).toHaveLength(1);
    expect(info().observation_count).toBe(0);
  });

  it("C37, C65: not at all where it is switched off", async () => {
    saveSettings(m.test.app, { auto_reflect: false });
    expect(await see(m.test, cwd, { content: "c ".repeat(3000) })).not.toHaveProperty("auto_reflected");
    expect(await maybeReflect(m.test.app, scope(), { sessionId: null, actor: JOB_ACTOR })).toBeNull();
    expect(rows()).toEqual([]);
  });

  it("C37: a store that fails while compressing costs the observation nothing", async () => {
    m.test.app.sqlite.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON reflections BEGIN SELECT RAISE(ABORT, 'broken'); END",
    );
    const { id } = await see(m.test, cwd, { content: "d ".repeat(3000) });
    expect(m.test.app.db.select().from(observations).where(eq(observations.id, id)).get()?.status).toBe("active");
    expect(info().observation_count).toBe(1);
  });

  it("compresses nothing in a project that takes no writes", async () => {
    plant(
      m.test,
      cwd,
      long(60).map((content) => ({ content })),
    );
    write(m.test.app, (tx) => void tx.update(projects).set({ mode: "read-only" }).run());
    expect(await maybeReflect(m.test.app, scope(), { sessionId: null, actor: JOB_ACTOR })).toBeNull();
  });
});

describe("reflect by a language model", () => {
  beforeEach(() => {
    m.switchOn();
    plant(m.test, cwd, [
      { content: SACRED, category: "architecture", priority: "high" },
      { content: "The cart button is green." },
    ]);
  });

  it("C33, C34: is asked without chance, for twice the target at least, with level, branch, tokens and guidance", async () => {
    m.fake.script(answer([`🔴 [architecture] ${SACRED}`]));
    expect(await run({ level: 1 })).toMatchObject({ compression_level: 1, source: "llm" });
    const { temperature, max_tokens, messages } = bodyOf(m.fake.requests[0]);
    expect(temperature).toBe(0);
    expect(max_tokens).toBe(48_000);
    const [, asked] = messages;
    for (const piece of [
      "Branch: main",
      "Compression level: 1",
      "Target tokens: 24000",
      GUIDANCE[1],
      SACRED,
      "The cart button is green.",
    ])
      expect(asked?.content).toContain(piece);
    expect(asked?.content).toMatch(/Current tokens: [1-9]\d*/);
    expect(told()).toContain(SACRED);
  });

  it("C13, C14: stores what it made, and the task that it names", async () => {
    const { id } = await see(m.test, cwd, { content: "A remark in the session.", category: "learning" });
    expect(id).toBeGreaterThan(0);
    m.fake.script(answer([`🔴 [architecture] ${SACRED}`], "Move the carts to Redis"));
    const made = await run({ sessionId: 1 });
    expect(made?.observations_compressed).toBe(3);
    expect(info()).toMatchObject({ current_task: "Move the carts to Redis", last_reflection: { level: 0 } });
  });

  it("C35: an explicit level is where it starts; each level works on what the one before made", async () => {
    saveSettings(m.test.app, { reflect_threshold: 1000 });
    const [one, two] = [long(90), long(50)];
    m.fake.script(answer([SACRED, ...one]), answer([SACRED, ...two]), answer([SACRED, "short enough"]));
    expect(await run({ level: 1 })).toMatchObject({ compression_level: 3 });
    expect(m.fake.requests).toHaveLength(3);
    const asked = m.fake.requests.map((request) => bodyOf(request).messages[1]?.content ?? "");
    expect(asked.map((text) => /Compression level: (\d)/.exec(text)?.[1])).toEqual(["1", "2", "3"]);
    expect(asked[1]).toContain(one[77]);
    expect(asked[2]).toContain(two[33]);
    expect(asked[2]).not.toContain(one[77]);
  });

  it("C35: a level that fails moves on", async () => {
    m.fake.script(failure(400), answer([SACRED]));
    expect(await run()).toMatchObject({ compression_level: 1, source: "llm" });
  });

  it("C35: all levels too long: the last one is tried once more and taken", async () => {
    saveSettings(m.test.app, { reflect_threshold: 1000, max_compression: 1 });
    m.fake.script(answer([SACRED, ...long(90)]), answer([SACRED, ...long(80)]), answer([SACRED, ...long(70)]));
    expect(await run()).toMatchObject({ compression_level: 1, source: "llm" });
    expect(m.fake.requests).toHaveLength(3);
    expect(told()).toContain(long(70)[69]);
  });

  it("C35: an error at the last level is the failure, and the rules take over", async () => {
    saveSettings(m.test.app, { max_compression: 1 });
    m.fake.script(failure(400), failure(400));
    expect(await run()).toMatchObject({ source: "rules" });
    expect(m.fake.requests).toHaveLength(2);
    expect(told()).toContain(SACRED);
  });

  it("C36: what lost something sacred is refused at every level", async () => {
    m.fake.script(...[0, 1, 2, 3].map(() => answer(["🟢 [learning] The cart button is green."])));
    expect(await run()).toMatchObject({ source: "rules" });
    expect(m.fake.requests).toHaveLength(4);
    expect(told()).toContain(SACRED);
  });

  it("C38: what repeats itself is refused, and the next level asked", async () => {
    m.fake.script(answer([SACRED, ...Array.from({ length: 8 }, () => "over and over")]), answer([SACRED]));
    expect(await run()).toMatchObject({ compression_level: 1 });
    expect(told()).not.toContain("over and over");
  });

  it("sends nothing of a project that keeps models out, nor of imported years", async () => {
    expect(await run({ byRules: true })).toMatchObject({ source: "rules" });
    plant(m.test, cwd, [{ content: "One more." }]);
    write(m.test.app, (tx) => void tx.update(projects).set({ llmEnabled: false }).run());
    expect(await run()).toMatchObject({ source: "rules" });
    expect(m.fake.requests).toEqual([]);
  });

  it("C27: the job asks a model about what was captured, and none about a session that came in as a transcript", async () => {
    saveSettings(m.test.app, { reflect_threshold: 1000, max_compression: 0 });
    await see(m.test, cwd, { content: "The first one.", category: "learning" });
    const [session] = m.test.app.db.select({ id: sessions.id }).from(sessions).all();
    const look = async (): Promise<void> => {
      plant(
        m.test,
        cwd,
        long(60).map((content) => ({ content, session: session?.id ?? null })),
      );
      write(m.test.app, (tx) => requestReflection(tx, m.test.clock.now, session?.id ?? 0));
      m.test.clock.now += 2_000;
      await drain(m.test.app);
    };
    m.fake.script(answer([SACRED, "short"]));
    await look();
    expect(m.fake.requests).toHaveLength(1);
    const turn = { sessionId: session?.id ?? 0, number: 1, fromTranscript: true, startedAt: m.test.clock.now };
    write(m.test.app, (tx) => void tx.insert(turns).values(turn).run());
    await look();
    expect(m.fake.requests).toHaveLength(1);
    expect(rows().map(({ source }) => source)).toEqual(["llm", "rules"]);
  });

  it("what was deleted while the model answered is not told", async () => {
    m.fake.script(() => {
      write(
        m.test.app,
        (tx) =>
          void tx
            .update(observations)
            .set({ status: "deleted" })
            .where(eq(observations.summary, "The cart button is green."))
            .run(),
      );
      return answer([SACRED, "The cart button is green."]);
    });
    await run();
    expect(told()).toBe("");
  });
});
