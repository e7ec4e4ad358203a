/** The only reader of `process.env`: parsed once, every odd bound explained. */
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { parseSettingText, SETTING_ENV, SETTING_KEYS, type SettingKey, type Settings } from "./contract/settings";

/** Keys of language models: the first is for Keepsake alone, the others are the providers' own names. */
export const LLM_KEY_NAMES = [
  "KEEPSAKE_LLM_API_KEY",
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GROQ_API_KEY",
  "DEEPSEEK_API_KEY",
  "MOONSHOT_API_KEY",
  "KIMI_API_KEY",
] as const;
export type LlmKeyName = (typeof LLM_KEY_NAMES)[number];

const Flag = z.enum(["0", "1", "true", "false"]).transform((word) => word === "1" || word === "true");

const EnvSchema = z.object({
  /** Data folder, created with mode 0700. */
  KEEPSAKE_HOME: z.string().min(1).optional(),
  KEEPSAKE_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** Second name of the port, for claude-mem clients (M1). */
  CLAUDE_MEM_WORKER_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** Set by Next to the port it listens on. */
  PORT: z.coerce.number().int().min(0).max(65535).optional().catch(undefined),
  KEEPSAKE_HOST: z.string().min(1).default("127.0.0.1"),
  /** Host names that requests may carry beside loopback and KEEPSAKE_HOST, comma list. */
  KEEPSAKE_ALLOWED_HOSTS: z.string().default(""),
  /** Folder that holds drizzle/, models/ and dist/; the launcher sets it. */
  KEEPSAKE_ROOT: z.string().min(1).optional(),
  KEEPSAKE_MODEL_DIR: z.string().min(1).optional(),
  KEEPSAKE_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).optional(),
  /** `hash` replaces the model by a deterministic fake; for tests only. */
  KEEPSAKE_EMBEDDER: z.enum(["model", "hash"]).default("model"),
  /** Ask for the token on loopback too. */
  KEEPSAKE_REQUIRE_TOKEN: Flag.default(false),
  /** Where Kimi Code keeps its sessions; Kimi Code's own variable. */
  KIMI_CODE_HOME: z.string().min(1).optional(),
  /** Where codewatch-memory keeps its database, to be imported from (C50, C66). */
  CODEWATCH_DATA_DIR: z.string().min(1).optional(),
  /** Folder whose project is meant where a caller names none (C66). */
  CODEWATCH_PROJECT_DIR: z.string().min(1).optional(),
  CODEWATCH_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).optional().catch(undefined),
  /** Set by the launcher: Next leaves SIGTERM and SIGINT to us. */
  NEXT_MANUAL_SIG_HANDLE: Flag.default(false),
});

export interface Env {
  home: string;
  root: string;
  /** null = the default port, or the next free one. */
  port: number | null;
  /** What the server listens on, as far as it is known; for programs that are no server it says nothing. */
  servedPort: number | null;
  host: string;
  allowedHosts: string[];
  modelDir: string;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  embedder: "model" | "hash";
  requireToken: boolean;
  /** We end the process on a signal, after the work in hand; else Next does. */
  endsOnSignal: boolean;
  kimiHome: string;
  /** Folder of codewatch-memory's own database, which is an import source (C50). */
  codewatchData: string;
  /** null = a caller that names no folder gets none. */
  codewatchProjectDir: string | null;
  /** Models by provider, for whichever of them is switched on (C63); a name switches nothing on. */
  providerModels: Partial<Record<"google" | "openai" | "groq", string>>;
  /** Settings that the environment holds: they overrule what the console stores. */
  settings: Partial<Settings>;
  /** The variable that names a provider which Keepsake does not know; then no language model is on. */
  unknownProvider: string | null;
  /** What was accepted and does nothing here, for whoever starts the server to read. */
  notes: string[];
  /** What a program that we start (git) needs to find itself, its user and the network; nothing that steers it. A function: proxies may hold passwords. */
  forChild(): Record<string, string>;
  /** A function, so that an environment that is written out shows no key. A key switches nothing on. */
  llmKey(name: LlmKeyName): string | null;
}

/** Programs that we start see these and no others: a `GIT_DIR` around the server must not move its git elsewhere. */
const CHILD_NAMES = [
  ...["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CONFIG_HOME", "SSH_AUTH_SOCK", "SSL_CERT_FILE", "SSL_CERT_DIR"],
  ...["http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"],
  ...["USERPROFILE", "APPDATA", "LOCALAPPDATA", "SystemRoot", "TEMP", "TMP", "PATHEXT"],
];

/** M58: accepted for the sake of scripts that set them. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  CODEWATCH_CHARS_PER_TOKEN: "tokens are always estimated as a quarter of the characters",
  CLAUDE_MEM_PYTHON_VERSION: "no Python runs here",
  KEEPSAKE_PYTHON_VERSION: "no Python runs here",
};

function notesOn(source: NodeJS.ProcessEnv): string[] {
  return Object.entries(WITHOUT_EFFECT)
    .filter(([name]) => (source[name] ?? "") !== "")
    .map(([name, why]) => `${name} has no effect: ${why}.`);
}

function providerModelsOf(source: NodeJS.ProcessEnv): Env["providerModels"] {
  const named = (["google", "openai", "groq"] as const).flatMap((provider) => {
    const model = source[`CODEWATCH_${provider.toUpperCase()}_MODEL`]?.trim() ?? "";
    return model === "" ? [] : [[provider, model.slice(0, 200)] as const];
  });
  return Object.fromEntries(named);
}

export const DEFAULT_PORT = 37777;
const MODEL_NAME = "multilingual-e5-small-trimmed";

/** Reads the environment; throws a `ZodError` that names the variable which is wrong. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  // An empty value means "not set", as shells and service files write it.
  const env = EnvSchema.parse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== "")));
  const root = env.KEEPSAKE_ROOT ?? process.cwd();
  return {
    home: env.KEEPSAKE_HOME ?? join(homedir(), ".keepsake"),
    root,
    port: env.KEEPSAKE_PORT ?? env.CLAUDE_MEM_WORKER_PORT ?? null,
    servedPort: env.PORT ?? env.KEEPSAKE_PORT ?? env.CLAUDE_MEM_WORKER_PORT ?? null,
    host: env.KEEPSAKE_HOST,
    allowedHosts: env.KEEPSAKE_ALLOWED_HOSTS.split(",")
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ""),
    modelDir: env.KEEPSAKE_MODEL_DIR ?? join(root, "models", MODEL_NAME),
    logLevel: env.KEEPSAKE_LOG_LEVEL ?? env.CODEWATCH_LOG_LEVEL ?? "info",
    embedder: env.KEEPSAKE_EMBEDDER,
    requireToken: env.KEEPSAKE_REQUIRE_TOKEN,
    endsOnSignal: env.NEXT_MANUAL_SIG_HANDLE,
    codewatchData: env.CODEWATCH_DATA_DIR ?? join(homedir(), "mcp-data", "codewatch-memory"),
    codewatchProjectDir: env.CODEWATCH_PROJECT_DIR ?? null,
    providerModels: providerModelsOf(source),
    kimiHome: env.KIMI_CODE_HOME ?? join(homedir(), ".kimi-code"),
    ...settingsOf(source),
    notes: notesOn(source),
    forChild: () =>
      Object.fromEntries(
        CHILD_NAMES.flatMap((name) => {
          const value = source[name];
          return value === undefined || value === "" ? [] : [[name, value]];
        }),
      ),
    llmKey: (name) => source[name]?.trim() || null,
  };
}

function settingsOf(source: NodeJS.ProcessEnv): Pick<Env, "settings" | "unknownProvider"> {
  const found: [SettingKey, unknown][] = [];
  let unknownProvider: string | null = null;
  for (const key of SETTING_KEYS) {
    const name = SETTING_ENV[key].find((candidate) => (source[candidate] ?? "") !== "");
    if (name === undefined) continue;
    if (
      (key === "llm_provider" || key === "llm_fallback_provider") &&
      /^(?:none|off)$/i.test(source[name]?.trim() ?? "")
    ) {
      found.push([key, null]);
      continue;
    }
    try {
      found.push([key, parseSettingText(key, source[name] ?? "")]);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      // The variable may be meant for another program that knows more providers: no reason not to start.
      if (key === "llm_provider") {
        unknownProvider = name;
        continue;
      }
      // A second provider that nobody knows here is none.
      if (key === "llm_fallback_provider") continue;
      throw new z.ZodError(error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })));
    }
  }
  return { settings: Object.fromEntries(found) as Partial<Settings>, unknownProvider };
}

/**
 * The runtime of models would tell its maker of each run unless told not to. Before it is loaded, in the main thread: what a worker thread
 * writes to its environment the runtime never sees.
 */
export function forbidTelemetry(): void {
  process.env["ORT_DISABLE_TELEMETRY"] = "1";
}
