/** Imports that can be tried first. */
import type { App, Tx } from "../context";
import { write } from "./write";

/** Rolls the transaction back after a dry run. */
class DryRun extends Error {}

/** {@link write}; a dry run does the same and rolls back, so that what `work` counts is true. */
export function writeOrTry(app: App, dryRun: boolean, work: (tx: Tx) => void): void {
  try {
    write(app, (tx) => {
      work(tx);
      if (dryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
}
