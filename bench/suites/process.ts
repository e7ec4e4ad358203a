/** Start-up time, resident memory, and the import of transcripts by the command line. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { launch, type Server, startServer } from "../../e2e/support/server";
import { type Row, timeOnce, valueRow } from "../measure";

const STARTS = 3;
const MB = 1024;

/** MB of the server process; -1 where /proc is missing. */
export function residentMb(server: Server): number {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"));
    return Number(line?.[1] ?? -MB) / MB;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return -1;
    throw error;
  }
}

/** Seconds from the command to the first answer, by the launcher, on a store that exists. */
export async function benchStart(home: string, label: string, env: Record<string, string>): Promise<Row[]> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    let server: Server | undefined;
    times.push(
      await timeOnce(async () => {
        server = await startServer({ home, env });
      }),
    );
    await server?.stop();
  }
  times.sort((a, b) => a - b);
  return [valueRow(`start to first answer, ${label}`, "ms", times[1] ?? 0)];
}

/** The Claude Code transcripts of a folder, twenty times each under other session ids would be cheating: as they are. */
export async function benchImport(server: Server, folder: string): Promise<Row[]> {
  const files = readdirSync(folder).filter((name) => name.startsWith("claude-"));
  const paths = files.map((name) => join(folder, name));
  const lines = paths.reduce((sum, path) => sum + readFileSync(path, "utf8").trim().split("\n").length, 0);
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  const ms = await timeOnce(() => launch(["import", "--no-wait", ...paths], server.home).ended);
  return [
    valueRow(
      `import of ${files.length} real transcripts (${lines} lines, ${Math.round(bytes / 1024)} KB), whole command`,
      "ms",
      ms,
    ),
    valueRow("import of real transcripts", "lines/s", lines / (ms / 1000)),
  ];
}
