import { describe, expect, it } from "vitest";
import { LOCALES } from "@/i18n/locales";
import { messagesOf } from "@/i18n/messages";
import type { Memory } from "@/lib/contract/memory";
import { MEMORY_ATTRIBUTES } from "@/lib/contract/words";
import { checkDraft, DEFAULT_BOUNDS, type Draft, draftOf, EMPTY_DRAFT, newMemoryOf, patchOf } from "./draft";

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
  origin: "person",
  host: "",
  source_session: "",
  sources: [],
  revision: 4,
};

describe("draft", () => {
  it("every language has a word for the attributes that the contract knows, and for what the gateway draws", () => {
    for (const locale of LOCALES) {
      expect(Object.keys(messagesOf(locale).labels.attribute)).toEqual([...MEMORY_ATTRIBUTES, "experience"]);
    }
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
    const check = (draft: Draft) => checkDraft(draft, DEFAULT_BOUNDS);
    expect(check(draftOf(memory))).toEqual({});
    expect(Object.keys(check({ ...EMPTY_DRAFT, key: " ", value: "x".repeat(501), importance: "11" })).sort()).toEqual([
      "importance",
      "key",
      "value",
    ]);
    expect(check({ ...draftOf(memory), importance: "" }).importance).toBeDefined();
    expect(check({ ...draftOf(memory), importance: "ten" }).importance).toBeDefined();
  });

  it("E135: holds a value within the settings, counted as the gate counts, and leaves alone what was not changed", () => {
    const of = (value: string, bounds = DEFAULT_BOUNDS) => checkDraft({ ...draftOf(memory), value }, bounds).value;
    expect([of("x".repeat(500)), of("🦦".repeat(500)), of("x".repeat(10))]).toEqual([undefined, undefined, undefined]);
    expect([
      of("x".repeat(501)),
      of(" short "),
      of("x".repeat(30), { min: 5, max: 20 }),
      of("短短", { min: 2, max: 9 }),
    ]).toEqual([
      { code: "tooLong", values: { max: 500 } },
      { code: "tooShort", values: { min: 10 } },
      { code: "tooLong", values: { max: 20 } },
      undefined,
    ]);
    const imported = draftOf({ ...memory, value: "x".repeat(5_000) });
    expect(checkDraft({ ...imported, tier: "normal" }, DEFAULT_BOUNDS, imported)).toEqual({});
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
