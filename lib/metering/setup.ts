/** Gathers what settings, environment and credentials file say about the language model. */
import type { App } from "../context";
import { type ChoiceSources, type ModelSetup, resolveChoice } from "../llm/choice";
import { readCredentials } from "../llm/credentials";
import { LlmProvider } from "../contract/llm";
import type { ModelChoice } from "../llm/types";
import { readSettings, settingSource } from "../settings/service";

/** Read anew each time: a key that was changed or taken away counts at once. */
export function readSetup(app: App): ModelSetup {
  const settings = readSettings(app);
  const setup = resolveChoice({
    named: namedProvider(app),
    model: settings.llm_model,
    providerModels: app.env.providerModels,
    baseUrl: settings.llm_base_url,
    file: readCredentials(app.env.home),
    envKey: (name) => app.env.llmKey(name),
  });
  const variable = app.env.unknownProvider;
  if (variable === null) return setup;
  const problem = {
    what: `${variable} names no provider that Keepsake knows; the rules do the work.`,
    hint: `Use one of: ${LlmProvider.options.join(", ")}; or none.`,
  };
  return { ...setup, choice: null, provider: null, model: null, problems: [problem, ...setup.problems] };
}

/**
 * The second provider, asked once where the first one fails (C60, C62); null = none is named, or it is the first one. Model and address
 * of the settings are those of the first: the second has its own of the environment (C63), of the file, or its usual ones.
 */
export function readFallback(app: App): ModelChoice | null {
  const provider = readSettings(app).llm_fallback_provider;
  const first = readSetup(app);
  if (provider === null || first.choice === null || provider === first.choice.provider) return null;
  return resolveChoice({
    named: { provider, source: settingSource(app, "llm_fallback_provider") },
    model: null,
    providerModels: app.env.providerModels,
    baseUrl: null,
    file: readCredentials(app.env.home),
    // The key that is for Keepsake alone is the first provider's.
    envKey: (name) => (name === "KEEPSAKE_LLM_API_KEY" ? null : app.env.llmKey(name)),
  }).choice;
}

function namedProvider(app: App): ChoiceSources["named"] {
  const provider = readSettings(app).llm_provider;
  const source = settingSource(app, "llm_provider");
  if (provider !== null) return { provider, source };
  return source === "default" ? null : "off";
}
