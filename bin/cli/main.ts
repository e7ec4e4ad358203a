/** The command line: one file a command, all of them over HTTP but `start` and `doctor`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { AppError } from "../../lib/contract/errors";
import { doctorCommand } from "../doctor/command";
import { backupCommand, restoreCommand } from "./backup";
import { importCommand } from "./import/command";
import { injectCommand } from "./inject";
import { packageRoot } from "./root";
import { reindexCommand } from "./reindex";
import { searchCommand } from "./search";
import { startCommand } from "./start/command";
import { statusCommand } from "./status";

const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string };

const program = new Command("keepsake")
  .description("A local-first memory console for people who work with coding agents.")
  .version(version)
  .showHelpAfterError();

for (const command of [
  startCommand,
  statusCommand,
  importCommand,
  searchCommand,
  injectCommand,
  reindexCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
]) {
  program.addCommand(command());
}

try {
  await program.parseAsync();
} catch (error) {
  const known = error instanceof AppError ? error : null;
  console.error(error instanceof Error ? error.message : String(error));
  if (known?.hint !== undefined) console.error(known.hint);
  process.exitCode = 1;
}
