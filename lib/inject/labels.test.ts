/** How memories are called in blocks after their text was corrected. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemory, updateMemory } from "../memories/service";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { addProject } from "../testing/places";
import { addMemory } from "../testing/search-rows";
import { labelOf } from "./labels";
import { buildInjection } from "./service";

const PERSON = { kind: "person", name: "console" } as const;

describe("labelOf", () => {
  it.each([
    [
      "app:db:decision:staging_database_port-5433",
      "The staging database is on port 5544",
      "The staging database is on port 5433",
    ],
    [
      "app:docs:decision:add_comments_hate_them",
      "Comments in code are welcome",
      "Don't add comments to code, I hate them",
    ],
    [
      "app:api:decision:新接口放_src-routes_目录下",
      "以后新接口都放在 src/api 目录下",
      "以后新接口都放在 src/routes 目录下",
    ],
    [
      "app:db:decision:table_name_dead_letters_job-dead",
      "The table name for dead letters must be job_graveyard",
      "The table name for dead letters must be job_dead",
    ],
  ])("%s | %s: without its topic", (key, value, before) => {
    expect(labelOf(key, value, [before])).toBe(key.split(":").slice(0, 3).join(":"));
    expect(labelOf(key, before, [value])).toBe(key);
  });

  it.each([
    ["app:cart:fact:ttl-seconds", "Carts live for 7200", "Carts live for 3600"],
    ["app:tooling:deps:manager", "Always use bun here.", "Always use pnpm here."],
    ["app:tooling:decision:package_manager", "We use bun", "We use pnpm"],
    [
      "app:db:decision:staging_database_port",
      "Staging databases listen on port 5544",
      "The staging database is on port 5433",
    ],
    ["app:api:decision:新接口放_目录下", "新的接口放在 src/api 目录下", "新接口放在 src/routes 目录下"],
  ])("%s | %s: as it is", (key, value, before) => expect(labelOf(key, value, [before])).toBe(key));

  it("a key of one segment leaves no name", () => expect(labelOf("port-5433", "port 5544", ["port 5433"])).toBe(""));
});

describe("blocks", () => {
  let test: TestApp;
  beforeEach(async () => void (test = await openTestApp()));
  afterEach(() => test.close());

  const KEY = "app:db:decision:staging_database_port-5433";
  const block = (): string => buildInjection(test.app, { project: "app", preview: true }).text;

  it("name no old value after an edit or a new version, and the key stays; Undo brings the name back", () => {
    const projectId = addProject(test.app, "app");
    const { id } = addMemory(test.app, "The staging database is on port 5433", { projectId, key: KEY });
    addMemory(test.app, "port 5433 was taken", { projectId, key: "port-5433", tier: "reference" });
    expect(block()).toContain(`[${KEY}] The staging database is on port 5433`);
    const { operation_id } = updateMemory(test.app, id, { value: "The staging database is on port 5544" }, PERSON);
    expect(block()).toContain("- [app:db:decision] The staging database is on port 5544");
    undoOperation(test.app, operation_id ?? 0, PERSON);
    expect(block()).toContain(`[${KEY}]`);
    createMemory(
      test.app,
      { key: KEY, value: "The staging database is on port 5600", project: "app" },
      { actor: PERSON, explicit: true },
    );
    expect(block()).toContain("- [app:db:decision] The staging database is on port 5600");
    expect(block()).toContain("- port-5433 ");
    expect(test.app.sqlite.prepare("SELECT count(*) FROM memories WHERE key = ?").pluck().get(KEY)).toBe(2);
  });
});
