/** `npm start`: prepares what is missing, then starts the server. */
import { prepare } from "./setup/prepare.mjs";

await prepare();
process.argv.splice(2, 0, "start");
await import("../dist/cli.mjs");
