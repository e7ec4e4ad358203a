import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "@/lib/capture/ingest";
import { bash, hook, prompt } from "@/lib/capture/testing";
import { ProjectList } from "@/lib/contract/project";
import { SessionPage, SessionView } from "@/lib/contract/session-view";
import { drain } from "@/lib/jobs/runner";
import { openTestApp, type TestApp } from "@/lib/testing";
import { GET as projects } from "../projects/route";
import { GET as view } from "./[id]/route";
import { GET as list } from "./route";

let test: TestApp;

beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const url = (path: string) => new Request(`http://127.0.0.1${path}`);
const pageAt = async (query: string) => SessionPage.parse(await (await list(url(`/api/session-views${query}`))).json());
const viewOf = (id: string, query = "") =>
  view(url(`/api/session-views/${id}${query}`), { params: Promise.resolve({ id }) });

describe("session views", () => {
  it("pages sessions by their latest event, each once, also where times are equal", async () => {
    for (let n = 0; n < 7; n++) {
      await ingest(test.app, [bash("x", { session_id: `s-${n}` })]);
      if (n % 3 === 0) test.clock.now += 1000;
    }
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: SessionPage = await pageAt(`?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.items.map((session) => session.claude_session_id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(["s-6", "s-5", "s-4", "s-3", "s-2", "s-1", "s-0"]);
  });

  it("filters by project and refuses a foreign cursor", async () => {
    await ingest(test.app, [bash("x"), bash("y", { session_id: "s-2", cwd: "/w/other" })]);
    expect((await pageAt("?project=OTHER")).items.map((session) => session.project)).toEqual(["other"]);
    expect((await pageAt("?project=nobody")).items).toEqual([]);
    expect((await pageAt("?session=s-2")).items.map((session) => session.claude_session_id)).toEqual(["s-2"]);
    expect((await pageAt("?session=s-")).items).toEqual([]);
    expect((await list(url("/api/session-views?cursor=abc"))).status).toBe(400);
  });

  it("shows a session turn by turn", async () => {
    await ingest(test.app, [prompt("first 问题")]);
    test.clock.now += 1000;
    await ingest(test.app, [bash("out"), hook("Stop", { last_assistant_message: "answer" })]);
    test.clock.now += 1000;
    await ingest(test.app, [prompt("second")]);
    const first = SessionView.parse(await (await viewOf("1", "?limit=1")).json());
    expect(first).toMatchObject({
      session: { title: "first 问题", prompts: 2, events: 2 },
      turns: [
        {
          number: 1,
          status: "done",
          prompt: { text: "first 问题" },
          events: [{ text: "out" }, { text: "answer" }],
          event_count: 2,
        },
      ],
      next_after: 1,
    });
    const rest = SessionView.parse(await (await viewOf("1", "?limit=1&after=1")).json());
    expect(rest).toMatchObject({ turns: [{ number: 2, status: "open", events: [] }], next_after: null });
  });

  it("M6: a session whose client tells no prompts is called by what was learned last", async () => {
    const use = (file: string) => bash("ok", { tool_name: "Read", tool_input: { file_path: `/w/app/${file}` } });
    await ingest(test.app, [use("a.ts")]);
    expect((await pageAt("")).items).toMatchObject([{ title: null }]);
    await drain(test.app);
    expect((await pageAt("")).items).toMatchObject([{ title: "Read a.ts" }]);
    test.clock.now += 1000;
    await ingest(test.app, [prompt("first 问题")]);
    expect((await pageAt("")).items).toMatchObject([{ title: "first 问题" }]);
  });

  it("a private turn shows that it is, and a session of it has no made-up title", async () => {
    await ingest(test.app, [prompt("<private>only SECRET</private>"), bash("SECRET")]);
    const body = await (await viewOf("1")).text();
    expect(body).not.toContain("SECRET");
    expect(JSON.parse(body)).toMatchObject({
      session: { title: null },
      turns: [{ is_private: true, events: [], prompt: { text: "", is_private: true } }],
    });
  });

  it("knows what is not there", async () => {
    expect((await viewOf("99")).status).toBe(404);
    expect((await viewOf("x")).status).toBe(404);
  });

  it("lists projects with counts, latest activity first", async () => {
    await ingest(test.app, [bash("x")]);
    test.clock.now += 1000;
    await ingest(test.app, [prompt("y", { session_id: "s-2", cwd: "/w/other" })]);
    const answer = ProjectList.parse(await (await projects(url("/api/projects"))).json());
    expect(answer.projects).toEqual(["other", "app"]);
    expect(answer.items).toMatchObject([
      { name: "other", prompts: 1, events: 0, sessions: 1 },
      { name: "app", events: 1 },
    ]);
  });
});
