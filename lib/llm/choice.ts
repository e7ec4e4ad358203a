/** Which model answers, of all that settings, environment and credentials file say; or why none does (E66, design §7). */
import type { LlmProvider } from "../contract/llm";
import type { LlmKeyName } from "../env";
import { checkBaseUrl, isLoopbackUrl } from "./base-url";
import { CREDENTIALS_FILE, type CredentialsFile, type LlmProblem } from "./credentials";
import { PROVIDERS } from "./providers";
import type { ModelChoice } from "./types";

export interface ChoiceSources {
  /** A provider named in the settings; `off` = they say that there is to be none, whatever the file says. */
  named: { provider: LlmProvider; source: string } | "off" | null;
  model: string | null;
  /** Models by provider that the environment names beside it (C63). */
  providerModels?: Partial<Record<LlmProvider, string>>;
  baseUrl: string | null;
  file: CredentialsFile;
  envKey(name: LlmKeyName): string | null;
}

export interface ModelSetup {
  /** null = no request goes out. */
  choice: ModelChoice | null;
  /** What was asked for, usable or not. */
  provider: LlmProvider | null;
  model: string | null;
  baseUrl: string | null;
  /** Who named the provider. */
  source: string | null;
  /** Name of the file or variable that holds the key. */
  keySource: string | null;
  problems: LlmProblem[];
}

const OFF: ModelSetup = {
  choice: null,
  provider: null,
  model: null,
  baseUrl: null,
  source: null,
  keySource: null,
  problems: [],
};

/** Pure. A key or a model name alone chooses nothing. */
export function resolveChoice(sources: ChoiceSources): ModelSetup {
  const { named, file } = sources;
  if (named === "off") return OFF;
  const problems = file.problem === null ? [] : [file.problem];
  const provider = named?.provider ?? file.credentials?.provider ?? null;
  if (provider === null) return { ...OFF, problems };
  const source = named?.source ?? CREDENTIALS_FILE;
  // What the file says counts for its own provider only: one provider's key never goes to another.
  const own = file.credentials?.provider === provider ? file.credentials : null;
  const facts = PROVIDERS[provider];
  const model = sources.model ?? sources.providerModels?.[provider] ?? own?.model ?? facts.model;
  const address = addressOf(sources.baseUrl ?? own?.baseUrl ?? facts.baseUrl, provider);
  const key = keyOf(provider, own?.apiKey ?? "", sources);
  problems.push(...address.problems);
  if (model === null) {
    problems.push({
      what: `No model is named for ${provider}.`,
      hint: "Set llm_model, e.g. to a name that Ollama lists.",
    });
  }
  const mayLackKey = provider === "openai-compatible" && address.url !== null && isLoopbackUrl(address.url);
  if (key === null && !mayLackKey) problems.push(noKey(provider));
  else if (key !== null && !/^[\x21-\x7e]{1,4096}$/.test(key.value)) {
    problems.push({
      what: `The key in ${key.source} is none: it holds more than printable characters.`,
      hint: "Copy it anew.",
    });
  }
  const isUsable = problems.every((problem) => problem === file.problem) && model !== null && address.url !== null;
  return {
    choice: isUsable ? { provider, model, baseUrl: address.url, apiKey: key?.value ?? "" } : null,
    provider,
    model,
    baseUrl: address.url,
    source,
    keySource: key?.source ?? null,
    problems,
  };
}

function addressOf(text: string | null, provider: LlmProvider): { url: string | null; problems: LlmProblem[] } {
  if (text === null) {
    const hint = "Set llm_base_url, e.g. to http://127.0.0.1:11434/v1 for Ollama.";
    return { url: null, problems: [{ what: `No address is named for ${provider}.`, hint }] };
  }
  const verdict = checkBaseUrl(text);
  if (verdict.ok) return { url: verdict.url, problems: [] };
  const what = `The address of the language model ${verdict.reason}; no request goes out.`;
  return {
    url: null,
    problems: [{ what, hint: "Set llm_base_url, or base_url in the credentials file, to an https address." }],
  };
}

interface Key {
  value: string;
  source: string;
}

/** The variable that is ours, then the file, which is ours too, then the provider's own variable. */
function keyOf(provider: LlmProvider, fromFile: string, { envKey }: ChoiceSources): Key | null {
  const ours = envKey("KEEPSAKE_LLM_API_KEY");
  if (ours !== null) return { value: ours, source: "KEEPSAKE_LLM_API_KEY" };
  if (fromFile !== "") return { value: fromFile, source: CREDENTIALS_FILE };
  const name = PROVIDERS[provider].keyName;
  const theirs = name === null ? null : envKey(name);
  return name === null || theirs === null ? null : { value: theirs, source: name };
}

function noKey(provider: LlmProvider): LlmProblem {
  const name = PROVIDERS[provider].keyName ?? "KEEPSAKE_LLM_API_KEY";
  return {
    what: `${provider} is named as provider of the language model, but there is no key.`,
    hint: `Put it into ${CREDENTIALS_FILE} (mode 0600) in the data folder as api_key, or into ${name}.`,
  };
}
