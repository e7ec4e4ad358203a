/** The providers by name: where they answer, which model they get unless told, how their requests differ. */
import type { LlmProvider } from "../contract/llm";
import type { LlmKeyName } from "../env";

export interface ProviderFacts {
  /** Which request they understand; `chat` = chat completions as OpenAI made them. */
  api: "anthropic" | "openai" | "google" | "groq" | "chat";
  /** null = the user names it. */
  baseUrl: string | null;
  model: string | null;
  keyName: LlmKeyName | null;
  /** Whether it takes `response_format: json_object` (E67). */
  jsonMode: boolean;
  /** Whether it takes a JSON schema. What refuses one for its usual model is asked for JSON alone, and told the shape in words. */
  schemas: boolean;
  /** Added to every body of a `chat` provider unless the request says otherwise. */
  extra: Readonly<Record<string, unknown>>;
}

export const PROVIDERS: Readonly<Record<LlmProvider, ProviderFacts>> = {
  anthropic: {
    api: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    model: "claude-sonnet-4-6",
    keyName: "ANTHROPIC_API_KEY",
    jsonMode: true,
    schemas: true,
    extra: {},
  },
  openai: {
    api: "openai",
    baseUrl: "https://api.openai.com/v1",
    model: "gpt-4o-mini",
    keyName: "OPENAI_API_KEY",
    jsonMode: true,
    schemas: true,
    extra: {},
  },
  google: {
    api: "google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    model: "gemini-2.5-flash",
    keyName: "GOOGLE_GENERATIVE_AI_API_KEY",
    jsonMode: true,
    schemas: true,
    extra: {},
  },
  groq: {
    api: "groq",
    baseUrl: "https://api.groq.com/openai/v1",
    model: "llama-3.3-70b-versatile",
    keyName: "GROQ_API_KEY",
    jsonMode: true,
    schemas: false,
    extra: {},
  },
  deepseek: {
    api: "chat",
    baseUrl: "https://api.deepseek.com",
    model: "deepseek-v4-flash",
    keyName: "DEEPSEEK_API_KEY",
    jsonMode: true,
    schemas: false,
    // Thinking would spend the answer's tokens before the answer begins.
    extra: { temperature: 0.2, thinking: { type: "disabled" } },
  },
  moonshot: {
    api: "chat",
    baseUrl: "https://api.moonshot.ai/v1",
    model: "moonshot-v1-auto",
    keyName: "MOONSHOT_API_KEY",
    jsonMode: true,
    schemas: false,
    extra: {},
  },
  kimi: {
    api: "chat",
    baseUrl: "https://api.kimi.com/coding/v1",
    model: "kimi-for-coding",
    keyName: "KIMI_API_KEY",
    jsonMode: false,
    schemas: false,
    extra: {},
  },
  "openai-compatible": {
    api: "chat",
    baseUrl: null,
    model: null,
    keyName: null,
    jsonMode: true,
    schemas: false,
    extra: {},
  },
};
