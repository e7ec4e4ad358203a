/**
 * A process of its own that checks what must be installed: it loads the native modules, which a server that has no need of them yet
 * must not. Bundled to `dist/checks.mjs`; told the package's folder and the model's by its arguments, it tells its parent.
 */
import { checkPrograms } from "./programs";

process.send?.(await checkPrograms(process.argv[2] ?? "", process.argv[3] ?? ""));
// The channel to the parent would keep it alive.
process.disconnect?.();
