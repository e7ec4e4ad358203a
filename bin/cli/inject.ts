/** `keepsake inject`: the block that an agent would get. */
import { Command, InvalidArgumentError } from "commander";
import type { InjectionPreview } from "../../lib/contract/inject-preview";
import { connect } from "./connect";
import { tellOpenProject } from "./known-project";
import { withTyped } from "./typed";

interface Options {
  project?: string;
  branch?: string;
  maxChars?: number;
  json?: boolean;
}

export const injectCommand = (): Command =>
  new Command("inject")
    .description("Print the block that an agent would get at session start")
    .option("--project <project>", "key, name or alias (default: the current folder's project)")
    .option("--branch <branch>")
    .option("--max-chars <number>", "upper bound of the block", parseChars)
    .option("--json", "with the trace of why each line is in it")
    .action(async (options: Options) => {
      const { client } = await connect();
      // Looking at it is not using it: nothing is stored and nothing counts as used.
      const place = {
        ...(options.project === undefined ? { cwd: process.cwd() } : { project: options.project }),
        ...(options.branch === undefined ? {} : { branch: options.branch }),
      };
      const { maxChars } = options;
      const query = { preview: true, ...place, ...(maxChars === undefined ? {} : { max_chars: maxChars }) };
      if (options.json === true) return console.log(JSON.stringify(await client.inject(query), null, 2));
      const block = await client.injectText(query);
      await tellOpenProject(client, options.project);
      if (block !== "") return console.log(block);
      const { empty } = await client.injectionPreview({ ...place, ...(maxChars === undefined ? {} : { maxChars }) });
      console.error(withTyped(nothingLine(empty)));
    });

/** Why there is no block. */
export const nothingLine = (empty: InjectionPreview["empty"]): string =>
  empty === "off"
    ? "Nothing is injected: recall rests for this project, or the project is off. `keepsake resume recall` goes on with it; its mode stands on the console's page Projects."
    : "Nothing to inject: no memories or observations are stored for this project yet.";

function parseChars(text: string): number {
  const chars = Number(text);
  if (!Number.isInteger(chars) || chars < 200 || chars > 10_000)
    throw new InvalidArgumentError("a whole number from 200 to 10000");
  return chars;
}
