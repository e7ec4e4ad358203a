/** Finds the running server of the data folder, or starts one in the background; says nothing on stdout. */
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../lib/contract/errors";
import type { Env } from "../../lib/env";
import { servedBy } from "../cli/served";
import { lastPort } from "../cli/start/last-port";
import { choosePort } from "../cli/start/port";
import { type RunningServer, spawnServer } from "../cli/start/server";
import { readToken } from "../cli/token";
import type { Address } from "./upstream";

const LOOK_AGAIN_MS = 100;
/** A server that has its file and does not answer yet is waited for so long; its number may be another program's by now. */
const COMING_MS = 15_000;

export interface FindOptions {
  /** Start one where none runs. */
  mayStart: boolean;
  /** Milliseconds. */
  withinMs: number;
}

/**
 * The server's address once it answers. Several programs may do so at once: the folder's lock lets one server live, and all of
 * them find that one. Throws `not_ready` when there is none and none may be started, or it does not come up.
 */
export async function findServer(env: Env, { mayStart, withinMs }: FindOptions): Promise<Address> {
  const begun = Date.now();
  const deadline = begun + withinMs;
  let started: RunningServer | null = null;
  let exit: number | null = null;
  while (Date.now() < deadline) {
    const served = await servedBy(env.home);
    if (served.state === "ours") return { url: served.url, token: readToken(env.home) };
    const isComing = served.state === "unknown" && served.isRunning && Date.now() - begun < COMING_MS;
    if (!isComing && started === null) {
      if (!mayStart) throw noServer(env.home);
      const { port } = await choosePort(env.port, env.host, lastPort(env.home));
      started = spawnServer(env, port, { background: true });
      started.child.unref();
      void started.ended.then((code) => (exit = code));
    }
    // It ended: either another one holds the folder and comes up, or it cannot start.
    if (exit !== null && !isComing) {
      const other = await servedBy(env.home);
      if (other.state === "ours") return { url: other.url, token: readToken(env.home) };
      throw new AppError("not_ready", `The Keepsake server could not be started (exit ${exit}).`, {
        hint: "Run `keepsake start` in a terminal, or `keepsake doctor`, to see why.",
      });
    }
    await sleep(LOOK_AGAIN_MS);
  }
  throw new AppError("not_ready", "The Keepsake server does not answer.", {
    hint: "Run `keepsake doctor` to see why.",
  });
}

const noServer = (home: string): AppError =>
  new AppError("not_ready", `No Keepsake server runs for ${home}.`, { hint: "Start it with `keepsake start`." });
