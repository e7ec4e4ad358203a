/** Finds the running server of the data folder, or starts one in the background; says nothing on stdout. */
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../lib/contract/errors";
import type { Env } from "../../lib/env";
import { servedBy } from "../cli/served";
import { lastPort } from "../cli/start/last-port";
import { choosePort } from "../cli/start/port";
import { spawnServer } from "../cli/start/server";
import { readToken } from "../cli/token";
import type { Address } from "./upstream";

const LOOK_AGAIN_MS = 100;
/** A server that has its file and does not answer yet is waited for so long; its number may be another program's by now. */
const COMING_MS = 15_000;
/** Two that begin at once want the same port: the server of one ends before that of the other has its file. */
const OTHER_COMES_MS = 10_000;

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
  let isStarted = false;
  /** Ours came to nothing, for this reason. */
  const failed: { why: AppError; at: number }[] = [];
  while (Date.now() < deadline) {
    const served = await servedBy(env.home);
    if (served.state === "ours") return { url: served.url, token: readToken(env.home) };
    const isComing = served.state === "unknown" && served.isRunning && Date.now() - begun < COMING_MS;
    if (!isComing && !isStarted) {
      if (!mayStart) throw noServer(env.home);
      isStarted = true;
      void startOne(env).then((why) => failed.push({ why, at: Date.now() }));
    }
    const [end] = failed;
    if (end !== undefined && !isComing && Date.now() - end.at > OTHER_COMES_MS) throw end.why;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new AppError("not_ready", "The Keepsake server does not answer.", {
    hint: "Run `keepsake doctor` to see why.",
  });
}

/** Resolves when the server that it starts has ended, or could not begin. */
async function startOne(env: Env): Promise<AppError> {
  try {
    const { port } = await choosePort(env.port, env.host, lastPort(env.home));
    const { child, ended } = spawnServer(env, port, { background: true });
    child.unref();
    const code = await ended;
    return new AppError("not_ready", `The Keepsake server could not be started (exit ${code}).`, {
      hint: "Run `keepsake start` in a terminal, or `keepsake doctor`, to see why.",
    });
  } catch (error) {
    if (error instanceof AppError) return error;
    const { code } = error as NodeJS.ErrnoException;
    return new AppError(
      "not_ready",
      `The Keepsake server could not be started${code === undefined ? "" : ` (${code})`}.`,
      {
        hint: "Run `keepsake doctor` to see why.",
        cause: error,
      },
    );
  }
}

const noServer = (home: string): AppError =>
  new AppError("not_ready", `No Keepsake server runs for ${home}.`, { hint: "Start it with `keepsake start`." });
