/** `<home>/server.json`: where the running server of a data folder listens. The server writes it, programs read it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const ServerFile = z.object({ pid: z.number().int(), port: z.number().int(), host: z.string() });
export type ServerFile = z.infer<typeof ServerFile>;

/** null when there is none, or it is half written. */
export function readServerFile(home: string): ServerFile | null {
  try {
    return ServerFile.parse(JSON.parse(readFileSync(join(home, "server.json"), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** Where programs of this machine reach it: a server that listens everywhere answers to its loopback names. */
export function urlOf({ host, port }: Pick<ServerFile, "host" | "port">): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" || host === "[::]" ? "[::1]" : host;
  return `http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}`;
}
