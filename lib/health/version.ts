/** The program's version, from the package.json beside it; read once a process. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { App } from "../context";

const versions = new WeakMap<App, string>();

export function versionOf(app: App): string {
  const known = versions.get(app);
  if (known !== undefined) return known;
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(app.env.root, "package.json"), "utf8")));
  versions.set(app, version);
  return version;
}
