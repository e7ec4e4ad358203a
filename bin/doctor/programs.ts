/** Checks of what must be installed and built: Node.js, native modules, the build, the model's files. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import type { Env } from "../../lib/env";
import { type Finding, finding } from "./check";

const REINSTALL = "Delete node_modules and run `npm start` again; compiling SQLite needs a C++ compiler and Python 3.";

export function checkPrograms(env: Env, root: string): Promise<Finding[]> {
  const require = createRequire(join(root, "package.json"));
  return Promise.all([
    finding("Node.js", "Install Node.js 20.9 or newer from nodejs.org.", () => process.versions.node),
    finding("SQLite (better-sqlite3)", REINSTALL, () => {
      const Database = require("better-sqlite3") as typeof Sqlite;
      const db = new Database(":memory:");
      const version = String(db.prepare("SELECT sqlite_version()").pluck().get());
      db.close();
      return version;
    }),
    finding("Vectors (LanceDB)", REINSTALL, () => {
      require("@lancedb/lancedb");
      return "loads";
    }),
    finding("Inference (onnxruntime)", REINSTALL, () => {
      createRequire(require.resolve("@xenova/transformers"))("onnxruntime-node");
      return "loads";
    }),
    finding("Build", "Run `npm run build`.", () => {
      for (const file of [".next/BUILD_ID", "dist/embed-thread.mjs"]) {
        if (!existsSync(join(root, file))) throw new Error(`${file} is missing`);
      }
      return "present";
    }),
    finding("Model files", "Get the files again: `git checkout models`, or reinstall the package.", () =>
      checkModel(env.modelDir),
    ),
  ]);
}

function checkModel(folder: string): string {
  const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8").trim().split("\n");
  for (const line of sums) {
    const [expected, name] = line.split(/\s+/);
    const actual = createHash("sha256")
      .update(readFileSync(join(folder, name ?? "")))
      .digest("hex");
    if (actual !== expected) throw new Error(`${name} is damaged (its hash differs)`);
  }
  return `${sums.length} files, hashes right`;
}
