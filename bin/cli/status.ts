/** `keepsake status`: health in a few lines. */
import { Command } from "commander";
import type { LlmLine } from "../../lib/contract/llm";
import type { Paused } from "../../lib/contract/system";
import { formatCount, plural } from "../../lib/format";
import { connect } from "./connect";
import { counted } from "./counted";
import { typed, withTyped } from "./typed";

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
      console.log(`Jobs     ${formatCount(queued - timers)} waiting, ${running} running, ${dead} gave up`);
      if (health.paused.length > 0) console.log(`Paused   ${health.paused.map(pausedText).join("; ")}`);
      const { needed, counts } = await client.review.list({ limit: 1 });
      const questions = needed + (counts.supersedes ?? 0);
      if (questions > 0)
        console.log(`Review   ${plural(questions, "question waits", "questions wait")} for you: ${typed("review")}`);
      for (const problem of health.problems) console.log(withTyped(`! ${problem.what}\n  ${problem.hint}`));
    });

const llmOf = ({ on, provider, model }: LlmLine): string => {
  if (provider === null) return "none; the rules do the work";
  return `${provider} ${model ?? ""}`.trim() + (on ? "" : " (not usable)");
};

const pausedText = ({ scope, id, project, what }: Paused): string => {
  const of =
    scope === "project"
      ? `project ${project ?? id}`
      : `session ${id}${project === null ? "" : ` (project ${project})`}`;
  return `${what.join(" and ")} of ${of}`;
};

const list = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([kind, count]) => counted(kind, count))
    .join(", ") || "nothing yet";
