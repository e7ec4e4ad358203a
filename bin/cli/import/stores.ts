/** `keepsake import --evolvmem` and `--claude-mem`: stores of other memory tools, read by the server. */
import { resolve } from "node:path";
import type { Client } from "../../../lib/client";
import type { ImportReport } from "../../../lib/contract/transfer";
import { formatCount } from "../../../lib/format";

export interface StoreOptions {
  /** A folder, or true for the usual one. */
  evolvmem?: string | true;
  /** A file, or true for the usual one. */
  claudeMem?: string | true;
  dryRun?: boolean;
  config?: boolean;
}

export async function importStores(client: Client, options: StoreOptions): Promise<void> {
  const { dryRun = false } = options;
  if (options.evolvmem !== undefined) {
    const folder = options.evolvmem === true ? {} : { folder: resolve(options.evolvmem) };
    report("EvolvMem", await client.importEvolvMem({ ...folder, dryRun, config: options.config ?? false }));
  }
  if (options.claudeMem !== undefined) {
    const file = options.claudeMem === true ? {} : { file: resolve(options.claudeMem) };
    report("claude-mem", await client.importClaudeMem({ ...file, dryRun }));
  }
}

function report(name: string, found: ImportReport): void {
  const count = (label: string, number: number): string => `  ${label.padEnd(28)}${formatCount(number).padStart(8)}`;
  console.log(
    [
      `${name}: ${formatCount(found.total)} rows${found.dryRun ? ", nothing written (dry run)" : ""}`,
      count(found.dryRun ? "would come in" : "came in", found.imported),
      count("known from an earlier import", found.known),
      count("stored already", found.same),
      count("against another value", found.conflicts),
      count("refused", found.rejected),
    ].join("\n"),
  );
  for (const { id, reason } of found.rejections.slice(0, 10)) console.log(`  row ${id}: ${reason}`);
  if (found.config !== null) {
    console.log(`  settings: ${found.config.settings.join(", ") || "none"}`);
    for (const { key, reason } of found.config.ignored) console.log(`  not taken over: ${key} (${reason})`);
  }
  if (found.conflicts > 0) console.log("  What stands against each other waits for you: keepsake review");
  if (found.operation_id !== null) console.log(`  To take it back whole: keepsake undo ${found.operation_id}`);
}
