import { defineConfig } from "vitest/config";

/** Tests that spawn the built programs, kill them and start them again: one file at a time, after a build. */
export default defineConfig({
  test: {
    include: ["e2e/processes/**/*.test.ts"],
    pool: "forks",
    fileParallelism: false,
    // Bounds on what hangs, not on what is slow: the machines are shared.
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
