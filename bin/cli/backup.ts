/** `keepsake backup` and `keepsake restore`: copies of the database, and the way back to one. */
import { Command } from "commander";
import { BackupName } from "../../lib/contract/backups";
import { AppError } from "../../lib/contract/errors";
import { formatBytes, formatCount, localIso } from "../../lib/format";
import { connect } from "./connect";

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

export const restoreCommand = (): Command =>
  new Command("restore")
    .description("Go back to a backup; what is there now is saved as another one first")
    .argument("<name>", "as `keepsake backup --list` names it")
    .action(async (name: string) => {
      // A name that is none must not become another address.
      if (!BackupName.safeParse(name).success) {
        throw new AppError("not_found", "There is no such backup.", { hint: "`keepsake backup --list` names them." });
      }
      const { client } = await connect();
      const { restored, saved_as, counts } = await client.backups.restore(name);
      console.log(`Restored ${restored}: ${formatCount(counts["memories"] ?? 0)} memories.`);
      console.log(`The store as it was before: keepsake restore ${saved_as}`);
      console.log("Search is being made anew in the background; `keepsake status` tells how far it is.");
    });
