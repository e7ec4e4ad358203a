/** The data folder's bearer token, where there is one yet. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function readToken(home: string): string | undefined {
  try {
    return readFileSync(join(home, "token"), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
