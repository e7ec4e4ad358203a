/** `npm run build` */
import { ensureInstalled } from "./setup/install.mjs";
import { build } from "./setup/build.mjs";

ensureInstalled();
await build();
