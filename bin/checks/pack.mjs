/** Packs the package, installs it into an empty folder outside the repository, and starts it there (T14). */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { headersOfThisNode } from "../setup/install.mjs";
import { ROOT, run } from "../setup/paths.mjs";
import { checkClient } from "./pack-client.mjs";
import { checkEverme } from "./pack-everme.mjs";

const PAGES = ["/", "/memories", "/timeline", "/search?q=coupon", "/activity", "/health"];
const READY = /Keepsake is ready: (http:\S+)/;
const READY_WITHIN_MS = 60_000;

export async function checkPack() {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-pack-"));
  try {
    const tarball = pack(folder);
    const place = join(folder, "place");
    mkdirSync(place);
    writeFileSync(
      join(place, "package.json"),
      JSON.stringify({ name: "place", private: true, allowScripts: { "better-sqlite3": true } }),
    );
    run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", "--onnxruntime-node-install=skip", tarball], {
      cwd: place,
      env: { ...process.env, ...headersOfThisNode() },
    });
    return await startAndLook(place, join(folder, "home"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pack(folder) {
  const packed = spawnSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith(".tgz")),
  );
}

async function startAndLook(place, home) {
  const program = join(place, "node_modules", "keepsake", "bin", "keepsake.mjs");
  const child = spawn(process.execPath, [program, "start", "--sample"], {
    cwd: place,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, KEEPSAKE_HOME: home, KEEPSAKE_PORT: "0" },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const url = await readyUrl(child);
    for (const page of PAGES) {
      const response = await fetch(url + page);
      const text = await response.text();
      if (response.status !== 200 || !text.includes("Keepsake")) throw new Error(`${page} answered ${response.status}`);
    }
    const found = await (await fetch(`${url}/api/search?query=money+as+whole+cents&mode=vector&type=memories`)).json();
    if (found.degraded === undefined) throw new Error("search did not answer");
    checkClient(place, url);
    checkEverme(place, url, home);
    console.log(
      `The packed program serves ${PAGES.length} pages from an empty folder, and its clients and programs speak with it.`,
    );
    return true;
  } catch (error) {
    console.error(`The packed program failed: ${error.message}`);
    return false;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

function readyUrl(child) {
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => reject(new Error(`not ready in time; it said: ${said}`)), READY_WITHIN_MS);
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const match = READY.exec(said);
      if (match === null) return;
      clearTimeout(timer);
      resolve(match[1]);
    });
    child.once("exit", (code) => reject(new Error(`it ended (exit ${code}); it said: ${said}`)));
  });
}
