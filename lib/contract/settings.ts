/** Settings: every key with its bounds, its default and the environment variables that overrule it (E113–E136, M41, M42, M56). */
import { z } from "zod";

const chars = (what: string) => z.number().int().min(0).max(10_000).meta({ description: what });
const weight = (what: string) => z.number().min(0).max(10).meta({ description: what });

const shape = {
  inject_scope: z
    .enum(["project", "all"])
    .meta({ description: "Memories of the current project and global ones, or of all projects." }),
  /** Hosts drop hook output above 10,000 characters, so no setting may ask for more. */
  inject_max_chars: z
    .number()
    .int()
    .min(200)
    .max(10_000)
    .meta({ description: "Characters of the whole injected block." }),
  inject_max_count: z
    .number()
    .int()
    .min(0)
    .max(500)
    .meta({ description: "Memories injected in full, pinned ones included." }),
  inject_pinned_max_count: z.number().int().min(0).max(100).meta({ description: "Pinned memories in the block." }),
  inject_pinned_max_chars: chars("Characters of the pinned layer."),
  inject_index_max_chars: chars("Characters of the list of what was left out; 0 leaves the list out."),
  inject_key_prefix_quota: z
    .number()
    .int()
    .min(1)
    .max(500)
    .meta({ description: "Memories in full that share the first two key segments." }),
  inject_w_importance: weight("Weight of importance in the score."),
  inject_w_recency: weight("Weight of recency in the score."),
  inject_w_frequency: weight("Weight of how often a memory was used."),
  inject_w_relevance: weight("Weight of a key that names the current project."),
  inject_recency_tau_days: z
    .number()
    .min(0.01)
    .max(3650)
    .meta({ description: "Days after which recency has fallen to 37 %." }),
  inject_freq_norm_cap: z.number().int().min(1).max(1_000_000).meta({ description: "Uses that count as the most." }),
  inject_project_aliases: z
    .record(z.string().min(1).max(200), z.string().min(1).max(200))
    .refine((aliases) => Object.keys(aliases).length <= 200, "At most 200 aliases.")
    .meta({ description: "Folder name to the name that memory keys use for it." }),
  context_observations: z
    .number()
    .int()
    .min(0)
    .max(500)
    .meta({ description: "Recent observations in the block, at most." }),
  digest_days: z
    .number()
    .int()
    .min(0)
    .max(3650)
    .meta({ description: "Age in days up to which sessions are in the digest." }),
  digest_per_project: z.number().int().min(0).max(50).meta({ description: "Digest entries of one project." }),
  digest_max_chars: chars("Characters of the digest; 0 leaves it out."),
  sidebarOpen: z.boolean().meta({ description: "Whether the console's left rail is open." }),
  selectedProject: z
    .string()
    .trim()
    .min(1)
    .max(1024)
    .nullable()
    .meta({ description: "Project that the console shows." }),
} as const;

export const Settings = z.object(shape).meta({ id: "Settings" });
export type Settings = z.infer<typeof Settings>;
export type SettingKey = keyof Settings;
export const SETTING_KEYS = Object.keys(shape) as SettingKey[];

export const SETTING_DEFAULTS: Readonly<Settings> = {
  inject_scope: "project",
  inject_max_chars: 8000,
  inject_max_count: 50,
  inject_pinned_max_count: 10,
  inject_pinned_max_chars: 2000,
  inject_index_max_chars: 1000,
  inject_key_prefix_quota: 3,
  inject_w_importance: 0.5,
  inject_w_recency: 0.3,
  inject_w_frequency: 0.2,
  inject_w_relevance: 0.3,
  inject_recency_tau_days: 14,
  inject_freq_norm_cap: 20,
  inject_project_aliases: {},
  context_observations: 50,
  digest_days: 30,
  digest_per_project: 2,
  digest_max_chars: 800,
  sidebarOpen: true,
  selectedProject: null,
};

/** Setting → variables, the first that is set wins. What only the console remembers has none. */
export const SETTING_ENV: Readonly<Record<SettingKey, readonly string[]>> = {
  ...(Object.fromEntries(SETTING_KEYS.map((key) => [key, [`KEEPSAKE_${key.toUpperCase()}`]])) as Record<
    SettingKey,
    string[]
  >),
  context_observations: ["KEEPSAKE_CONTEXT_OBSERVATIONS", "CLAUDE_MEM_CONTEXT_OBSERVATIONS"],
  sidebarOpen: [],
  selectedProject: [],
};

/** One value of unknown type against its bounds; throws `ZodError`. */
export const parseSetting = <K extends SettingKey>(key: K, value: unknown): Settings[K] =>
  shape[key].parse(value) as Settings[K];

/** The text of an environment variable as a value: numbers and JSON are read, words stay. Throws `ZodError`. */
export function parseSettingText(key: SettingKey, text: string): Settings[SettingKey] {
  let value: unknown = text.trim();
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: a plain word, which the schema judges.
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
}).meta({ id: "SettingsView" });
export type SettingsView = z.infer<typeof SettingsView>;

/** `overruled`: keys that were stored but whose environment variable holds. */
export const SettingsSaved = z
  .object({ success: z.literal(true), overruled: z.array(z.string()) })
  .meta({ id: "SettingsSaved" });
export type SettingsSaved = z.infer<typeof SettingsSaved>;

export const settingSchema = (key: SettingKey): z.ZodType => shape[key];
