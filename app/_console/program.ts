/** Where the command line's program lies. */
import { join } from "node:path";
import type { App } from "@/lib/context";

export const programFile = ({ env }: App): string => join(env.root, "bin", "keepsake.mjs");
