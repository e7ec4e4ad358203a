/** Where the gateway is, who speaks, and how the hooks behave: the host's own settings, then the environment, then defaults (V23–V26). Pure. */

/** Milliseconds for a whole answer, headers and body (V21). */
export const TIMEOUT_MS = 30_000;
/** Milliseconds for an upload. */
export const UPLOAD_TIMEOUT_MS = 120_000;

/** Keepsake's own gateway: nothing leaves this machine unless another base is named. */
export const DEFAULT_API_BASE = "http://127.0.0.1:37777";

/** What a host passes; each goes before the environment. */
export interface HostConfig {
  apiBase?: string | undefined;
  agentId?: string | undefined;
  /** `evt_…`: reads and writes as one agent. */
  agentToken?: string | undefined;
  /** `emk_…`: the account's key, used where there is no agent token. */
  apiKey?: string | undefined;
  flushEveryTurns?: number | undefined;
  flushMode?: FlushMode | undefined;
  injectTopK?: number | undefined;
  injectProfile?: boolean | undefined;
  injectMinScore?: number | undefined;
  telemetry?: boolean | undefined;
  debug?: boolean | undefined;
  /** Folder of checkpoints and buffers. */
  stateDir?: string | undefined;
  /** Milliseconds. */
  timeoutMs?: number | undefined;
}

/** `legacy` flushes after every turn. */
export type FlushMode = "counted" | "legacy";

export interface Config {
  apiBase: string;
  agentId: string;
  agentToken: string;
  apiKey: string;
  /** Turns between two flushes; 0 = only when the session ends. */
  flushEveryTurns: number;
  flushMode: FlushMode;
  injectTopK: number;
  injectProfile: boolean;
  injectMinScore: number;
  telemetry: boolean;
  debug: boolean;
  /** undefined = the host's own place. */
  stateDir: string | undefined;
  timeoutMs: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Never throws: what is no number, flag or word of its kind counts as not given. */
export function resolveConfig(host: HostConfig = {}, env: Environment = {}): Config {
  const text = (own: string | undefined, name: string, otherwise: string): string =>
    firstText(own, env[name]) ?? otherwise;
  return {
    apiBase: text(host.apiBase, "EVERME_API_BASE", DEFAULT_API_BASE),
    agentId: text(host.agentId, "EVERME_AGENT_ID", ""),
    agentToken: text(host.agentToken, "EVERME_AGENT_TOKEN", ""),
    apiKey: text(host.apiKey, "EVERME_API_KEY", ""),
    flushEveryTurns: number(
      host.flushEveryTurns,
      env["EVERME_FLUSH_EVERY_TURNS"],
      5,
      (n) => Number.isInteger(n) && n >= 0,
    ),
    flushMode: host.flushMode ?? (env["EVERME_FLUSH_MODE"]?.trim() === "legacy" ? "legacy" : "counted"),
    injectTopK: number(host.injectTopK, env["EVERME_INJECT_TOPK"], 10, (n) => Number.isInteger(n) && n >= 1 && n <= 20),
    injectProfile: flag(host.injectProfile, env["EVERME_INJECT_PROFILE"], false),
    injectMinScore: number(host.injectMinScore, env["EVERME_INJECT_MIN_SCORE"], 0.1, (n) => n >= 0 && n <= 1),
    telemetry: flag(host.telemetry, env["EVERME_TELEMETRY"], true),
    debug: flag(host.debug, env["EVERME_DEBUG"], false),
    stateDir: firstText(host.stateDir, env["EVERME_STATE_DIR"]),
    timeoutMs: number(host.timeoutMs, undefined, TIMEOUT_MS, (n) => n > 0 && n <= 600_000),
  };
}

/** Throws an `Error` that names what is missing for writing as an agent; no value is in its message (V25). */
export function assertConfigUsable(config: Pick<Config, "agentId" | "agentToken">): void {
  const missing = [
    ...(config.agentId === "" ? ["EVERME_AGENT_ID"] : []),
    ...(config.agentToken === "" ? ["EVERME_AGENT_TOKEN"] : []),
  ];
  if (missing.length > 0) {
    throw new Error(
      `${missing.join(" and ")} must be set: in the environment, in the host's everme.env or in its settings.`,
    );
  }
}

/** What requests carry: the agent's token, else the account's key; "" = neither. */
export const bearerOf = ({ agentToken, apiKey }: Pick<Config, "agentToken" | "apiKey">): string =>
  agentToken === "" ? apiKey : agentToken;

/** V60: only an agent with its own token writes; the account's key reads. */
export const canWrite = ({ agentToken, agentId }: Pick<Config, "agentToken" | "agentId">): boolean =>
  agentToken.startsWith("evt_") && agentId !== "";

function firstText(...values: (string | undefined)[]): string | undefined {
  for (const value of values) {
    const text = value?.trim();
    if (text !== undefined && text !== "") return text;
  }
  return undefined;
}

function number(
  own: number | undefined,
  given: string | undefined,
  otherwise: number,
  isGood: (value: number) => boolean,
): number {
  if (own !== undefined && Number.isFinite(own) && isGood(own)) return own;
  const text = given?.trim() ?? "";
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return isGood(value) ? value : otherwise;
}

function flag(own: boolean | undefined, given: string | undefined, otherwise: boolean): boolean {
  if (own !== undefined) return own;
  const text = given?.trim().toLowerCase() ?? "";
  if (["1", "true", "yes", "on"].includes(text)) return true;
  return ["0", "false", "no", "off"].includes(text) ? false : otherwise;
}
