/** `keepsake uninstall`: takes out of agents' settings exactly what set-up put in. The data stays. */
import { Command, Option } from "commander";
import { readEnv } from "../../../lib/env";
import { agentOption, chosen, type ChosenAgents, place as placeNow } from "./options";
import type { Scope } from "./place";
import { planUninstall } from "./plan";
import { removeMarketplace } from "./plugin";
import { runPlans, type RunOptions } from "./run";
import { typed } from "../typed";

interface Options extends RunOptions {
  agent?: ChosenAgents;
  scope?: Scope;
}

export const uninstallCommand = (): Command =>
  new Command("uninstall")
    .description("Disconnect agents: take our entries out of their settings, leave the data folder as it is")
    .addOption(agentOption("as with setup; default: all"))
    .addOption(new Option("--scope <scope>", "default: both").choices(["user", "project"]))
    .option("--dry-run", "show what would change, write nothing")
    .option("--yes", "write without asking")
    .action(uninstall);

async function uninstall(options: Options): Promise<void> {
  const place = placeNow();
  const scopes: Scope[] = options.scope === undefined ? ["user", "project"] : [options.scope];
  const plans = chosen(options.agent).flatMap((agent) => planUninstall(agent, place, scopes));
  const due = plans.filter(({ changes }) => changes.some(({ kind }) => kind !== "same"));
  if (due.length === 0) {
    console.log("No agent is connected: there was nothing to take out.");
    return;
  }
  const { done, isAgreed } = await runPlans({ plans: due, place, options, question: "Take this out?" });
  if (!isAgreed) return;
  for (const { title } of done) console.log(`${title}: disconnected.`);
  if (done.some(({ agent }) => agent.name === "claude-code") && scopes.includes("user")) removeMarketplace(place);
  console.log(
    `What Keepsake stored is still in ${readEnv().home}. \`${typed("service uninstall")}\` ends it as a service.`,
  );
}
