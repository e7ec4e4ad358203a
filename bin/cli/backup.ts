/** `keepsake backup` and `keepsake restore`: copies of the database, and the way back to one. */
import { Command } from "commander";
import { type Backup, BackupName } from "../../lib/contract/backups";
import { AppError } from "../../lib/contract/errors";
import type { Health } from "../../lib/contract/system";
import { formatBytes, localIso, plural } from "../../lib/format";
import { connect } from "./connect";
import { TERMINAL, type Terminal } from "./setup/ask";
import { typed } from "./typed";

export const backupCommand = (): Command =>
  new Command("backup")
    .description("Write a backup of the database now, or list those that are there")
    .option("--list", "list them, newest first")
    .action(async ({ list }: { list?: boolean }) => {
      const { client } = await connect();
      if (list !== true) {
        const { backup } = await client.backups.create();
        return console.log(`${backup.name}  ${formatBytes(backup.size)}`);
      }
      const { backups } = await client.backups.list();
      if (backups.length === 0) return console.log("No backups yet. One a day is written while the server runs.");
      for (const { name, size, created_at } of backups)
        console.log(`${localIso(created_at)}  ${formatBytes(size).padStart(9)}  ${name}`);
    });

interface RestoreOptions {
  yes?: boolean;
}

export const restoreCommand = (terminal: Terminal = TERMINAL): Command =>
  new Command("restore")
    .description("Go back to a backup; what is there now is saved as another one first")
    .argument("<name>", "as `keepsake backup --list` names it")
    .option("--yes", "go back without asking")
    .action(async (name: string, { yes }: RestoreOptions) => {
      // A name that is none must not become another address.
      if (!BackupName.safeParse(name).success) throw noBackup();
      const { client } = await connect();
      if (yes !== true) {
        const backup = (await client.backups.list()).backups.find((one) => one.name === name);
        if (backup === undefined) throw noBackup();
        if (!(await isAgreed(backup, await client.health(), terminal))) return;
      }
      const { restored, saved_as, counts } = await client.backups.restore(name);
      console.log(`Restored ${restored}: ${memories(counts)}.`);
      console.log(`The store as it was before: ${typed(`restore ${saved_as}`)}`);
      console.log(`Search is being made anew in the background; \`${typed("status")}\` tells how far it is.`);
    });

const noBackup = (): AppError =>
  new AppError("not_found", "There is no such backup.", { hint: "`keepsake backup --list` names them." });

const memories = ({ memories: count = 0 }: Record<string, number>): string => plural(count, "memory", "memories");

/** The whole store is exchanged, for agents that are at work as well: nobody does that by the way. */
async function isAgreed(backup: Backup, { counts }: Health, terminal: Terminal): Promise<boolean> {
  console.log(`${backup.name} is of ${localIso(backup.created_at)}.`);
  console.log(`What is stored now (${memories(counts)}) gives way to it, and is saved as another backup first.`);
  if (!terminal.isThere()) {
    console.log("Nothing was changed: run the command again with --yes to agree.");
    process.exitCode = 1;
    return false;
  }
  if (await terminal.confirm("Go back to it?")) return true;
  console.log("Nothing was changed.");
  return false;
}
