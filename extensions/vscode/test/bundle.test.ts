import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";

/** Run by plain Node: the bundle and the fake lie beside it, `vscode` is found as a package. */
const PROGRAM = `
const { fake } = require("vscode");
const extension = require(process.argv[1]);
fake.settings = { "keepsake.port": 1 };
const subscriptions = [];
extension.activate({ subscriptions });
const registered = [...fake.registered.keys()];
for (const disposable of subscriptions) disposable.dispose();
extension.deactivate();
process.stdout.write(JSON.stringify({ registered, left: [...fake.registered.keys()], exports: Object.keys(extension).sort() }));
`;

it("M53: the bundle loads under plain Node, activates, and lets everything go", async () => {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-extension-"));
  try {
    const shared = { bundle: true, platform: "node", format: "cjs", target: "node18", logLevel: "silent" } as const;
    const bundle = join(folder, "extension.js");
    await build({
      ...shared,
      entryPoints: ["extensions/vscode/src/extension.ts"],
      outfile: bundle,
      external: ["vscode"],
    });
    await build({
      ...shared,
      entryPoints: ["extensions/vscode/test/vscode.ts"],
      outfile: join(folder, "node_modules", "vscode", "index.js"),
    });
    const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", PROGRAM, bundle], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    const said = JSON.parse(stdout) as { registered: string[]; left: string[]; exports: string[] };
    expect(said.exports).toEqual(["activate", "deactivate"]);
    expect(said.registered).toEqual(expect.arrayContaining(["tool claude-mem-search", "participant claude-mem"]));
    expect(said.left).toEqual([]);
    // Nothing of the server comes in by accident.
    expect(readFileSync(bundle, "utf8")).not.toMatch(/require\("(?!vscode"\)|node:)/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
