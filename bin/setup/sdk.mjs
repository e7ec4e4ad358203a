/** Builds what the package exports: each client as ESM and CommonJS in one file, for Node.js and browsers, with its types. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "./paths.mjs";

const CLIENTS = { "worker-client": "lib/sdk/worker-client.ts", agent: "lib/sdk/agent.ts" };
const TYPES = join(ROOT, "dist", "types");

/** Into dist/sdk/<name>.{mjs,cjs}, without a package beside them: a page may load the file as it is. */
export async function buildClients(outdir = join(ROOT, "dist", "sdk")) {
  const esbuild = await import("esbuild");
  const shared = {
    absWorkingDir: ROOT,
    entryPoints: Object.entries(CLIENTS).map(([out, entry]) => ({ in: entry, out })),
    outdir,
    bundle: true,
    platform: "neutral",
    // Asked for only when a hook keeps a file; a page never does.
    external: ["node:fs/promises"],
    mainFields: ["module", "main"],
    target: ["node18", "es2022"],
    sourcemap: "linked",
    logLevel: "warning",
  };
  await esbuild.build({ ...shared, format: "esm", outExtension: { ".js": ".mjs" } });
  await esbuild.build({ ...shared, format: "cjs", outExtension: { ".js": ".cjs" } });
}

/**
 * Declarations of the clients and of the contract behind them, into dist/types: `.d.ts` for `import` and `.d.cts` for
 * `require`, each naming its neighbours with the ending that Node's own resolution asks for.
 */
export async function buildClientTypes(outdir = TYPES) {
  const { default: ts } = await import("typescript");
  rmSync(outdir, { recursive: true, force: true });
  const config = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, "tsconfig.json"),
    {
      noEmit: false,
      incremental: false,
      declaration: true,
      emitDeclarationOnly: true,
      noEmitOnError: true,
      rootDir: join(ROOT, "lib"),
      outDir: outdir,
      plugins: [],
      // For the parts of the agent SDK that keep files; no declaration names them.
      types: ["node"],
    },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => fail(ts, [diagnostic]) },
  );
  const program = ts.createProgram(
    Object.values(CLIENTS).map((entry) => join(ROOT, entry)),
    config.options,
  );
  const problems = ts.getPreEmitDiagnostics(program);
  if (problems.length > 0) fail(ts, problems);
  const result = program.emit(undefined, (name, text) => {
    write(name, withEndings(ts, text, ".js"));
    write(name.replace(/\.d\.ts$/, ".d.cts"), withEndings(ts, text, ".cjs"));
  });
  if (result.diagnostics.length > 0) fail(ts, result.diagnostics);
}

function withEndings(ts, text, ending) {
  let changed = text;
  for (const { fileName, end } of ts.preProcessFile(text, true, true).importedFiles.reverse()) {
    // `end` does not count the opening quote.
    if (/^\.\.?\//.test(fileName)) changed = `${changed.slice(0, end + 1)}${ending}${changed.slice(end + 1)}`;
  }
  return changed;
}

function write(name, text) {
  mkdirSync(dirname(name), { recursive: true });
  writeFileSync(name, text);
}

function fail(ts, diagnostics) {
  const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => ROOT, getNewLine: () => "\n" };
  throw new Error(
    `The clients' types do not compile (${relative(ROOT, TYPES)}):\n${ts.formatDiagnostics(diagnostics, host)}`,
  );
}
