/** Open ends of a session's turns. */
import { describe, expect, it } from "vitest";
import { openEnds, stillOpen } from "./open-ends";

const turn = (given: Partial<Parameters<typeof openEnds>[0][number]>) => ({
  request: "",
  completed: "",
  nextSteps: "",
  ...given,
});
const LEFT = "Not done yet: retries with backoff, and a dead-letter table";

describe("open ends", () => {
  it("stand while later turns do other things, and name other open ends", () => {
    expect(openEnds([turn({ nextSteps: LEFT }), turn({ completed: "Put the key into .env.local" })])).toEqual([LEFT]);
    const next = turn({ completed: "Renamed the queue", nextSteps: "Deploy it to staging" });
    expect(openEnds([turn({ nextSteps: LEFT }), next])).toEqual(["Deploy it to staging", LEFT]);
  });

  it("stand until each thing that they name was done, in one turn or in several", () => {
    const first = turn({ request: "Add the retries with backoff", completed: "Edited src/queue.ts" });
    const second = turn({ completed: "Created migrations/0003_dead.sql with the dead-letter table job_dead" });
    expect(openEnds([turn({ nextSteps: LEFT }), first])).toEqual([LEFT]);
    expect(openEnds([turn({ nextSteps: LEFT }), second])).toEqual([LEFT]);
    expect(openEnds([turn({ nextSteps: LEFT }), first, second])).toEqual([]);
  });

  it.each([
    ["Fix: `npm test` failed", "Fixed the tests"],
    ["Interrupted before it was carried out: Move the cart to Redis", "The cart lives in Redis now"],
    ["待办：给导出接口加上重试", "导出接口已加上重试"],
    ["Write the tests", "Everything is done"],
    ["还没做：死信表", "全部已完成"],
    ["还没有改动脚本，需要你确认后再修改", "已把 `deploy.sh` 的健康检查改为 `/healthz`"],
    ["The script has not been changed yet, it needs your approval", "Deployed to staging"],
  ])("%j is closed by %j", (nextSteps, completed) => {
    expect(openEnds([turn({ nextSteps }), turn({ completed })])).toEqual([]);
  });

  it.each([
    ["Write the docs", "Skip the docs, nobody reads them"],
    ["待办：补充文档说明", "文档说明不用写了"],
  ])("%j is closed by the words %j of a person", (nextSteps, request) => {
    expect(openEnds([turn({ nextSteps }), turn({ request })])).toEqual([]);
  });

  it("are bounded, however many turns left some", () => {
    const names = Array.from({ length: 200 }, (_, n) => `open${n}x thing${n}x`);
    const left = openEnds(names.map((nextSteps) => turn({ nextSteps, completed: "Something else" })));
    expect(left).toEqual(names.slice(-6).reverse());
  });

  it("of an older session are those that a newer one did not do", () => {
    const lines = ["Write the docs", "Deploy the worker"];
    expect(stillOpen(lines, "Deployed the worker to staging")).toEqual(["Write the docs"]);
    expect(stillOpen(lines, "")).toEqual(lines);
  });
});
