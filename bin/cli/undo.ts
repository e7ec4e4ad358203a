/** `keepsake undo <operation>`: takes one change back. */
import { Command } from "commander";
import { connect } from "./connect";
import { parseId } from "./id";
import { typed } from "./typed";

export const undoCommand = (): Command =>
  new Command("undo")
    .description("Take one change back whole")
    .argument("<operation>", "its number, as a command or the console's Activity names it", parseId)
    .action(async (id: number) => {
      const { client } = await connect();
      const { undid, operation_id } = await client.operations.undo(id);
      console.log(`Undid operation ${undid}. To have it again: ${typed(`undo ${operation_id}`)}`);
    });
