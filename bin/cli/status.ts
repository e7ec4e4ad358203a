/** `keepsake status`: health in a few lines. */
import { Command } from "commander";
import type { LlmLine } from "../../lib/contract/llm";
import { plural } from "../../lib/format";
import { connect } from "./connect";

export const statusCommand = (): Command =>
  new Command("status")
    .description("Tell whether the server runs and how it is")
    .option("--json", "as JSON")
    .action(async (options: { json?: boolean }) => {
      const { client, url } = await connect();
      const health = await client.health();
      if (options.json === true) return console.log(JSON.stringify(health, null, 2));
      console.log(`Keepsake ${health.version} at ${url} (process ${health.pid}), ${health.state}`);
      console.log(`Data     ${health.home}`);
      console.log(`Stored   ${list(health.counts)}`);
      console.log(`Words    ${list(health.index.words)}`);
      console.log(`Meaning  ${list(health.index.vectors)}; ${health.index.lag} waiting; model ${health.model.state}`);
      console.log(`LLM      ${llmOf(health.llm)}`);
      const { queued, timers, running, dead } = health.jobs;
      console.log(`Jobs     ${queued - timers} waiting, ${running} running, ${dead} gave up`);
      const { needed, counts } = await client.review.list({ limit: 1 });
      const questions = needed + (counts.supersedes ?? 0);
      if (questions > 0)
        console.log(`Review   ${plural(questions, "question waits", "questions wait")} for you: keepsake review`);
      for (const problem of health.problems) console.log(`! ${problem.what}\n  ${problem.hint}`);
    });

const llmOf = ({ on, provider, model }: LlmLine): string => {
  if (provider === null) return "none; the rules do the work";
  return `${provider} ${model ?? ""}`.trim() + (on ? "" : " (not usable)");
};

const list = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ") || "nothing yet";
