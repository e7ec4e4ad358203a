/** What every program does first: installs what is missing, builds if the build is stale, or says why it can't. */
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

export async function prepare() {
  try {
    ensureInstalled();
    await ensureBuilt();
  } catch (error) {
    console.error(`Keepsake could not be prepared: ${error.message}`);
    process.exit(1);
  }
}
