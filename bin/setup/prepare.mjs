/** What every program does first: installs what is missing, builds if the build is stale, or says why it can't. */
import { alone } from "./alone.mjs";
import { ensureBuilt, isBuilt } from "./build.mjs";
import { ensureInstalled, isInstalled } from "./install.mjs";

export async function prepare() {
  try {
    if (isInstalled() && isBuilt()) return;
    await alone(async () => {
      ensureInstalled();
      await ensureBuilt();
    });
  } catch (error) {
    console.error(`Keepsake could not be prepared: ${error.message}`);
    process.exit(1);
  }
}
