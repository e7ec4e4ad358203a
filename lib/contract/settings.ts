/** Settings: their types, where a value comes from, and the environment variables that overrule it (E113–E136, M41, M42, M56). */
import { z } from "zod";
import { remembering, SETTING_GROUPS } from "./setting-groups";

type Groups = typeof SETTING_GROUPS;
type Shape = { [K in keyof Groups]: Groups[K]["schema"] };
const shape = Object.fromEntries(
  Object.entries(SETTING_GROUPS).map(([key, { schema }]) => [key, schema]),
) as unknown as Shape;

export const Settings = z.object(shape).meta({ id: "Settings" });
export type Settings = z.infer<typeof Settings>;
export type SettingKey = keyof Settings;
export const SETTING_KEYS = Object.keys(shape) as SettingKey[];

export const SETTING_DEFAULTS = Object.fromEntries(
  Object.entries(SETTING_GROUPS).map(([key, { fallback }]) => [key, fallback]),
) as unknown as Readonly<Settings>;

/** Setting → variables, the first that is set wins. What only the console remembers has none. */
export const SETTING_ENV: Readonly<Record<SettingKey, readonly string[]>> = {
  ...(Object.fromEntries(SETTING_KEYS.map((key) => [key, [`KEEPSAKE_${key.toUpperCase()}`]])) as Record<
    SettingKey,
    string[]
  >),
  context_observations: ["KEEPSAKE_CONTEXT_OBSERVATIONS", "CLAUDE_MEM_CONTEXT_OBSERVATIONS"],
  llm_provider: ["KEEPSAKE_LLM_PROVIDER", "CODEWATCH_LLM_PROVIDER"],
  llm_model: ["KEEPSAKE_LLM_MODEL", "CODEWATCH_LLM_MODEL", "CLAUDE_MEM_MODEL"],
  llm_fallback_provider: ["KEEPSAKE_LLM_FALLBACK_PROVIDER", "CODEWATCH_FALLBACK_PROVIDER"],
  reflect_threshold: ["KEEPSAKE_REFLECT_THRESHOLD", "CODEWATCH_REFLECT_THRESHOLD"],
  auto_reflect: ["KEEPSAKE_AUTO_REFLECT", "CODEWATCH_AUTO_REFLECT"],
  max_compression: ["KEEPSAKE_MAX_COMPRESSION", "CODEWATCH_MAX_COMPRESSION"],
  default_branch: ["KEEPSAKE_DEFAULT_BRANCH", "CODEWATCH_DEFAULT_BRANCH"],
  skip_tools: ["KEEPSAKE_SKIP_TOOLS", "CLAUDE_MEM_SKIP_TOOLS"],
  excluded_projects: ["KEEPSAKE_EXCLUDED_PROJECTS", "CLAUDE_MEM_EXCLUDED_PROJECTS"],
  ...(Object.fromEntries(Object.keys(remembering).map((key) => [key, []])) as unknown as Record<
    keyof typeof remembering,
    string[]
  >),
};

/** One value of unknown type against its bounds; throws `ZodError`. */
export const parseSetting = <K extends SettingKey>(key: K, value: unknown): Settings[K] =>
  shape[key].parse(value) as Settings[K];

/**
 * The text of an environment variable as a value: numbers and JSON are read, words stay, a comma list is a list where
 * one is asked for. Throws `ZodError`.
 */
export function parseSettingText(key: SettingKey, text: string): Settings[SettingKey] {
  let value: unknown = text.trim();
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: a plain word, which the schema judges.
  }
  if (shape[key] instanceof z.ZodArray && !Array.isArray(value)) {
    value = text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  }
  return parseSetting(key, value);
}

type PatchShape = { [K in SettingKey]: z.ZodOptional<z.ZodNullable<(typeof shape)[K]>> };
const patchShape = Object.fromEntries(
  SETTING_KEYS.map((key) => [key, shape[key].nullable().optional()]),
) as unknown as PatchShape;

/** Any subset (M42); null takes the console's value away, so that the next source holds. */
export const SettingsPatch = z.strictObject(patchShape).meta({ id: "SettingsPatch" });
export type SettingsPatch = z.infer<typeof SettingsPatch>;

export const SettingSource = z.enum(["environment", "console", "config.json", "default"]);
export type SettingSource = z.infer<typeof SettingSource>;

export const SettingInfo = z.object({
  key: z.string(),
  value: z.unknown(),
  source: SettingSource,
  default: z.unknown(),
  /** JSON schema: type, bounds, choices, description. */
  schema: z.record(z.string(), z.unknown()),
  /** Environment variables that overrule the console. */
  env: z.array(z.string()),
});
export type SettingInfo = z.infer<typeof SettingInfo>;

/** `GET /api/settings`: the effective values at the top level (M41), beside them where each comes from. */
export const SettingsView = Settings.extend({
  settings: z.array(SettingInfo),
  /** What was ignored, e.g. a value of config.json that is out of bounds. */
  problems: z.array(z.string()),
  /** Variables of the environment that are accepted and do nothing here (M58). */
  notes: z.array(z.string()),
}).meta({ id: "SettingsView" });
export type SettingsView = z.infer<typeof SettingsView>;

/** `overruled`: keys that were stored but whose environment variable holds. */
export const SettingsSaved = z
  .object({ success: z.literal(true), overruled: z.array(z.string()) })
  .meta({ id: "SettingsSaved" });
export type SettingsSaved = z.infer<typeof SettingsSaved>;

export const settingSchema = (key: SettingKey): z.ZodType => shape[key];
