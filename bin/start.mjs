/** `npm start`: installs what is missing, builds if the build is stale, starts the server. */
import { ensureBuilt } from "./setup/build.mjs";
import { ensureInstalled } from "./setup/install.mjs";

try {
  ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(`Keepsake could not be prepared: ${error.message}`);
  process.exit(1);
}
process.argv.splice(2, 0, "start");
await import("../dist/cli.mjs");
