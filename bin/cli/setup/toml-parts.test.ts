import { parse } from "@decimalturn/toml-patch";
import { expect, it } from "vitest";
import { isRefusal } from "./refusal";
import { tomlHooksPart, tomlServerPart } from "./toml-parts";

const OURS = [
  { event: "SessionStart", command: "ours", timeout: 10 },
  { event: "Stop", command: "ours", timeout: 10 },
];
const hooks = tomlHooksPart({ name: "hooks", wanted: OURS, isOurs: ({ command }) => command === "ours" });
const server = tomlServerPart({
  table: "mcp_servers",
  name: "keepsake",
  entry: { command: "node", args: ["/k/bin/keepsake.mjs", "mcp"], env: { KEEPSAKE_HOME: "/h" } },
  isOurs: ({ args }) => String(args).includes("keepsake.mjs"),
});

const TEXTS = {
  empty: "",
  "comments only": "# nothing yet\n",
  "no last line break": 'model = "m"',
  "a hook of another, with comments": `# top\nmodel = "k3"   # the model\nat = 1979-05-27T07:32:00Z\nbig = 9007199254740993\n\n[providers."managed:kimi"]\ntype = "kimi"\n\n# mine\n[[hooks]]\nevent = "Stop" # why\ncommand = 'say "done"'\n\n[loop_control]\nmax = 3\n# end\n`,
  CRLF: '# top\r\nmodel = "k3"\r\n\r\n[[hooks]]\r\nevent = "Stop"\r\ncommand = "theirs"\r\n',
  tabs: "[a]\n\tb = 1\n\t[a.c]\n\td = [\n\t\t1, # one\n\t\t2,\n\t]\n",
  "servers of others": '[mcp_servers.docs]\ncommand = "x"\nargs = ["a"] # why\n\n[mcp_servers.docs.env]\nA = "1"\n',
};

it.each(Object.entries(TEXTS))("adds hooks and a server, twice the same, and takes them away: %s", (_, text) => {
  for (const part of [hooks, server]) {
    const added = part.add(text) as string;
    expect(isRefusal(added)).toBe(false);
    for (const line of text.split(/\r?\n/).filter((line) => line !== "")) expect(added).toContain(line);
    expect(part.isIn(added)).toBe(true);
    expect(part.isIn(text)).toBe(false);
    expect(part.add(added)).toBe(added);
    const back = part.remove(added) as string;
    expect(back.trimEnd()).toBe(text.trimEnd());
    expect(added.includes("\r\n")).toBe(text.includes("\r\n"));
  }
  const both = server.add(hooks.add(text) as string) as string;
  const { hooks: list, mcp_servers: servers } = parse(both) as {
    hooks: unknown[];
    mcp_servers: Record<string, unknown>;
  };
  expect(list.slice(-2)).toEqual(OURS);
  expect(servers.keepsake).toEqual({
    command: "node",
    args: ["/k/bin/keepsake.mjs", "mcp"],
    env: { KEEPSAKE_HOME: "/h" },
  });
});

it("goes on with a list within brackets, and brings what is ours up to date", () => {
  const text = 'hooks = [{ event = "Stop", command = "theirs" }, { event = "Stop", command = "ours" }]\nx = 1\n';
  const added = hooks.add(text) as string;
  expect((parse(added) as { hooks: unknown[] }).hooks).toEqual([{ event: "Stop", command: "theirs" }, ...OURS]);
  expect((parse(hooks.remove(added) as string) as { hooks: unknown[] }).hooks).toEqual([
    { event: "Stop", command: "theirs" },
  ]);
});

it("keeps what a person added to our server, and updates what is ours", () => {
  const text =
    '[mcp_servers.keepsake] # here\ncommand = "node"\nargs = ["/old/bin/keepsake.mjs", "mcp"]\nenabled = false\n';
  const added = server.add(text) as string;
  expect(parse(added)).toEqual({
    mcp_servers: {
      keepsake: { command: "node", args: ["/k/bin/keepsake.mjs", "mcp"], enabled: false, env: { KEEPSAKE_HOME: "/h" } },
    },
  });
  expect(added).toContain("# here");
});

it.each([
  ["hooks = 1", /"hooks" is no list/],
  ["a = ", /no TOML/],
  ["a = 1\na = 2", /no TOML/],
])("leaves alone what is not as it should be: %s", (text, why) => {
  const result = hooks.add(text);
  expect(isRefusal(result) ? result.refused : "").toMatch(why);
});

it("leaves another's server of our name alone", () => {
  const text = '[mcp_servers.keepsake]\ncommand = "other"\n';
  const result = server.add(text);
  expect(isRefusal(result) ? result.refused : "").toMatch(/another MCP server/);
  expect(server.remove(text)).toBe(text);
});
