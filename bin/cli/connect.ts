/** Finds the running server of the data folder and answers a client for it. */
import { type Client, createClient } from "../../lib/client";
import { AppError } from "../../lib/contract/errors";
import { DEFAULT_PORT, readEnv } from "../../lib/env";
import { readServerFile, urlOf } from "./server-file";
import { readToken } from "./token";

export interface Connection {
  client: Client;
  url: string;
  home: string;
}

/** Throws `not_ready` with the command to run when no server answers. */
export async function connect(): Promise<Connection> {
  const env = readEnv();
  const known = readServerFile(env.home);
  const url = known === null ? `http://127.0.0.1:${env.port ?? DEFAULT_PORT}` : urlOf(known);
  const client = createClient(url, { token: readToken(env.home), actor: "cli" });
  try {
    await client.health();
  } catch (error) {
    if (error instanceof AppError && error.code !== "not_ready") throw error;
    throw new AppError("not_ready", `No Keepsake server answers at ${url}.`, {
      hint: "Start it with `npm start` (or `keepsake start`), in another terminal.",
      cause: error,
    });
  }
  return { client, url, home: env.home };
}
