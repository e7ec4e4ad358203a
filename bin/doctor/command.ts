/** `keepsake doctor`: checks everything that has to be right, and says how to mend what is not. */
import { Command } from "commander";
import { readEnv } from "../../lib/env";
import { checkPrograms } from "../../lib/checks/programs";
import { packageRoot } from "../cli/root";
import { place as placeNow } from "../cli/setup/options";
import { checkAgents } from "./agents";
import { checkData } from "./data";
import { checkServer } from "./server";
import { withTyped } from "../cli/typed";

const MARKS = { ok: "✓", warn: "!", fail: "✗" } as const;

export const doctorCommand = (): Command =>
  new Command("doctor")
    .description("Check installation, model, database, index, port and connected agents, and say how to mend each")
    .option("--json", "as JSON")
    .action(async (options: { json?: boolean }) => {
      const root = packageRoot();
      const env = readEnv({ KEEPSAKE_ROOT: root, ...process.env });
      const findings = [
        ...(await checkPrograms(root, env.modelDir)),
        ...(await checkData(env, root)),
        ...(await checkServer(env)),
        ...checkAgents(env, placeNow()),
      ].map(({ detail, fix, ...rest }) => ({
        ...rest,
        detail: withTyped(detail),
        ...(fix !== undefined && { fix: withTyped(fix) }),
      }));
      if (options.json === true) console.log(JSON.stringify(findings, null, 2));
      else
        for (const { state, name, detail, fix } of findings) {
          console.log(`${MARKS[state]} ${name}: ${detail}`);
          if (fix !== undefined) console.log(`    ${fix}`);
        }
      if (findings.some(({ state }) => state === "fail")) process.exitCode = 1;
    });
