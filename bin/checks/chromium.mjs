/** Finds a Chromium for the browser tests, or installs one where that is possible without asking. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../setup/paths.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Path of the browser; undefined = Playwright's own. Throws a sentence that says what to install. */
export async function ensureChromium() {
  const found = onPath() ?? (await playwrightsOwn());
  if (found !== null) return found;
  if (process.platform === "linux" && process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    console.log("Installing Chromium and a CJK font (apt-get) …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    run("apt-get", ["update", "-qq"], { env });
    run("apt-get", ["install", "-y", "-qq", "chromium", "fonts-noto-cjk"], { env });
    const installed = onPath();
    if (installed !== null) return installed;
  }
  throw new Error(
    "The browser tests need Chromium. Install it (Debian, Ubuntu: apt install chromium fonts-noto-cjk; else: npx playwright install chromium) and run again.",
  );
}

function onPath() {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, name);
      if (isExecutable(path)) return path;
    }
  }
  return null;
}

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
