/** The port that the data folder's server had last, by the file that it leaves for hooks: what was told that address finds it again there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Left = z.object({ lastPort: z.number().int().min(1).max(65535) });

/** null where no server ran yet, or nothing can be told. */
export function lastPort(home: string): number | null {
  try {
    return Left.parse(JSON.parse(readFileSync(join(home, "hook.json"), "utf8"))).lastPort;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
