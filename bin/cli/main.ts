/** The command line: one file a command, all of them over HTTP but `start` and `doctor`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { codewatchMode, MODES_HELP } from "../codewatch/mode";
import { doctorCommand } from "../doctor/command";
import { evermeHookCommand, evermeMcpCommand } from "../everme/commands";
import { approveCommand } from "./approve";
import { endWithReader } from "./closed-output";
import { backupCommand, restoreCommand } from "./backup";
import { errorLines } from "./error-text";
import { exportCommand } from "./export";
import { extractStaleCommand } from "./extract-stale";
import { importCommand } from "./import/command";
import { injectCommand } from "./inject";
import { logsCommand } from "./logs";
import { mcpCommand } from "../mcp/command";
import { pauseCommand, resumeCommand } from "./pause";
import { packageRoot } from "./root";
import { restartCommand } from "./restart";
import { editCommand, forgetCommand, rememberCommand } from "./remember";
import { reindexCommand } from "./reindex";
import { reviewCommand } from "./review";
import { searchCommand } from "./search";
import { serviceCommand } from "./service/command";
import { sessionEndCommand } from "./session-end";
import { sessionStartCommand } from "./session-start";
import { setUpCodewatch } from "./setup/codewatch";
import { setupCommand } from "./setup/command";
import { place } from "./setup/options";
import { uninstallCommand } from "./setup/uninstall";
import { startCommand } from "./start/command";
import { statusCommand } from "./status";
import { stopCommand } from "./stop";
import { tokenCommand } from "./token-command";
import { undoCommand } from "./undo";

const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string };

const program = new Command("keepsake")
  .description("A local-first memory console for people who work with coding agents.")
  .version(version)
  .showHelpAfterError()
  .addHelpText("after", MODES_HELP);

for (const command of [
  startCommand,
  stopCommand,
  restartCommand,
  statusCommand,
  logsCommand,
  serviceCommand,
  setupCommand,
  uninstallCommand,
  importCommand,
  exportCommand,
  searchCommand,
  rememberCommand,
  editCommand,
  forgetCommand,
  injectCommand,
  reviewCommand,
  approveCommand,
  undoCommand,
  reindexCommand,
  backupCommand,
  restoreCommand,
  pauseCommand,
  resumeCommand,
  tokenCommand,
  doctorCommand,
  mcpCommand,
  evermeMcpCommand,
  evermeHookCommand,
  sessionStartCommand,
  sessionEndCommand,
  extractStaleCommand,
]) {
  program.addCommand(command());
}

endWithReader();

/** E61: a hook of a later version, or a misspelt one, must not fail its agent. */
const [asked = ""] = process.argv.slice(2);
/** C1: `keepsake --setup`, as codewatch-memory has it; its other modes are a program of their own. */
const isSetup = asked.startsWith("--") && codewatchMode(process.argv.slice(2)) === "setup";
const isUnknownHook = /^session-/.test(asked) && !program.commands.some((command) => command.name() === asked);

try {
  if (isSetup) for (const line of setUpCodewatch(place())) console.log(line);
  else if (isUnknownHook)
    console.error(`keepsake: there is no hook command "${asked.slice(0, 100)}"; nothing was done.`);
  else await program.parseAsync();
} catch (error) {
  for (const line of errorLines(error)) console.error(line);
  process.exitCode = 1;
}
