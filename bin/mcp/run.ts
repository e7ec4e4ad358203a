/** `keepsake mcp`: one host on stdin and stdout until it goes away. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, parse } from "node:path";
import { MCP_PROFILES, type McpProfile } from "../../lib/contract/mcp-names";
import { packageRoot } from "../cli/root";
import { watchParent } from "./parent";
import { REFUSED, RpcError } from "./rpc";
import type * as Late from "./late";
import { createSession, type Host, type Upstream } from "./serve";

export interface McpOptions {
  profile?: string | undefined;
  /** Key, name or alias; else the host's root, else the folder it was started in. */
  project?: string | undefined;
  /** False = only use a server that runs already. */
  start?: boolean | undefined;
}

/** Milliseconds that a call waits for the server (E53). */
const WAIT_MS = 120_000;
/** What is under way when the host closes stdin may still be answered. */
const LAST_ANSWERS_MS = 10_000;

/** Ends the process when the host has gone. Throws for a profile that there is none of. */
export async function runMcp(options: McpOptions): Promise<void> {
  const profile = profileOf(options.profile);
  // Whatever a library says must not stand between messages.
  console.log = console.error;
  const session = createSession(hostOf(profile, options));
  const { stdin } = process;
  const isOver = new Promise<"closed" | "orphan">((resolve) => {
    stdin.once("end", () => resolve("closed"));
    stdin.once("close", () => resolve("closed"));
    stdin.once("error", () => resolve("closed"));
    process.stdout.once("error", () => resolve("orphan"));
    watchParent(process, () => resolve("orphan"));
  });
  stdin.setEncoding("utf8");
  stdin.on("data", (piece: string) => session.take(piece));
  if ((await isOver) === "closed") await within(session.settled(), LAST_ANSWERS_MS);
  await within(session.close(), 1_000);
  // What was written last has to leave first.
  await within(
    new Promise<void>((resolve) => {
      process.stdout.write("", () => resolve());
    }),
    1_000,
  );
  process.exit(0);
}

function profileOf(name = "core"): McpProfile {
  const profile = MCP_PROFILES.find((one) => one === name);
  if (profile === undefined) throw new Error(`There is no profile ${name}. Use one of: ${MCP_PROFILES.join(", ")}.`);
  return profile;
}

const within = (work: Promise<void>, ms: number): Promise<void> =>
  Promise.race([
    work,
    new Promise<void>((resolve) => {
      setTimeout(resolve, ms);
    }),
  ]);

/** Beside this program in dist/: its packages cost more time to load than a handshake may take. */
const loadLate = () => import(new URL("mcp-late.mjs", import.meta.url).href) as Promise<typeof Late>;

function hostOf(profile: McpProfile, options: McpOptions): Host {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string };
  let tools: Promise<{ name: string }[]> | undefined;
  return {
    profile,
    version,
    write: (message) => void process.stdout.write(`${JSON.stringify(message)}\n`),
    tools: () => (tools ??= loadLate().then(({ listedTools }) => listedTools(profile))),
    upstream: (roots) => lateUpstream(profile, options, roots),
  };
}

/** An environment that is not valid is told to whoever asks for something. */
function lateUpstream(profile: McpProfile, options: McpOptions, roots: () => Promise<{ uri: string }[]>): Upstream {
  let made: Promise<Upstream> | undefined;
  const upstream = (): Promise<Upstream> =>
    (made ??= loadLate().then(({ createUpstream, findServer, keyFor, readEnv }) => {
      const env = readEnv();
      return createUpstream({
        find: () => findServer(env, { mayStart: options.start !== false, withinMs: WAIT_MS }),
        place: () => ({ profile, project: options.project, cwd: env.codewatchProjectDir ?? workingFolder() }),
        evermeKey: (url) => keyFor(process.env, url),
        roots,
        waitMs: WAIT_MS,
      });
    }));
  const tell = (error: unknown): void =>
    console.error(`keepsake: ${error instanceof Error ? error.message : "failed"}`);
  return {
    begin: (client) => void upstream().then((one) => one.begin(client), tell),
    request: async (method, params, signal) => {
      const one = await upstream().catch((error: unknown) => {
        tell(error);
        throw new RpcError(REFUSED, "keepsake mcp cannot run in this environment; its stderr says why.");
      });
      return one.request(method, params, signal);
    },
    notify: (method) => void upstream().then((one) => one.notify(method), tell),
    close: async () => (await made?.catch(() => null))?.close(),
  };
}

/** Hosts without a project start their servers in the home folder or at the top: neither is one. */
function workingFolder(): string | undefined {
  const cwd = process.cwd();
  return cwd === homedir() || cwd === parse(cwd).root ? undefined : cwd;
}
