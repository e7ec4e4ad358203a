import { describe, expect, it } from "vitest";
import { MEMORY_ATTRIBUTES, type Memory } from "@/lib/contract/memory";
import { m } from "../strings-memories";
import { checkDraft, draftOf, EMPTY_DRAFT, newMemoryOf, patchOf } from "./draft";

const memory: Memory = {
  id: 7,
  key: "app:build:rule:manager",
  value: "Always use pnpm in this repository.",
  status: "active",
  attribute: "constraint",
  tags: "build,pnpm",
  tier: "pinned",
  kind: "memory",
  importance: 8.5,
  confidence: 0.9,
  access_count: 3,
  last_accessed: null,
  created_at: Date.UTC(2026, 5, 1),
  updated_at: Date.UTC(2026, 5, 2),
  expires_at: Date.UTC(2026, 11, 31),
  supersedes: null,
  superseded_by: null,
  review_state: null,
  project_id: 1,
  project: "app",
  branch: null,
  source_session: "",
  sources: [],
  revision: 4,
};

describe("draft", () => {
  it("the form offers the attributes that the contract knows", () => {
    expect(Object.keys(m.attributeOf)).toEqual([...MEMORY_ATTRIBUTES]);
  });

  it("sends only what changed, with the revision that was seen", () => {
    expect(patchOf(memory, draftOf(memory))).toEqual({ revision: 4 });
    expect(patchOf(memory, { ...draftOf(memory), value: "Use npm.", importance: "9", expires: "" })).toEqual({
      revision: 4,
      value: "Use npm.",
      importance: 9,
      expires_at: null,
    });
  });

  it("says what is wrong with each field", () => {
    expect(checkDraft(draftOf(memory))).toEqual({});
    expect(
      Object.keys(checkDraft({ ...EMPTY_DRAFT, key: " ", value: "x".repeat(501), importance: "11" })).sort(),
    ).toEqual(["importance", "key", "value"]);
    expect(checkDraft({ ...draftOf(memory), importance: "" }).importance).toBeDefined();
    expect(checkDraft({ ...draftOf(memory), importance: "ten" }).importance).toBeDefined();
  });

  it("a new memory without a project is global", () => {
    expect(newMemoryOf({ ...EMPTY_DRAFT, key: "a:b:c:d", value: "One thing." }, null)).toMatchObject({
      key: "a:b:c:d",
      project: null,
      expires_at: null,
      importance: 5,
    });
  });
});
