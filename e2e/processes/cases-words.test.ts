import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMemory, findMemories, idsOf } from "../support/cases";
import type { Server } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";

const stage = useStage(HASH_EMBEDDER, afterAll);
let server: Server;
beforeAll(async () => {
  server = await stage.start();
});

const add = (text: string, project?: string) => addMemory(server, text, project);
const ids = async (query: string, more = {}) => idsOf(await findMemories(server, query, more));

describe("words of every form find their row", () => {
  const found: [string, string, string[]][] = [
    ["F01", "we don't pin the runner image", ["don't pin"]],
    ["F02", "docker-compose restarts the proxy", ["docker-compose"]],
    ["F05", "retry lives in src/net/retry/backoff.ts", ["src/net/retry/backoff.ts", "retry/backoff.ts"]],
    ["F07", "run lint with --max-warnings 0", ['"--max-warnings"', "--max-warnings", "-warnings"]],
    [
      "F08",
      "orphaned cache entries are swept by the nightly plugin job, version 3",
      [
        "orphaned",
        "orphaned plugin",
        "plugin version orphaned",
        "why do we still see orphaned entries after the plugin was upgraded to a newer version last week",
      ],
    ],
    ["F20", "edited C:\\repo\\src\\main.py", ["C:\\repo\\src\\main.py", "main.py", "src\\main.py"]],
    ["C02", "用户身份校验失败后要重新登录", ["用户身份", "重新登录"]],
    ["C03", "重跑gen-itgc后50条悬空引用清零", ["gen", "gen-itgc", "itgc", "悬空引用"]],
    ["C08", "支付回调超时需要重试处理", ["“支付回调”怎么处理？", "《支付回调》", "支付回调，超时！"]],
    ["C11", "テストの再実行が必要です", ["再実行"]],
    ["C11", "배포서버 재시작이 필요하다", ["배포"]],
  ];
  it.each(found)("%s: %s", async (_id, text, queries) => {
    const id = await add(text);
    for (const query of queries) expect(await ids(query), query).toContain(id);
  });
});

it("F03: a colon is no column filter", async () => {
  const id = await add("borrow checker: memory:safe mode");
  const other = await add("title page of the handbook");
  expect(await ids("memory:safe")).toContain(id);
  expect((await ids("title:notes")).filter((hit) => hit === id)).toEqual([]);
  expect((await server.client.search({ query: "title:notes", mode: "fts" })).degraded).toBeNull();
  expect(await ids("title")).toContain(other);
});

it.each(["", "   ", "?! .,;/#", "***", "。，？"])(
  "F10: a query without words (%j) never answers the table",
  async (query) => {
    const response = await fetch(`${server.url}/api/search?query=${encodeURIComponent(query)}&mode=fts`);
    expect([200, 400]).toContain(response.status);
    const body = (await response.json()) as { memories?: unknown[] };
    if (response.status === 200) expect(body.memories).toEqual([]);
  },
);

it("F13: the exact hyphenated identifier stands above rows with its parts", async () => {
  const exact = await add("ticket ADR-0005 accepted for billing-cloud-dev");
  const parts = await add("dev notes: cloud billing draft");
  const hits = await ids("billing-cloud-dev");
  expect(hits[0]).toBe(exact);
  expect(hits.indexOf(parts) === -1 || hits.indexOf(parts) > 0).toBe(true);
  expect((await ids("ADR-0005"))[0]).toBe(exact);
});

it("F14: hybrid search of ordinary text has both halves, or says which is missing", async () => {
  const id = await add("marker blue-116-alpha");
  const answer = await server.client.search({ query: "blue-116-alpha add search", mode: "hybrid", type: "memories" });
  expect(idsOf(answer.memories)).toContain(id);
  if (answer.degraded !== null) expect(answer.degraded.missing).toBe("meaning");
});

it("F16: emoji find emoji rows or nothing, and never hide the word beside them", async () => {
  const id = await add("release 🚀 went out");
  const hits = await ids("🚀");
  expect(hits.length === 0 || (hits.length === 1 && hits[0] === id)).toBe(true);
  expect(await ids("release 🚀")).toContain(id);
});

it("F17: percent and underscore are literal", async () => {
  const percent = await add("coverage is 100% now");
  const thousand = await add("coverage is 1000 lines");
  const underscore = await add("file_name.ts");
  const wild = await add("fileXname.ts");
  const byPercent = await ids("100%");
  expect(byPercent).toContain(percent);
  expect(byPercent).not.toContain(thousand);
  const byName = await ids("file_name");
  expect(byName).toContain(underscore);
  expect(byName).not.toContain(wild);
  const listed = await server.client.memories.list({ q: "100%" });
  expect(listed.items.map((item) => item.id)).toEqual([percent]);
});

it.each(["acpt-probe", "00000000-0000-0000-0000-000000000001"])(
  "F19: filtering by project %s works",
  async (project) => {
    const id = await add(`probe row of ${project}`, project);
    expect(await ids("probe", { project })).toEqual([id]);
    expect(await server.client.injectText({ project })).toContain("probe row of");
  },
);

it("F21: a half-typed name is found while typing", async () => {
  const id = await add("see session-recall in CLAUDE.md");
  for (const query of ["session-rec", "CLAUDE.m"]) expect(await ids(query, { typing: "true" }), query).toContain(id);
});

it("C01: two-character Chinese words are found and rank above rows without them", async () => {
  const id = await add("今天讨论了部署方案和回滚步骤");
  for (const query of ["部署", "回滚"]) expect((await ids(query))[0], query).toBe(id);
});

it("C06: traditional and simplified forms find each other", async () => {
  const id = await add("系统设置已保存到磁盘里");
  const hybrid = idsOf(await findMemories(server, "系統設置", { mode: "hybrid" })).slice(0, 5);
  const words = await ids("系統設置");
  expect([...hybrid, ...words]).toContain(id);
});

it("C09: composed and decomposed forms are one word", async () => {
  const rows = [await add("café menu parser"), await add("cafe\u0301 menu cache")];
  for (const query of ["cafe\u0301", "café"]) expect(await ids(query)).toEqual(expect.arrayContaining(rows));
});
