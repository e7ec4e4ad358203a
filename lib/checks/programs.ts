/** Checks of what must be installed and built: Node.js, native modules, the build, the model's files. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import type { CheckFinding } from "../contract/checks";
import { forbidTelemetry } from "../env";
import { type Detail, details } from "./detail";
import { finding } from "./finding";

const REINSTALL = "Delete node_modules and run `npm start` again; compiling SQLite needs a C++ compiler and Python 3.";
const BUILT = [".next/BUILD_ID", "dist/embed-thread.mjs", "dist/integrity.mjs", "dist/checks.mjs"];

/** `root`: the package's folder. */
export function checkPrograms(root: string, modelDir: string): Promise<CheckFinding[]> {
  const require = createRequire(join(root, "package.json"));
  return Promise.all([
    finding("node", "Node.js", "Install Node.js 20.9 or newer from nodejs.org.", () => process.versions.node),
    finding("sqlite", "SQLite (better-sqlite3)", REINSTALL, () => {
      const Database = require("better-sqlite3") as typeof Sqlite;
      const db = new Database(":memory:");
      const version = String(db.prepare("SELECT sqlite_version()").pluck().get());
      db.close();
      return version;
    }),
    finding("vectors", "Vectors (LanceDB)", REINSTALL, () => {
      require("@lancedb/lancedb");
      return details.loads();
    }),
    finding("inference", "Inference (onnxruntime)", REINSTALL, () => {
      forbidTelemetry();
      createRequire(require.resolve("@xenova/transformers"))("onnxruntime-node");
      return details.loads();
    }),
    finding("build", "Build", "Run `npm run build`.", () => {
      for (const file of BUILT) if (!existsSync(join(root, file))) throw new Error(`${file} is missing`);
      return details.present();
    }),
    finding("model", "Model files", "Get the files again: `git checkout models`, or reinstall the package.", () =>
      checkModel(modelDir),
    ),
  ]);
}

async function checkModel(folder: string): Promise<Detail> {
  const sums = (await readFile(join(folder, "SHA256SUMS"), "utf8")).trim().split("\n");
  for (const line of sums) {
    const [expected, name = ""] = line.split(/\s+/);
    if ((await hashOf(join(folder, name))) !== expected) throw new Error(`${name} is damaged (its hash differs)`);
  }
  return details.modelFiles(sums.length);
}

/** In pieces, so that a server goes on answering. */
async function hashOf(file: string): Promise<string> {
  const sum = createHash("sha256");
  for await (const piece of createReadStream(file)) sum.update(piece as Buffer);
  return sum.digest("hex");
}
