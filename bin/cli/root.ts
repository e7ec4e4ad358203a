/** The package's folder. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Seen from dist/, or from the sources. */
export function packageRoot(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "bin", "keepsake.mjs"))) return folder;
    if (dirname(folder) === folder) return dirname(here);
  }
}
