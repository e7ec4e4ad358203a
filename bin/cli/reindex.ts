/** `keepsake reindex`: makes the derived indexes anew from SQLite, and waits until that is done. */
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { plural } from "../../lib/format";
import { connect } from "./connect";

const REBUILDS = ["words.rebuild", "vectors.rebuild"];

export const reindexCommand = (): Command =>
  new Command("reindex")
    .description("Make the word index and the vector index anew from the database")
    .action(async () => {
      const { client } = await connect();
      await client.reindex();
      for (;;) {
        const health = await client.health();
        if (REBUILDS.every((kind) => (health.jobs.byKind[kind] ?? 0) === 0)) {
          return console.log(
            `Rebuilt. ${plural(health.index.lag, "text waits for its vector", "texts wait for their vector")}.`,
          );
        }
        await sleep(300);
      }
    });
