/** The AI SDK's model for a choice. Loaded when a request is made: a server without a provider never pays for it. */
import type { LanguageModel } from "ai";
import { PROVIDERS } from "./providers";
import type { ModelChoice } from "./types";

/** Address and key are always given, so that the SDK looks neither up in the environment. */
export async function openModel(choice: ModelChoice, fetch: typeof globalThis.fetch): Promise<LanguageModel> {
  const facts = PROVIDERS[choice.provider];
  const baseURL = choice.baseUrl ?? facts.baseUrl;
  if (baseURL === null) throw new Error(`No address is known for ${choice.provider}.`);
  const { apiKey, model } = choice;
  switch (facts.api) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ baseURL, apiKey, fetch })(model);
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ baseURL, apiKey, fetch }).chat(model);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ baseURL, apiKey, fetch })(model);
    }
    case "groq": {
      const { createGroq } = await import("@ai-sdk/groq");
      return createGroq({ baseURL, apiKey, fetch })(model);
    }
    case "chat": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const transformRequestBody = (body: Record<string, unknown>) => ({ ...facts.extra, ...given(body) });
      return createOpenAICompatible({ name: choice.provider, baseURL, apiKey, fetch, transformRequestBody })(model);
    }
  }
}

/** The SDK names what was not given, too. */
const given = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
