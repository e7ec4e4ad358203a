/** `node dist/worker-service.js`: the name under which claude-mem's integrations start their worker; it starts our server (M54, M57). */
import { Command } from "commander";
import { errorLines } from "./cli/error-text";
import { logsCommand } from "./cli/logs";
import { restartCommand } from "./cli/restart";
import { startCommand } from "./cli/start/command";
import { statusCommand } from "./cli/status";
import { stopCommand } from "./cli/stop";

const program = new Command("worker-service").description(
  "Starts the Keepsake server on CLAUDE_MEM_WORKER_PORT, as `keepsake start` does.",
);
program.addCommand(startCommand(), { isDefault: true });
for (const command of [stopCommand, restartCommand, statusCommand, logsCommand]) program.addCommand(command());

try {
  await program.parseAsync();
} catch (error) {
  for (const line of errorLines(error)) console.error(line);
  process.exitCode = 1;
}
