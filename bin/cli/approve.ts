/** `keepsake approve <memory>`: lets a memory that was held back be injected. */
import { Command } from "commander";
import { connect } from "./connect";
import { parseId } from "./id";
import { typed } from "./typed";

export const approveCommand = (): Command =>
  new Command("approve")
    .description("Let a memory that waits for you be injected")
    .argument("<memory>", "its number, as `keepsake review` shows it", parseId)
    .action(async (id: number) => {
      const { client } = await connect();
      const { operation_id } = await client.memories.approve(id);
      if (operation_id === null) return console.log(`Memory ${id} was not held back.`);
      console.log(`Approved memory ${id}. To take it back: ${typed(`undo ${operation_id}`)}`);
    });
