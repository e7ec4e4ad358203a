/** The plugin that OpenClaw loads, `dist/openclaw/index.js`: registers the context engine. */
import { createContextEngine, ENGINE_ID } from "../../../lib/sdk/agent/adapters/openclaw";
import { createOutbox } from "../../../lib/sdk/agent/adapters/openclaw-outbox";
import type { HostConfig } from "../../../lib/sdk/agent/config";
import { readConfig, stateFolder } from "../settings";

export interface OpenClawApi {
  registerContextEngine(id: string, factory: (context: unknown) => unknown): void;
  /** What stands at `plugins.entries.keepsake-everme.config`, checked against the manifest. */
  pluginConfig?: unknown;
  logger?: { warn?(line: string): void };
}

/** Inside OpenClaw only; not bundled. */
const OPENCLAW_CORE = "openclaw/plugin-sdk/core";

async function delegateCompaction(params: unknown): Promise<unknown> {
  const core = (await import(OPENCLAW_CORE)) as { delegateCompactionToRuntime?(params: unknown): Promise<unknown> };
  if (core.delegateCompactionToRuntime === undefined) throw new Error("This OpenClaw has no compaction to hand on to");
  return core.delegateCompactionToRuntime(params);
}

export default function register(api: OpenClawApi): void {
  const own = typeof api.pluginConfig === "object" && api.pluginConfig !== null ? (api.pluginConfig as HostConfig) : {};
  const config = readConfig(process.env, own);
  const log = (line: string): void => api.logger?.warn?.(`keepsake-everme: ${line}`);
  const { flushMode, flushEveryTurns } = config;
  const outbox = createOutbox({
    dir: config.stateDir ?? stateFolder("openclaw"),
    flushEveryTurns: flushMode === "legacy" ? 1 : flushEveryTurns,
    log,
  });
  api.registerContextEngine(ENGINE_ID, () => createContextEngine({ config, outbox, delegateCompaction, log }));
}
