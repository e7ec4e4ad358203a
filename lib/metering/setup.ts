/** Gathers what settings, environment and credentials file say about the language model. */
import type { App } from "../context";
import { type ChoiceSources, type ModelSetup, resolveChoice } from "../llm/choice";
import { readCredentials } from "../llm/credentials";
import { LlmProvider } from "../contract/llm";
import { readSettings, settingSource } from "../settings/service";

/** Read anew each time: a key that was changed or taken away counts at once. */
export function readSetup(app: App): ModelSetup {
  const settings = readSettings(app);
  const setup = resolveChoice({
    named: namedProvider(app),
    model: settings.llm_model,
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

function namedProvider(app: App): ChoiceSources["named"] {
  const provider = readSettings(app).llm_provider;
  const source = settingSource(app, "llm_provider");
  if (provider !== null) return { provider, source };
  return source === "default" ? null : "off";
}
