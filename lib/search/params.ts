/** What an address of search was asked, as one `SearchQuery`: aliases resolved, the address's own filters put in (M5, M30, M32–M36). Pure. */
import { AppError } from "../contract/errors";
import { ObsType } from "../contract/evidence";
import { SEARCH_TYPES, type SearchQuery, type SearchType } from "../contract/search";
import type { SearchParams } from "../contract/search-params";

/** What an address stands for; it goes before what the sender says of the same filter. */
export type Preset = Partial<Pick<SearchQuery, "type" | "obs_type" | "concepts" | "files">>;

/** Types that later generations of claude-mem write beside the six. */
const OTHER_TYPES = ["security_alert", "security_note", "sensitive"];
const OBS_TYPES: ReadonlySet<string> = new Set([...ObsType.options, ...OTHER_TYPES]);

/** What a kind is called by those who think of one row. */
const KINDS: ReadonlyMap<string, SearchType> = new Map<string, SearchType>([
  ...SEARCH_TYPES.map((type) => [type, type] as const),
  ["observation", "observations"],
  ["session", "sessions"],
  ["summary", "sessions"],
  ["summaries", "sessions"],
  ["prompt", "prompts"],
  ["memory", "memories"],
  ["event", "events"],
]);

/**
 * The first name of a filter that is there counts: our own, then those of M5. `type` is a kind, else types of observations
 * (and then means observations). Throws `validation_failed` where it is neither; `obs_type` takes any word.
 */
export function readSearchParams(params: SearchParams, preset: Preset = {}): SearchQuery {
  const { type, date_start, date_from, date_end, date_to, concept, filePath, ...query } = params;
  const asked = readType(type);
  const obsTypes = preset.obs_type ?? query.obs_type ?? asked.obsTypes;
  return {
    ...query,
    dateStart: query.dateStart ?? date_start ?? date_from,
    dateEnd: query.dateEnd ?? date_end ?? date_to,
    concepts: preset.concepts ?? query.concepts ?? concept,
    files: preset.files ?? query.files ?? filePath,
    obs_type: obsTypes,
    type: preset.type ?? asked.kind,
  };
}

function readType(type: string | undefined): { kind?: SearchType; obsTypes?: string } {
  const word = type?.trim().toLowerCase() ?? "";
  if (word === "" || word === "all") return {};
  const kind = KINDS.get(word);
  if (kind !== undefined) return { kind };
  const parts = word.split(",").flatMap((part) => part.trim() || []);
  if (parts.length > 0 && parts.every((part) => OBS_TYPES.has(part)))
    return { kind: "observations", obsTypes: parts.join(",") };
  throw new AppError("validation_failed", `type must be one of: ${SEARCH_TYPES.join(", ")}.`, {
    hint: `Types of observations (${ObsType.options.join(", ")}) are understood too; others go into obs_type.`,
    details: [{ path: "type", message: `must be one of: ${SEARCH_TYPES.join(", ")}` }],
  });
}

/** The filter that an address is made for (M35): the first name that says something. Throws `validation_failed` when none does. */
export function requireFilter(values: (string | undefined)[], name: string, example: string): string {
  const value = values.find((each) => each !== undefined && each.replaceAll(",", "").trim() !== "");
  if (value !== undefined) return value;
  throw new AppError("validation_failed", `${name} is missing.`, {
    hint: `For example ${example}.`,
    details: [{ path: name, message: "is missing" }],
  });
}
