/** `keepsake status`: health in a few lines. */
import { Command } from "commander";
import { connect } from "./connect";

export const statusCommand = (): Command =>
  new Command("status")
    .description("Tell whether the server runs and how it is")
    .option("--json", "as JSON")
    .action(async (options: { json?: boolean }) => {
      const { client, url } = await connect();
      const health = await client.health();
      if (options.json === true) return console.log(JSON.stringify(health, null, 2));
      console.log(`Keepsake ${health.version} at ${url} (process ${health.pid}), ${health.status}`);
      console.log(`Data     ${health.home}`);
      console.log(`Stored   ${list(health.counts)}`);
      console.log(`Words    ${list(health.index.words)}`);
      console.log(`Meaning  ${list(health.index.vectors)}; ${health.index.lag} waiting; model ${health.model.state}`);
      console.log(`Jobs     ${health.jobs.queued} queued, ${health.jobs.running} running, ${health.jobs.dead} dead`);
      for (const problem of health.problems) console.log(`! ${problem.what}\n  ${problem.hint}`);
    });

const list = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ") || "nothing yet";
