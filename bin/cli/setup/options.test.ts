import { Command } from "commander";
import { expect, it } from "vitest";
import { AGENTS } from "./agents";
import { agentOption, chosen, type ChosenAgents } from "./options";

const agents = (...args: string[]): string[] => {
  const command = new Command()
    .exitOverride()
    .addOption(agentOption("which"))
    .configureOutput({ writeErr: () => undefined });
  command.parse(args, { from: "user" });
  return chosen(command.opts<{ agent?: ChosenAgents }>().agent).map(({ name }) => name);
};
const all = AGENTS.map(({ name }) => name);

it("takes one agent, several, all of them, or nothing, through the command line itself", () => {
  expect(agents()).toEqual(all);
  expect(agents("--agent", "all")).toEqual(all);
  expect(agents("--agent", "all,codex")).toEqual(all);
  expect(agents("--agent", "codex", "--agent", "all")).toEqual(all);
  expect(agents("--agent", "codex, Cursor", "--agent", "codex")).toEqual(["codex", "cursor"]);
  expect(() => agents("--agent", "emacs")).toThrow(/known: /);
});
