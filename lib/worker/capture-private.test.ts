/** M15, P03: what is private stands in no file of the data folder and goes to no language model. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { takeHook } from "../capture/hook-service";
import { ingest } from "../capture/ingest";
import { activeEvents, column, endOf, hook, lines, rows } from "../capture/testing";
import type { App } from "../context";
import { buildInjection } from "../inject/service";
import { drain } from "../jobs/runner";
import { completion, type FakeLlm, startFakeLlm } from "../testing/fake-llm";
import { filesHolding } from "../testing/scan-home";
import { openTestApp, type TestApp } from "../testing";
import { post, postTo, use, UUID } from "../testing/worker-capture";

let test: TestApp;
let app: App;

beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

/** Runs all jobs, also those that wait for silence. */
async function settle(): Promise<void> {
  for (const wait of [0, 2_000, 70_000, 40 * 60_000]) {
    test.clock.now += wait;
    await drain(app);
  }
}

const foundIn = (...needles: string[]): string[] =>
  needles.flatMap((needle) => filesHolding(test.home, needle).map((file) => `${needle} in ${file}`));

describe("M15: private parts", () => {
  /** Every form in which a tag may come; each holds the needle. */
  const FORMS: ((needle: string) => string)[] = [
    (needle) => `a <private>${needle}</private> b`,
    (needle) => `a <PRIVATE>${needle}</Private> b`,
    (needle) => `a <private>${needle}`,
    (needle) => `a <private>x<private>y</private>${needle}</private> b`,
    (needle) => `a <private reason="</private>" level='2'>${needle}</private> b`,
    (needle) => `a < private >${needle}</ private > b`,
    (needle) => `a <pri\u0000vate>${needle}</private> b`,
    (needle) => `a <pri\u200bvate>${needle}</private> b`,
    (needle) => `a \u001b[31m<private>\u001b[0m${needle}</private> b`,
    (needle) => `a <claude-mem-context>${needle}</claude-mem-context> b`,
    (needle) => `a <claude-mem-context>${needle}`,
    (needle) => `a <keepsake-memory version="1">${needle}</keepsake-memory> b`,
  ];
  const nested = (text: string, depth: number): unknown =>
    depth === 0 ? text : depth % 2 === 0 ? [nested(text, depth - 1)] : { [`k${depth}`]: nested(text, depth - 1) };

  it("M15: go from every string at every depth, whatever their tags look like", async () => {
    const needles: string[] = [];
    const plant = (): string => {
      needles.push(`zyxquartz${needles.length}plumbago`);
      return needles.at(-1) ?? "";
    };
    for (const [at, form] of FORMS.entries()) {
      const session = at % 2 === 0 ? UUID : "s-1";
      await post("observations", {
        claudeSessionId: session,
        cwd: "/w/app",
        tool_name: `Tool ${form(plant())}`,
        tool_input: {
          top: form(plant()),
          deep: nested(form(plant()), 1 + at * 4),
          [form(plant())]: "key",
          list: ["x", { a: [form(plant())] }],
        },
        tool_response: { content: [{ type: "text", text: form(plant()) }], other: { deep: form(plant()) } },
        project: form(plant()),
        branch: form(plant()),
        agentType: form(plant()),
      });
      await post("observations", use({ claudeSessionId: session, tool_input: JSON.stringify({ a: form(plant()) }) }));
      await post("summarize", {
        claudeSessionId: session,
        last_user_message: `Question ${at} ${form(plant())}`,
        last_assistant_message: `Answer ${at} ${form(plant())}`,
      });
      await post("init", { claudeSessionId: `i-${at}`, prompt: [{ type: "text", text: `Go ${form(plant())}` }] });
      await postTo(1, "init", { userPrompt: `Go on ${at} ${form(plant())}`, promptNumber: 100 + at });
      await post("complete", { claudeSessionId: session, reason: form(plant()) });
    }
    await settle();
    expect(needles.length).toBeGreaterThan(150);
    expect(activeEvents(app).length).toBeGreaterThan(FORMS.length);
    expect(foundIn(...needles)).toEqual([]);
  });

  it("M15: a JSON text that hides its brackets as escapes hides nothing", async () => {
    const hidden = (needle: string) => `{"out":"a \\u003cprivate\\u003e${needle}\\u003c/private\\u003e b"}`;
    await post(
      "observations",
      use({ tool_input: hidden("zyxquartz1plumbago"), tool_response: hidden("zyxquartz2plumbago") }),
    );
    // Cut in the middle, so that it is no JSON any more.
    const cut = hidden("zyxquartz9plumbago").slice(0, -3);
    await post("observations", use({ tool_input: cut, tool_response: cut }));
    await settle();
    expect(activeEvents(app)).toHaveLength(2);
    expect(foundIn("zyxquartz1plumbago", "zyxquartz2plumbago", "zyxquartz9plumbago")).toEqual([]);
  });

  it("M15: ids that hold private text are not kept as they are", async () => {
    const id = "<private>zyxquartz3plumbago</private>";
    expect((await post("observations", use({ claudeSessionId: id, tool_use_id: id }))).body.status).toBe("queued");
    expect((await post("complete", { claudeSessionId: id })).body).toEqual({ success: true });
    await settle();
    expect(foundIn("zyxquartz3plumbago")).toEqual([]);
  });
});

describe("M15: private prompts", () => {
  const SECRET = "zyxquartz plumbago salary of the tourmaline team";
  const OUTPUT = "quetzalcoatl pennywhistle output of that turn";

  it.each([
    [
      "told by init",
      () => post("init", { claudeSessionId: "s-1", prompt: `<private>${SECRET}</private>`, cwd: "/w/app" }),
    ],
    [
      "told by the numeric id",
      async () => {
        await post("init", { claudeSessionId: "s-1", cwd: "/w/app" });
        return postTo(1, "init", { userPrompt: ` <Private>${SECRET} `, promptNumber: 1 });
      },
    ],
    [
      "told by a hook",
      async () => {
        const prompt = `<private>${SECRET}</private>`;
        await ingest(app, [hook("UserPromptSubmit", { session_id: "s-1", cwd: "/w/app", prompt })]);
      },
    ],
  ])("M6, M15: %s: nothing of the turn is kept", async (_, tell) => {
    await tell();
    const id = { claudeSessionId: "s-1", platformSource: column(app, "SELECT host FROM sessions")[0] };
    expect((await post("observations", use({ ...id, tool_response: OUTPUT }))).body.reason).toBe("private");
    expect((await postTo(1, "observations", use({ tool_response: OUTPUT, prompt_number: 1 }))).body.reason).toBe(
      "private",
    );
    const said = { last_user_message: SECRET, last_assistant_message: OUTPUT };
    expect((await post("summarize", { ...id, ...said })).body).toEqual({ status: "skipped", reason: "private" });
    expect((await postTo(1, "summarize", said)).body).toEqual({ status: "skipped", reason: "private" });
    await settle();
    expect(activeEvents(app)).toEqual([]);
    expect(rows(app, "SELECT text, is_private FROM prompts")).toEqual([{ text: "", is_private: 1 }]);
    expect(foundIn(SECRET, OUTPUT, "zyxquartz", "quetzalcoatl")).toEqual([]);
  });

  it("M7, M15: told when the turn is over: what was captured of it goes, from every file", async () => {
    await post(
      "observations",
      use({ tool_name: "Edit", tool_input: { file_path: "/w/app/pennywhistle.ts" }, tool_response: OUTPUT }),
    );
    await post(
      "observations",
      use({ tool_response: "an ordinary line of forty characters or so", claudeSessionId: "s-2" }),
    );
    await drain(app);
    expect(column(app, "SELECT count(*) FROM observations WHERE session_id = 1")).toEqual([1]);
    expect(foundIn("quetzalcoatl")).not.toEqual([]);
    test.clock.now += 1000;
    const answer = await post("summarize", {
      claudeSessionId: "s-1",
      last_user_message: `<private>${SECRET}</private>`,
      last_assistant_message: OUTPUT,
    });
    expect(answer.body).toEqual({ status: "skipped", reason: "private" });
    for (const table of ["events", "observations"])
      expect(column(app, `SELECT count(*) FROM ${table} WHERE session_id = 1`)).toEqual([0]);
    await settle();
    expect(foundIn(SECRET, OUTPUT, "zyxquartz", "quetzalcoatl", "pennywhistle")).toEqual([]);
    expect(rows(app, "SELECT status FROM receipts")).toEqual([{ status: "complete" }]);
    expect(activeEvents(app).map((row) => row["text"])).toEqual(["an ordinary line of forty characters or so"]);
    // The turn after it is an ordinary one.
    expect((await post("observations", use({ tool_response: "next turn" }))).body).toEqual({ status: "queued" });
  });

  it("M7, M15: told after the turn was read: its summary, memories and the blocks that showed them go as well", async () => {
    const decision = `We decided to use quetzalcoatl instead of Kafka for the queue, because it is simpler to run.`;
    const edit = { tool_name: "Edit", tool_input: { file_path: "/w/app/src/quetzalcoatl.ts" } };
    await post("observations", use({ ...edit, tool_response: "ok" }));
    await post("summarize", { claudeSessionId: "s-1", last_assistant_message: decision });
    await drain(app);
    const derived = ["observations", "summaries", "memories"].map((table) =>
      column(app, `SELECT count(*) FROM ${table}`),
    );
    expect(derived).toEqual([[expect.any(Number)], [1], [1]]);
    expect(buildInjection(app, { cwd: "/w/app" }).text).toContain("quetzalcoatl");
    const said = { claudeSessionId: "s-1", last_user_message: `<private>${SECRET}</private>` };
    expect((await post("summarize", said)).body.reason).toBe("private");
    await settle();
    for (const table of ["events", "observations", "summaries", "memories"])
      expect([table, column(app, `SELECT count(*) FROM ${table}`)]).toEqual([table, [0]]);
    expect(foundIn("quetzalcoatl", "zyxquartz")).toEqual([]);
    expect(column(app, "SELECT DISTINCT status FROM receipts")).toEqual(["complete"]);
  });

  it("M15: a transcript that tells of the same turn later brings nothing of it back", async () => {
    const begun = test.clock.now;
    const at = (seconds: number) => new Date(begun + seconds * 1000).toISOString();
    const line = (uuid: string, type: string, content: unknown, seconds: number) => ({
      ...{ type, uuid, sessionId: UUID, cwd: "/w/app", timestamp: at(seconds), message: { role: type, content } },
    });
    test.clock.now = begun + 300_000;
    await post("observations", use({ claudeSessionId: UUID, tool_use_id: "toolu_1", tool_response: OUTPUT }));
    const secret = `<private>${SECRET}</private>`;
    await post("summarize", { claudeSessionId: UUID, last_user_message: secret, last_assistant_message: OUTPUT });
    const call = [{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "make test" } }];
    const told = [
      line("u-1", "user", secret, 0),
      line("u-2", "assistant", call, 290),
      line("u-3", "user", [{ type: "tool_result", tool_use_id: "toolu_1", content: OUTPUT }], 299),
      line("u-4", "assistant", [{ type: "text", text: OUTPUT }], 310),
    ];
    test.clock.now += 60_000;
    await ingest(app, [...lines(told), endOf(UUID)]);
    await settle();
    expect(activeEvents(app)).toEqual([]);
    expect(foundIn("zyxquartz", "quetzalcoatl")).toEqual([]);
    expect(rows(app, "SELECT number, is_private FROM turns")).toEqual([{ number: 1, is_private: 1 }]);
  });

  it("M7, M15: in a turn that has a prompt of its own, only what is told with it is dropped", async () => {
    await post("init", { claudeSessionId: "s-1", prompt: "Run the tests", cwd: "/w/app" });
    await post("observations", use());
    const said = { last_user_message: `<private>${SECRET}`, last_assistant_message: OUTPUT };
    expect((await post("summarize", { claudeSessionId: "s-1", ...said })).body.reason).toBe("private");
    await settle();
    expect(activeEvents(app)).toHaveLength(1);
    expect(rows(app, "SELECT status FROM turns")).toEqual([{ status: "done" }]);
    expect(foundIn("zyxquartz", "quetzalcoatl")).toEqual([]);
  });
});

describe("P03", () => {
  const SECRET = ["SECRET", "P3"].join("-");
  let llm: FakeLlm;

  afterEach(() => llm.close());

  it("P03: private text in a Stop's last_assistant_message is neither stored nor sent to a language model", async () => {
    llm = await startFakeLlm();
    for (let answer = 0; answer < 20; answer += 1) llm.script(completion("{}"));
    await test.close();
    test = await openTestApp({
      env: {
        KEEPSAKE_LLM_PROVIDER: "openai-compatible",
        KEEPSAKE_LLM_BASE_URL: llm.baseUrl,
        KEEPSAKE_LLM_MODEL: "fake-model",
      },
    });
    app = test.app;
    const stop = { session_id: "s-1", cwd: "/w/app", hook_event_name: "Stop" };
    const ask = "Please round the cart total only once, at the end of the calculation";
    await ingest(app, [hook("UserPromptSubmit", { session_id: "s-1", prompt: ask })]);
    await takeHook(app, "claude-code", { ...stop, last_assistant_message: `done <private>${SECRET}</private> ok` });
    await post("summarize", {
      claudeSessionId: "s-2",
      cwd: "/w/app",
      last_user_message: ask,
      last_assistant_message: `done <private>${SECRET}</private> ok`,
    });
    await settle();
    expect(activeEvents(app).map((row) => row["text"])).toEqual(["done  ok", "done  ok"]);
    expect(foundIn(SECRET)).toEqual([]);
    expect(llm.requests.filter((request) => request.body.includes(SECRET))).toEqual([]);
    expect(llm.requests.some((request) => request.body.includes("round the cart total"))).toBe(true);
  });
});
