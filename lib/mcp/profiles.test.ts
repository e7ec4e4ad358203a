import { expect, it } from "vitest";
import { MCP_PROFILES } from "../contract/mcp-names";
import { listedTools, profileTools, toolNamesBySet } from "../contract/mcp-profiles";
import { estimateTokens } from "../text/estimate";
import { toolOf } from "./call-tool";

const SETS = MCP_PROFILES.filter((profile) => profile !== "all");

it("no two sets have a tool of the same name, and `all` has every one of them", () => {
  const names = toolNamesBySet().flat();
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(profileTools("all")).sort()).toEqual([...names].sort());
  // Hosts put the server's name in front and allow 64 characters in all.
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
});

it("core has at most eight tools, each with our prefix, and costs less than 1,800 tokens a session", () => {
  const core = listedTools("core");
  expect(core.map(({ name }) => name)).toEqual(
    ["recall", "remember", "search", "timeline", "get", "update", "forget", "session"].map(
      (name) => `keepsake_${name}`,
    ),
  );
  expect(estimateTokens(JSON.stringify(core).length)).toBeLessThan(1_800);
});

it("each tool says what it does to what is stored, and takes an object", () => {
  const writes = new Set<string>();
  for (const profile of SETS) {
    for (const { name, description, inputSchema, annotations } of listedTools(profile)) {
      expect([name, inputSchema.type, description.length > 20]).toEqual([name, "object", true]);
      expect([name, annotations.readOnlyHint && annotations.destructiveHint]).toEqual([name, false]);
      if (!annotations.readOnlyHint) writes.add(name);
      // Every one has a handler that its profile finds, and no other profile does.
      expect(toolOf(profile, name)?.annotations).toEqual(profileTools(profile)[name]?.annotations);
    }
  }
  expect([...writes].sort()).toEqual([
    "keepsake_forget", "keepsake_remember", "keepsake_session", "keepsake_update",
    "mem_save_fact", "mem_save_turn", "memory_add", "memory_consolidate", "memory_remove", "memory_replace",
    "observe", "reflect", "save_memory", "switch_context",
  ]); // prettier-ignore
  expect(toolOf("core", "memory_add")).toBeUndefined();
  for (const inherited of ["constructor", "toString", "__proto__"]) expect(toolOf("all", inherited)).toBeUndefined();
});

it("E55–E60, C7, C10: the arguments that the originals name are those that are asked for", () => {
  const fields = (profile: (typeof SETS)[number], name: string) => {
    const schema = listedTools(profile).find((tool) => tool.name === name)?.inputSchema as unknown as {
      properties: Record<string, unknown>;
      required?: string[];
    };
    return [Object.keys(schema.properties), schema.required ?? []];
  };
  expect(fields("evolvmem", "memory_search")).toEqual([["query", "top_k", "attribute"], ["query"]]);
  expect(fields("evolvmem", "memory_add")).toEqual([
    ["key", "value", "attribute", "tags", "importance", "tier", "expires_at"],
    ["key", "value"],
  ]);
  expect(fields("evolvmem", "memory_replace")).toEqual([
    ["key", "value"],
    ["key", "value"],
  ]);
  expect(fields("evolvmem", "memory_remove")).toEqual([["id"], ["id"]]);
  expect(fields("evolvmem", "memory_consolidate")).toEqual([["dry_run", "threshold"], []]);
  expect(fields("codewatch", "observe")).toEqual([
    ["content", "category", "priority", "files", "source_summary"],
    ["content"],
  ]);
  expect(fields("codewatch", "recall")).toEqual([
    ["query", "categories", "files", "priority_min", "limit", "include_reflections", "branch"],
    [],
  ]);
  expect(fields("codewatch", "reflect")).toEqual([["compression_level", "branch"], []]);
  expect(fields("codewatch", "get_session_info")).toEqual([[], []]);
  expect(fields("codewatch", "switch_context")).toEqual([["branch", "carry_task"], ["branch"]]);
});

it("V70: the arguments of EverMe's tools, and what they promise", () => {
  const listed = listedTools("everme").map(({ name, inputSchema, annotations }) => {
    const { properties, required = [] } = inputSchema as unknown as {
      properties: Record<string, { maximum?: number }>;
      required?: string[];
    };
    return [name, Object.keys(properties), required, annotations.readOnlyHint, properties["topK"]?.maximum];
  });
  expect(listed).toEqual([
    ["mem_search", ["query", "topK"], ["query"], true, 50],
    ["mem_context", ["forceRefresh"], [], true, undefined],
    ["mem_save_turn", ["messages", "role", "text", "conversationId", "flush"], [], false, undefined],
    ["mem_save_fact", ["fact", "messages", "conversationId"], [], false, undefined],
  ]);
});
