/** One process prepares this folder at a time: a second `npm ci` beside the first takes its packages away. Plain JavaScript: nothing is installed yet. */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ROOT } from "./paths.mjs";

const LOCK = join(ROOT, ".keepsake-preparing");
const LOOK_EVERY_MS = 500;
/** A lock without a number was left between its two steps. */
const EMPTY_FOR_MS = 10_000;

/** Runs `work` when no other process is inside; waits for one that is, and takes the place of one that was killed. */
export async function alone(work, lock = LOCK) {
  for (let told = false; !take(lock);) {
    const owner = ownerOf(lock);
    if (owner === null) continue;
    if (!isAlive(owner, lock)) {
      removeLeftover(lock, owner);
      continue;
    }
    if (!told) console.error(`Another command (process ${owner}) prepares this folder; waiting for it …`);
    told = true;
    await setTimeout(LOOK_EVERY_MS);
  }
  const release = () => rmSync(lock, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** It is moved first, so that of two who find it only one removes it, and neither the lock of a third. */
function removeLeftover(lock, owner) {
  const moved = `${lock}.${process.pid}`;
  try {
    renameSync(lock, moved);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  if (readFileSync(moved, "utf8") === owner) rmSync(moved, { force: true });
  else renameSync(moved, lock);
}

/** What stands in the lock; null = there is none any more. */
function ownerOf(lock) {
  try {
    return readFileSync(lock, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

function isAlive(owner, lock) {
  if (owner === "") return Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) < EMPTY_FOR_MS;
  try {
    process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
