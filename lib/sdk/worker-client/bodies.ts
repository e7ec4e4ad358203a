/**
 * What a caller writes. The worker reads far more names and shapes than these (M5); here each thing has one name. The
 * client's calls check them against the contract's own inputs.
 */
import type { ExportFooter, ExportHeader, ExportKind, ExportLine, ExportQuery } from "../../contract/export";
import type { SemanticInput } from "../../contract/recall";
import type { SearchQuery } from "../../contract/search";
import type { TimelineQuery } from "../../contract/timeline";
import type { ByFileQuery, MemorySave } from "../../contract/worker-lists";

/** Where the agent works; the folder says which project it is. */
export type Place = {
  cwd?: string | undefined;
  /** Key, name or alias; counts where there is no folder. */
  project?: string | undefined;
  branch?: string | undefined;
  /** The host: `claude`, `codex`, `gemini`, `cursor`, …; absent = `api`. */
  platformSource?: string | undefined;
};

/** One tool use of a session (M11). */
export type ToolUse = Place & {
  tool_name: string;
  /** Any JSON. */
  tool_input?: unknown;
  /** Any JSON. */
  tool_response?: unknown;
  /** The host's id of this use: the same one again is a duplicate. */
  tool_use_id?: string | undefined;
  /** Turn that it belongs to; absent = the current one. */
  prompt_number?: number | undefined;
  /** Inside a sub-agent. */
  agentId?: string | undefined;
  agentType?: string | undefined;
};

/** The end of a turn (M12). */
export type TurnEnd = Place & {
  last_user_message?: string | undefined;
  last_assistant_message?: string | undefined;
  prompt_number?: number | undefined;
  agentId?: string | undefined;
  agentType?: string | undefined;
};

/** A prompt that begins a turn (M9, M10). */
export type TurnStart = Place & {
  prompt?: string | undefined;
  promptNumber?: number | undefined;
};

/** The host's own id of a session, 1–300 characters. */
export type OfSession = {
  claudeSessionId: string;
};

type Words = string | readonly string[];

/** Lists may be arrays or comma lists. */
export interface SearchFilter extends Partial<Omit<SearchQuery, "obs_type" | "concepts" | "files" | "format">> {
  obs_type?: Words | undefined;
  concepts?: Words | undefined;
  files?: Words | undefined;
  /** Default `index`; `full` has all fields. For text blocks see `searchText`. */
  format?: "index" | "full" | undefined;
}

/** Filters of a search for one kind. */
export type KindFilter = Omit<SearchFilter, "type">;

/** `anchor`: an observation's id, `S<id>` of a summary, `P<id>` of a prompt, or an ISO time; or words in `query`. */
export interface TimelineFilter extends Partial<Omit<TimelineQuery, "anchor">> {
  anchor?: string | number | undefined;
}

export type FileFilter = Partial<Omit<ByFileQuery, "path" | "filePath" | "files">>;

export type NewNote = Partial<MemorySave> & Pick<MemorySave, "text">;

/** The prompt, and where it was typed; neither project nor folder = all projects. */
export type PromptContext = { q: string } & Partial<Omit<SemanticInput, "q" | "query" | "prompt">>;

export interface ExportFilter extends Partial<Omit<ExportQuery, "kinds">> {
  kinds?: readonly ExportKind[] | undefined;
}
export type ExportRecord = ExportHeader | ExportLine | ExportFooter;
