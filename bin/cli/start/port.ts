/** Chooses the port: the asked one or nothing; else that of the last time, the default, or the next free one. */
import { createServer } from "node:net";
import { AppError } from "../../../lib/contract/errors";
import { DEFAULT_PORT } from "../../../lib/env";

const TRIES = 20;

export interface PortChoice {
  port: number;
  /** True when the default port was taken and a later one serves instead. */
  moved: boolean;
}

/** `asked` 0 = any free port; `last`: what served the folder before, where that counts. Throws `not_ready` when the asked port is taken. */
export async function choosePort(asked: number | null, host: string, last: number | null = null): Promise<PortChoice> {
  if (asked === 0) return { port: await anyFreePort(host), moved: false };
  if (asked !== null) {
    if (await isFree(asked, host)) return { port: asked, moved: false };
    throw new AppError("not_ready", `Port ${asked} is taken by another program.`, {
      hint: "Set KEEPSAKE_PORT to a free one, or unset it to let Keepsake choose.",
    });
  }
  if (last !== null && (await isFree(last, host))) return { port: last, moved: false };
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + TRIES; port++) {
    if (await isFree(port, host)) return { port, moved: port !== DEFAULT_PORT };
  }
  throw new AppError("not_ready", `Ports ${DEFAULT_PORT} to ${DEFAULT_PORT + TRIES - 1} are all taken.`, {
    hint: "Set KEEPSAKE_PORT to a free one.",
  });
}

const isFree = async (port: number, host: string): Promise<boolean> => (await listenOnce(port, host)) !== null;

async function anyFreePort(host: string): Promise<number> {
  const port = await listenOnce(0, host);
  if (port === null) throw new AppError("not_ready", "No free port was found.");
  return port;
}

function listenOnce(port: number, host: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(null);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === "object" && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
