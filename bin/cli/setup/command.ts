/** `keepsake setup`: connects agents by their own settings files, after showing what would change. */
import { existsSync } from "node:fs";
import { Command, Option } from "commander";
import { AppError } from "../../../lib/contract/errors";
import { readEnv } from "../../../lib/env";
import type { Agent, Wish } from "./agent";
import { isInstalled } from "./agents";
import { brokenParts, makeDataFolder, missingInDataFolder, whereNobodyServes } from "./installation";
import { HOOK_STYLES, type HookStyle } from "./marks";
import { AGENT_HELP, agentOption, chosen, type ChosenAgents, place as placeNow } from "./options";
import type { Place, Scope } from "./place";
import { planSetup } from "./plan";
import { isMarketplaceCurrent, marketplaceFolder, writeMarketplace } from "./plugin";
import { runPlans, type RunOptions } from "./run";
import { servedBy } from "../served";
import { typed, withTyped } from "../typed";

interface Options extends RunOptions {
  agent?: ChosenAgents;
  scope: Scope;
  hooks?: HookStyle;
  plugin?: boolean;
}

export const setupCommand = (): Command =>
  new Command("setup")
    .description("Connect agents: hooks, MCP server and rules in their settings, shown before they are written")
    .addOption(agentOption(AGENT_HELP))
    .addOption(
      new Option("--scope <scope>", "for all your projects, or for this folder")
        .choices(["user", "project"])
        .default("user"),
    )
    .addOption(
      new Option("--hooks <style>", "our program, one curl line, or (Claude Code) asked by the agent itself").choices(
        HOOK_STYLES,
      ),
    )
    .option("--plugin", "Claude Code: by our plugin, with its commands and skill, instead of hooks in the settings")
    .option("--no-plugin", "Claude Code: by hooks in the settings, also where the plugin is")
    .option("--dry-run", "show what would change, write nothing")
    .option("--yes", "write without asking")
    .action(setup);

async function setup(options: Options): Promise<void> {
  const place = placeNow();
  const wish: Wish = { scope: options.scope, style: options.hooks ?? null, plugin: options.plugin ?? null };
  refuseWhereTokenIsAsked(wish);
  const agents = wanted(options.agent, place);
  if (agents.length === 0) {
    console.log(
      `No agent was found here. Name the one that you are going to use: ${typed("setup --agent claude-code")}`,
    );
    return;
  }
  const plans = agents.map((agent) => planSetup(agent, place, wish));
  const { done, isAgreed } = await runPlans({
    plans,
    place,
    options,
    question: "Write this?",
    beside: [...missingInDataFolder(), ...missingOfPlugin(place, wish)],
    before: async () => {
      const broken = await brokenParts(place);
      if (broken[0] !== undefined)
        throw new AppError("not_ready", `${broken[0].name}: ${broken[0].detail}`, { hint: broken[0].fix });
      for (const line of makeDataFolder()) console.log(line);
      if (missingOfPlugin(place, wish).length > 0) {
        writeMarketplace(place);
        console.log(`Made the plugin's folder ${marketplaceFolder(place)}.`);
      }
    },
  });
  if (!isAgreed) return;
  for (const { agent, changes } of done) {
    const isNew = changes.some(({ kind }) => kind !== "same");
    console.log(`${agent.title}: ${isNew ? "connected" : "was connected already"}.`);
    if (isNew) for (const note of agent.notes(place, wish)) console.log(`  ${withTyped(note)}`);
  }
  if (done.length === 0) return;
  const waits = whereNobodyServes(await servedBy(readEnv().home));
  if (waits !== null) console.log(withTyped(waits));
  console.log(`\`${typed("doctor")}\` says whether their events arrive.`);
}

/** The folder that Claude Code installs our plugin from, where it is to be made or made anew. */
function missingOfPlugin(place: Place, wish: Wish): string[] {
  const isByPlugin = wish.plugin ?? (wish.style === null && existsSync(marketplaceFolder(place)));
  if (!isByPlugin || isMarketplaceCurrent(place)) return [];
  const folder = marketplaceFolder(place);
  return ["Keepsake's plugin", `  ${folder}: ${existsSync(folder) ? "is made anew" : "is new"}`];
}

function wanted(names: ChosenAgents | undefined, place: Place): readonly Agent[] {
  const agents = chosen(names);
  if (Array.isArray(names)) {
    for (const agent of agents.filter((candidate) => !isInstalled(candidate, place)))
      console.log(`${agent.title} was not found (${agent.folder(place)}); its settings are made all the same.`);
    return agents;
  }
  return agents.filter((agent) => isInstalled(agent, place));
}

/** Neither could say the token without writing it into the settings. */
function refuseWhereTokenIsAsked({ style }: Wish): void {
  const { requireToken, host } = readEnv();
  if ((style === "curl" || style === "http") && (requireToken || !/^(?:127\.|localhost$|\[?::1\]?$)/.test(host)))
    throw new AppError("validation_failed", `The server asks for its token, which --hooks ${style} cannot send.`, {
      hint: "Leave --hooks out: our own hook program reads the token from the data folder.",
    });
}
