import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "@": fileURLToPath(new URL(".", import.meta.url)),
      // The editor itself: only there inside it.
      vscode: fileURLToPath(new URL("extensions/vscode/test/vscode.ts", import.meta.url)),
    },
  },
  test: {
    include: [
      "lib/**/*.test.ts",
      "app/**/*.test.ts",
      "components/**/*.test.ts",
      "i18n/**/*.test.ts",
      "bin/**/*.test.ts",
      "bench/**/*.test.ts",
      "extensions/**/*.test.ts",
    ],
    // Without the folder of real transcripts these files have no test to register.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.KEEPSAKE_REAL_TRANSCRIPTS === undefined ? ["**/real.test.ts"] : []),
    ],
    pool: "forks",
    maxWorkers: 2,
    // A bound on what hangs, not on what is slow: the machines are shared.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
