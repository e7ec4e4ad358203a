/** What `… | head` does to a command: nobody reads its output any more. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMemory } from "../../lib/memories/service";
import { bundleProgram, type Bundled } from "../../lib/testing/bundle-program";
import { useCli } from "../../lib/testing/cli";
import { PERSON } from "../../lib/testing/random-operations";

const cli = useCli();
let program: Bundled;
beforeAll(async () => {
  program = await bundleProgram("bin/cli/main.ts");
});
afterAll(() => program.remove());

/** Its exit code, and all that it said beside. */
async function runUnread(...words: string[]): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [program.script, ...words], {
    env: { ...process.env, KEEPSAKE_HOME: cli.test.home, KEEPSAKE_PORT: String(cli.server.port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  let said = "";
  child.stderr.on("data", (piece: Buffer) => (said += piece.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return [code, said];
}

it("ends without a word when nobody reads what it prints", async () => {
  for (let n = 0; n < 50; n += 1) {
    const memory = { key: `shop:cart:fact:n${n}`, value: `Fact ${n} of the cart: ${"much to say of it ".repeat(20)}` };
    createMemory(cli.test.app, memory, { actor: PERSON });
  }
  for (const words of [["review"], ["export"], ["search", "cart"], ["status"], ["--help"], ["backup", "--list"]])
    expect([words, ...(await runUnread(...words))]).toEqual([words, 0, ""]);
});
