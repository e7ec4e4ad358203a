/** `npm run build` */
import { alone } from "./setup/alone.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { build } from "./setup/build.mjs";

await alone(async () => {
  ensureInstalled();
  await build();
});
