import { afterEach, beforeEach, expect, it } from "vitest";
import { ingest } from "@/lib/capture/ingest";
import { bash, prompt } from "@/lib/capture/testing";
import { TimelineDensity, TimelineEntryPage } from "@/lib/contract/timeline-entries";
import { openTestApp, type TestApp } from "@/lib/testing";
import { GET as density } from "../density/route";
import { GET as entries } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  await ingest(test.app, [prompt("Fix it"), bash("done")]);
});
afterEach(() => test.close());

const ask = (get: typeof entries, query: string) => get(new Request(`http://127.0.0.1/api/timeline/x?${query}`));

it("answers entries and bars in the shape of the contract", async () => {
  const page = TimelineEntryPage.parse(await (await ask(entries, "kind=prompt,event&limit=1")).json());
  expect(page.items).toHaveLength(1);
  const next = TimelineEntryPage.parse(
    await (await ask(entries, `kind=prompt,event&limit=1&cursor=${page.nextCursor}`)).json(),
  );
  expect([...page.items, ...next.items].map(({ kind }) => kind)).toEqual(["tool", "prompt"]);
  const bars = TimelineDensity.parse(await (await ask(density, "kind=prompt,event&zone=Asia/Shanghai")).json());
  expect(bars).toMatchObject({ unit: "day", total: 2, kinds: { prompt: 1, tool: 1 } });
});

it.each(["kind=dream", "limit=101", "cursor=abc", "from=yesterday", `file=${"x".repeat(1025)}`])(
  "refuses %s",
  async (query) => {
    const answer = await ask(entries, query);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "validation_failed" }]);
  },
);
