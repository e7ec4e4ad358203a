import { Command } from "commander";
import { expect, it } from "vitest";
import { AGENT_NAMES } from "./agent";
import { agentOption, chosen, type ChosenAgents } from "./options";

function parsed(...words: string[]): readonly string[] {
  const command = new Command("setup").exitOverride().configureOutput({ writeErr: () => undefined });
  command.addOption(agentOption("names"));
  const { agent } = command.parse(words, { from: "user" }).opts<{ agent?: ChosenAgents }>();
  return chosen(agent).map(({ name }) => name);
}

it("--agent takes one name, several, or all of them, as commander hands them over", () => {
  expect(parsed("--agent", "codex")).toEqual(["codex"]);
  expect(parsed("--agent", "Codex, gemini", "--agent", "codex,vscode")).toEqual(["codex", "gemini", "vscode"]);
  const all = [...AGENT_NAMES].sort();
  expect([...parsed()].sort()).toEqual(all);
  for (const words of [
    ["--agent", "all"],
    ["--agent", "all,codex"],
    ["--agent", "codex", "--agent", "ALL"],
    ["--agent", "all", "--agent", "codex"],
  ])
    expect([...parsed(...words)].sort()).toEqual(all);
  expect(() => parsed("--agent", "all,nobody")).toThrow(/known: /);
  expect(() => parsed("--agent", "nobody")).toThrow(/known: /);
});
