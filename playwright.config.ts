import { defineConfig } from "@playwright/test";

const chromium = process.env.KEEPSAKE_CHROMIUM;

/** Runs on the production build; each test starts its own server on a temp data folder (e2e/fixtures.ts). */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A second attempt is named in the run's closing lines, so that it is mended and not got used to.
  retries: 1,
  forbidOnly: true,
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    trace: "retain-on-failure",
    launchOptions: {
      ...(chromium === undefined || chromium === "" ? {} : { executablePath: chromium }),
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
