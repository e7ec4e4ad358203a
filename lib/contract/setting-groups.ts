/** What can be set, by area: bounds, default and meaning of every key (E113–E136, M41, M42, M56). */
import { z } from "zod";

/** A key's schema and the value that holds where nobody set one. */
const setting = <S extends z.ZodType>(schema: S, fallback: z.infer<S>, description: string) => ({
  schema: schema.meta({ description }),
  fallback,
});

const int = (min: number, max: number) => z.number().int().min(min).max(max);
const chars = () => int(0, 10_000);
const weight = () => z.number().min(0).max(10);
const share = () => z.number().min(0).max(1);
const hours = () => int(0, 24 * 365);
const days = () => int(0, 3650);
const word = (max = 200) => z.string().trim().min(1).max(max).nullable();

/** E113, E114: the two recalls of `memory_search` and what each is worth. */
const searching = {
  fts_top_k: setting(int(1, 500), 20, "Hits that the words bring to memory_search."),
  vector_top_k: setting(int(1, 500), 20, "Hits that meaning brings to memory_search."),
  fts_weight: setting(share(), 0.6, "Weight of the words in memory_search."),
  vector_weight: setting(share(), 0.4, "Weight of meaning in memory_search."),
  recall_max_chars: setting(int(200, 10_000), 4000, "Characters of what a prompt brings back (C47)."),
} as const;

/** E121–E130. Hosts drop hook output above 10,000 characters, so no setting may ask for more. */
const injecting = {
  inject_scope: setting(
    z.enum(["project", "all"]),
    "project",
    "Memories of the current project and global ones, or of all projects.",
  ),
  inject_max_chars: setting(int(200, 10_000), 8000, "Characters of the whole injected block."),
  inject_max_count: setting(int(0, 500), 50, "Memories injected in full, pinned ones included."),
  inject_pinned_max_count: setting(int(0, 100), 10, "Pinned memories in the block."),
  inject_pinned_max_chars: setting(chars(), 2000, "Characters of the pinned layer."),
  inject_index_max_chars: setting(chars(), 1000, "Characters of the list of what was left out; 0 leaves the list out."),
  inject_key_prefix_quota: setting(int(1, 500), 3, "Memories in full that share the first two key segments."),
  inject_w_importance: setting(weight(), 0.5, "Weight of importance in the score."),
  inject_w_recency: setting(weight(), 0.3, "Weight of recency in the score."),
  inject_w_frequency: setting(weight(), 0.2, "Weight of how often a memory was used."),
  inject_w_relevance: setting(weight(), 0.3, "Weight of a key that names the current project."),
  inject_recency_tau_days: setting(z.number().min(0.01).max(3650), 14, "Days after which recency has fallen to 37 %."),
  inject_freq_norm_cap: setting(int(1, 1_000_000), 20, "Uses that count as the most."),
  inject_project_aliases: setting(
    z
      .record(z.string().min(1).max(200), z.string().min(1).max(200))
      .refine((aliases) => Object.keys(aliases).length <= 200, "At most 200 aliases."),
    {},
    "Folder name to the name that memory keys use for it.",
  ),
  context_observations: setting(int(0, 500), 50, "Recent observations in the block, at most."),
  digest_days: setting(days(), 30, "Age in days up to which sessions are in the digest."),
  digest_per_project: setting(int(0, 50), 2, "Digest entries of one project."),
  digest_max_chars: setting(chars(), 800, "Characters of the digest; 0 leaves it out."),
  stop_hook_safe: setting(z.boolean(), true, "Do nothing at a Stop hook that another Stop hook caused (E91)."),
} as const;

/** E133, E135 and the language gate: what may become a memory. */
const writing = {
  value_min_chars: setting(int(1, 1000), 10, "Characters that a memory's value must have."),
  value_max_chars: setting(int(10, 20_000), 500, "Characters that a memory's value may have."),
  memory_language: setting(
    z.enum(["any", "zh"]),
    "any",
    "Language that an extracted memory must be written in (gate 10 of E81).",
  ),
  add_merge_threshold: setting(
    share(),
    0.95,
    "Similarity (1 + cosine) / 2 at which a new memory supersedes a like one.",
  ),
} as const;

/** E115–E118, E131, E132: keeping house. Nothing is deleted by a schedule, archived only. */
const housekeeping = {
  forget_days_threshold: setting(days(), 90, "Days without use after which a memory may be archived."),
  forget_access_count_threshold: setting(int(0, 1_000_000), 2, "Uses above which a memory is never archived."),
  forget_rate_limit_days: setting(days(), 7, "Days after its last change that a memory is left alone."),
  forget_auto_run_hours: setting(hours(), 24, "Hours between two runs of forgetting; 0 = never."),
  consolidate_similarity_threshold: setting(
    share(),
    0.92,
    "Similarity (1 + cosine) / 2 of what is shown as a near-duplicate.",
  ),
  consolidate_auto_run_hours: setting(hours(), 168, "Hours between two runs of consolidation at 0.97; 0 = never."),
  evidence_retention_days: setting(
    days(),
    180,
    "Days that tool events are kept unless something points to them; 0 = for ever.",
  ),
  disk_max_mb: setting(
    int(0, 10_000_000),
    10_000,
    "Megabytes of the data folder above which the oldest tool events go first; 0 = no bound.",
  ),
  backups_kept: setting(int(1, 365), 14, "Daily backups that are kept."),
} as const;

export const LLM_PROVIDERS = [
  "anthropic",
  "openai",
  "google",
  "groq",
  "deepseek",
  "moonshot",
  "kimi",
  "openai-compatible",
] as const;

const Price = z.strictObject({ input: z.number().min(0).max(10_000), output: z.number().min(0).max(10_000) });

/** A provider named here, in the environment or in the credentials file switches a model on; a key alone never does. */
const models = {
  llm_provider: setting(z.enum(LLM_PROVIDERS).nullable(), null, "Provider of the language model; none = rules only."),
  llm_model: setting(word(), null, "Model of the provider; none = the provider's default here."),
  llm_fallback_provider: setting(
    z.enum(LLM_PROVIDERS).nullable(),
    null,
    "Provider that is asked once where the first fails while observing or reflecting (C60); none = no second one.",
  ),
  llm_base_url: setting(
    z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .refine((url) => !/^[a-z]+:\/\/[^/?#]*@/i.test(url), "The address holds a user name or password.")
      .refine((url) => !/[?#]/.test(url), "The address ends with its path; a key belongs into the environment.")
      .nullable(),
    null,
    "Address of an OpenAI-compatible server, e.g. a local Ollama.",
  ),
  llm_daily_tokens: setting(int(0, 1_000_000_000), 1_000_000, "Tokens a day, in and out; 0 = no bound."),
  llm_daily_usd: setting(z.number().min(0).max(100_000), 2, "US dollars a day by the prices below; 0 = no bound."),
  llm_prices: setting(
    z
      .record(z.string().min(1).max(200), Price)
      .refine((prices) => Object.keys(prices).length <= 200, "At most 200 models."),
    {},
    "Model name to US dollars a million tokens, in and out.",
  ),
} as const;

const Glob = z.string().trim().min(1).max(1000);
const Folder = z.string().trim().min(1).max(4096);

/** M6: what is not captured at all. */
const capturing = {
  skip_tools: setting(
    z.array(z.string().trim().min(1).max(200)).max(200),
    ["ListMcpResourcesTool", "SlashCommand", "Skill", "TodoWrite"],
    "Tools whose uses are not captured; a trailing * stands for any ending.",
  ),
  hook_recall_ms: setting(
    int(100, 20_000),
    1500,
    "Milliseconds that a hook waits for what memory has to say to a prompt or a session's start.",
  ),
  hook_capture_ms: setting(
    int(100, 20_000),
    1000,
    "Milliseconds that any other hook waits; then its event is kept for later.",
  ),
  hook_stdin_ms: setting(int(100, 60_000), 5000, "Milliseconds that a hook waits for its host to hand over the event."),
  hook_starts_server: setting(z.boolean(), false, "Start the server in the background when a hook finds none."),
  excluded_projects: setting(
    z.array(Glob).max(200),
    [],
    "Globs of project names, keys or folders of which nothing is captured; ~ is the home folder.",
  ),
} as const;

/** One request a turn, where a provider is switched on. */
const extracting = {
  llm_turns: setting(z.boolean(), true, "Let the language model extract each turn; off = the rules do."),
  llm_turn_max_chars: setting(int(2000, 400_000), 48_000, "Characters of one turn that go to the language model."),
  llm_timeout_seconds: setting(
    int(5, 600),
    60,
    "Seconds in which a turn's extraction must be answered, tries included.",
  ),
} as const;

/** C37, C56, C60–C65: observations of a branch are compressed once they are too long. */
const reflecting = {
  reflect_threshold: setting(
    int(1000, 10_000_000),
    40_000,
    "Estimated tokens of observations of a branch from which on they are compressed (C37).",
  ),
  auto_reflect: setting(z.boolean(), true, "Compress by itself after capture and after each observation (C37)."),
  max_compression: setting(int(0, 3), 3, "Strongest level of compression: 0 reorganises, 3 leaves paragraphs (C34)."),
  default_branch: setting(
    z.string().trim().min(1).max(300),
    "main",
    "Branch of what was observed where no repository says one (C56).",
  ),
} as const;

/** M45–M47: the git checkouts that the branch routes may see and move. */
const checkouts = {
  branch_roots: setting(z.array(Folder).max(100), [], "Checkouts whose branch may be looked at and moved by request."),
  branch_watch: setting(Folder.nullable(), null, "Checkout that the branch routes mean when a request names none."),
} as const;

/** M43, M44. */
const serving = {
  mcp_enabled: setting(z.boolean(), true, "Whether the MCP server answers."),
} as const;

/** A list of memories that a person gave a name: `query` is the address behind `/memories?`. */
export const SavedView = z.strictObject({ name: z.string().trim().min(1).max(100), query: z.string().max(2000) });
export type SavedView = z.infer<typeof SavedView>;

/** What only the console remembers. */
export const remembering = {
  sidebarOpen: setting(z.boolean(), true, "Whether the console's left rail is open."),
  selectedProject: setting(word(1024), null, "Project that the console shows."),
  saved_views: setting(z.array(SavedView).max(50), [], "Lists of memories that were given a name."),
} as const;

/** Changes that nobody wants to take back: where a viewer left off. */
export const UNRECORDED: readonly string[] = ["sidebarOpen", "selectedProject"] satisfies (keyof typeof remembering)[];

/** The areas in the order in which a person reads them. */
export const SETTING_AREAS = {
  injecting,
  searching,
  writing,
  capturing,
  extracting,
  reflecting,
  models,
  housekeeping,
  checkouts,
  serving,
  remembering,
} as const;

export const SETTING_GROUPS = {
  ...injecting,
  ...searching,
  ...writing,
  ...housekeeping,
  ...models,
  ...capturing,
  ...extracting,
  ...reflecting,
  ...checkouts,
  ...serving,
  ...remembering,
} as const;
