/** The worker API as one class: a method for each address (M50). */
import type { BranchStatus, BranchSwitched, BranchUpdated, CheckoutQuery } from "../../contract/branch";
import type { RestoreQuery, RestoreReport } from "../../contract/export";
import type { Injection, InjectPreviewQuery, InjectQuery } from "../../contract/inject";
import type { McpStatus, McpToggled } from "../../contract/mcp";
import type { ProjectList } from "../../contract/project";
import type { SemanticContext } from "../../contract/recall";
import type { SearchAnswer } from "../../contract/search";
import type { SearchHelp, TextBlocks } from "../../contract/search-params";
import type { SettingsPatch, SettingsSaved, SettingsView } from "../../contract/settings";
import type { Readiness, Stats, Version } from "../../contract/stats";
import type { Health } from "../../contract/system";
import type { RecentContext, RecentQuery, Timeline } from "../../contract/timeline";
import type {
  CompletePostInput,
  CompleteReply,
  InitPostInput,
  InitReply,
  ObservationPostInput,
  QueueReply,
  SessionDeleteReply,
  SessionInitPostInput,
  SessionInitReply,
  SessionObservationPostInput,
  SessionStatusReply,
  SessionSummarizePostInput,
  SummarizePostInput,
} from "../../contract/worker-capture";
import type { WorkerImport, WorkerImported } from "../../contract/transfer";
import type {
  MemorySaved,
  ObservationBatch,
  ObservationsByFile,
  ProcessingStatus,
  RowDeleted,
  RowList,
  RowListQuery,
  SummaryOrSession,
} from "../../contract/worker-lists";
import type { ObservationRow, PromptRow, SummaryRow } from "../../contract/worker-rows";
import type {
  ExportFilter,
  ExportRecord,
  FileFilter,
  KindFilter,
  NewNote,
  OfSession,
  PromptContext,
  SearchFilter,
  TimelineFilter,
  ToolUse,
  TurnEnd,
  TurnStart,
} from "./bodies";
import { WorkerCalls } from "./calls";
import { exchangeLines } from "./lines";
import type { CallOptions } from "./request";
import { openStream, type StreamOptions, type WorkerEvent, type WorkerStream } from "./stream";

type Id = number | string;

const at = (path: string, id: Id): string => `${path}/${encodeURIComponent(String(id))}`;

/**
 * Speaks with a worker on this machine. Every method but `isHealthy` throws `WorkerUnavailableError` when nothing
 * answers, `WorkerTimeoutError` when it takes too long, `WorkerRequestError` with status and body when the worker
 * refuses; each takes `{ signal, timeout }` as its last argument. Answers are typed by the worker's contract.
 */
export class WorkerClient extends WorkerCalls {
  // The worker

  /** Whether a worker answers, within 2 s; false on any failure. */
  async isHealthy(options?: CallOptions): Promise<boolean> {
    try {
      const { status } = await this.getHealth(options);
      return typeof status === "string";
    } catch {
      // The question was whether it answers: it does not.
      return false;
    }
  }

  /** What is up and what is wrong, within 2 s (M25). */
  getHealth(options?: CallOptions): Promise<Health> {
    return this.get("/api/health", {}, options, "health");
  }

  /** The worker's version, within 2 s. */
  getVersion(options?: CallOptions): Promise<Version> {
    return this.get("/api/version", {}, options, "health");
  }

  /** Throws `WorkerRequestError` with status 503 while the store takes no writes. */
  getReadiness(options?: CallOptions): Promise<Readiness> {
    return this.get("/api/readiness", {}, options, "health");
  }

  /** Counts, sizes, uptime in seconds (M22). */
  getStats(options?: CallOptions): Promise<Stats> {
    return this.get("/api/stats", {}, options);
  }

  /** Latest activity first. */
  getProjects(options?: CallOptions): Promise<ProjectList> {
    return this.get("/api/projects", {}, options);
  }

  // Capture

  /** A prompt: makes the session if need be, and begins a turn (M9). */
  initSession(start: OfSession & TurnStart, options?: CallOptions): Promise<InitReply> {
    return this.post("/api/sessions/init", start satisfies InitPostInput, options);
  }

  /** One tool use (M6); a new id makes the session. */
  queueObservation(use: OfSession & ToolUse, options?: CallOptions): Promise<QueueReply> {
    return this.post("/api/sessions/observations", use satisfies ObservationPostInput, options);
  }

  /** The turn is over (M7). */
  queueSummarize(end: OfSession & TurnEnd, options?: CallOptions): Promise<QueueReply> {
    return this.post("/api/sessions/summarize", end satisfies SummarizePostInput, options);
  }

  /** The session is over (M8); `message` where there was nothing to end. */
  completeSession(claudeSessionId: string, options?: CallOptions): Promise<CompleteReply> {
    return this.post("/api/sessions/complete", { claudeSessionId } satisfies CompletePostInput, options);
  }

  /** M10. */
  initSessionById(sessionDbId: number, start: TurnStart, options?: CallOptions): Promise<SessionInitReply> {
    return this.post(`${at("/sessions", sessionDbId)}/init`, start satisfies SessionInitPostInput, options);
  }

  /** M11. */
  queueObservationById(sessionDbId: number, use: ToolUse, options?: CallOptions): Promise<QueueReply> {
    const body = use satisfies SessionObservationPostInput;
    return this.post(`${at("/sessions", sessionDbId)}/observations`, body, options);
  }

  /** M12. */
  queueSummarizeById(sessionDbId: number, end: TurnEnd, options?: CallOptions): Promise<QueueReply> {
    return this.post(`${at("/sessions", sessionDbId)}/summarize`, end satisfies SessionSummarizePostInput, options);
  }

  /** M13. */
  completeSessionById(sessionDbId: number, options?: CallOptions): Promise<CompleteReply> {
    return this.post(`${at("/sessions", sessionDbId)}/complete`, {}, options);
  }

  /** M14: what is in work for a session that has not ended. */
  getSessionStatus(sessionDbId: number, options?: CallOptions): Promise<SessionStatusReply> {
    return this.get(`${at("/sessions", sessionDbId)}/status`, {}, options);
  }

  /** M14. */
  deleteSession(sessionDbId: number, options?: CallOptions): Promise<SessionDeleteReply> {
    return this.delete(at("/sessions", sessionDbId), options);
  }

  // Rows

  /** Newest first (M16); `project` = key, name or alias. */
  listObservations(query: Partial<RowListQuery> = {}, options?: CallOptions): Promise<RowList<ObservationRow>> {
    return this.get("/api/observations", query, options);
  }

  /** As {@link listObservations} (M17). */
  listSummaries(query: Partial<RowListQuery> = {}, options?: CallOptions): Promise<RowList<SummaryRow>> {
    return this.get("/api/summaries", query, options);
  }

  /** As {@link listObservations}; a private prompt has no text (M18). */
  listPrompts(query: Partial<RowListQuery> = {}, options?: CallOptions): Promise<RowList<PromptRow>> {
    return this.get("/api/prompts", query, options);
  }

  /** Throws `WorkerRequestError` with status 404 where there is none, as the next ones do. */
  getObservationById(id: number, options?: CallOptions): Promise<ObservationRow> {
    return this.get(at("/api/observation", id), {}, options);
  }

  /** A summary with its session, by its id or `S<id>`; an id that is no summary's is the session's (M20). */
  getSessionById(id: number | string, options?: CallOptions): Promise<SummaryOrSession> {
    return this.get(at("/api/session", id), {}, options);
  }

  /** One summary as its list has it. */
  getSummaryById(id: number, options?: CallOptions): Promise<SummaryRow> {
    return this.get(at("/api/summary", id), {}, options);
  }

  /** One prompt as its list has it (M21). */
  getPromptById(id: number, options?: CallOptions): Promise<PromptRow> {
    return this.get(at("/api/prompt", id), {}, options);
  }

  /** In the order of `ids`; what there is no row for is left out (M26). */
  getObservationsByIds(
    ids: readonly number[],
    query: Partial<Omit<ObservationBatch, "ids">> = {},
    options?: CallOptions,
  ): Promise<ObservationRow[]> {
    return this.post("/api/observations/batch", { ...query, ids }, options);
  }

  /** A path as stored, absolute, or its end. */
  getObservationsByFile(path: string, query: FileFilter = {}, options?: CallOptions): Promise<ObservationsByFile> {
    return this.get("/api/observations/by-file", { ...query, path }, options);
  }

  /** Whether anything is in work, and how much waits (M24). */
  getProcessingStatus(options?: CallOptions): Promise<ProcessingStatus> {
    return this.get("/api/processing-status", {}, options);
  }

  /** A note of one's own (M27): stored as it is, found and injected. */
  saveMemory(note: NewNote, options?: CallOptions): Promise<MemorySaved> {
    return this.post("/api/memory/save", note, options);
  }

  /** Into the bin (M29); undoing the operation brings it back. */
  deleteObservation(id: number, options?: CallOptions): Promise<RowDeleted> {
    return this.delete(at("/api/observation", id), options);
  }

  /** As {@link deleteObservation} (M29). */
  deleteSummary(id: number, options?: CallOptions): Promise<RowDeleted> {
    return this.delete(at("/api/summary", id), options);
  }

  /** As {@link deleteObservation} (M29). */
  deletePrompt(id: number, options?: CallOptions): Promise<RowDeleted> {
    return this.delete(at("/api/prompt", id), options);
  }

  // Search and context

  /** All kinds unless `type` names one; without a query the filters decide (M30). Within 10 s. */
  search(filter: SearchFilter = {}, options?: CallOptions): Promise<SearchAnswer> {
    return this.find("/api/search", filter, options);
  }

  /** The same as text blocks, as the tools of an MCP server hand them on. */
  searchText(filter: Omit<SearchFilter, "format"> = {}, options?: CallOptions): Promise<TextBlocks> {
    return this.find("/api/search", { ...filter, format: "text" }, options);
  }

  /** Observations alone (M36). */
  searchObservations(filter: KindFilter = {}, options?: CallOptions): Promise<SearchAnswer> {
    return this.find("/api/search/observations", filter, options);
  }

  /** Summaries. */
  searchSessions(filter: KindFilter = {}, options?: CallOptions): Promise<SearchAnswer> {
    return this.find("/api/search/sessions", filter, options);
  }

  /** Prompts alone (M36). */
  searchPrompts(filter: KindFilter = {}, options?: CallOptions): Promise<SearchAnswer> {
    return this.find("/api/search/prompts", filter, options);
  }

  /** A concept, or a type of observations (M35). */
  searchByConcept(concept: string, filter: KindFilter = {}, options?: CallOptions): Promise<SearchAnswer> {
    return this.find("/api/search/by-concept", { ...filter, concept }, options);
  }

  /** A path or a part of one. */
  searchByFile(filePath: string, filter: KindFilter = {}, options?: CallOptions): Promise<SearchAnswer> {
    return this.find("/api/search/by-file", { ...filter, filePath }, options);
  }

  /** `decision`, `bugfix`, `feature`, `refactor`, `discovery`, `change`. */
  searchByType(type: string, filter: KindFilter = {}, options?: CallOptions): Promise<SearchAnswer> {
    return this.find("/api/search/by-type", { ...filter, type }, options);
  }

  /** What the addresses of search take (M36). */
  getSearchHelp(options?: CallOptions): Promise<SearchHelp> {
    return this.find("/api/search/help", {}, options);
  }

  /** What was decided (M32). */
  getDecisions(filter: KindFilter = {}, options?: CallOptions): Promise<SearchAnswer> {
    return this.find("/api/decisions", filter, options);
  }

  /** What was changed, built, mended or refactored (M33). */
  getChanges(filter: KindFilter = {}, options?: CallOptions): Promise<SearchAnswer> {
    return this.find("/api/changes", filter, options);
  }

  /** How things work (M34). */
  getHowItWorks(filter: KindFilter = {}, options?: CallOptions): Promise<SearchAnswer> {
    return this.find("/api/how-it-works", filter, options);
  }

  /** What happened around an anchor, in order of time (M31). */
  getTimeline(filter: TimelineFilter, options?: CallOptions): Promise<Timeline> {
    return this.find("/api/timeline", filter, options);
  }

  /** The newest summaries and the observations of their sessions (M37). */
  getRecentContext(query: Partial<RecentQuery> = {}, options?: CallOptions): Promise<RecentContext> {
    return this.find("/api/context/recent", query, options);
  }

  /** The block that an agent of the project gets, ready to show (M39). */
  getContext(query: Partial<Omit<InjectQuery, "format">>, options?: CallOptions): Promise<string> {
    return this.text("/api/context/inject", { ...query, format: "text" }, options);
  }

  /** The same block with the trace of why each line is in it. */
  getContextTrace(query: Partial<Omit<InjectQuery, "format">>, options?: CallOptions): Promise<Injection> {
    return this.find("/api/context/inject", { ...query, format: "json" }, options);
  }

  /** The same block in ANSI colours, for a terminal; nothing is stored and nothing counts as used (M38). */
  getContextPreview(query: Partial<InjectPreviewQuery>, options?: CallOptions): Promise<string> {
    return this.text("/api/context/preview", query, options);
  }

  /** What bears on a prompt (M40): a block, and how many rows it holds. */
  getSemanticContext(asked: PromptContext, options?: CallOptions): Promise<SemanticContext> {
    return this.post("/api/context/semantic", asked, options, "search");
  }

  // Settings, MCP, branches

  /** All settings, secrets masked (M41). */
  getSettings(options?: CallOptions): Promise<SettingsView> {
    return this.get("/api/settings", {}, options);
  }

  /** Any subset; null goes back to what holds without it (M42). */
  updateSettings(patch: SettingsPatch, options?: CallOptions): Promise<SettingsSaved> {
    return this.post("/api/settings", patch, options);
  }

  /** Whether the MCP server is on (M43). */
  getMcpStatus(options?: CallOptions): Promise<McpStatus> {
    return this.get("/api/mcp/status", {}, options);
  }

  /** Off: the worker's MCP server refuses (M44). */
  toggleMcp(enabled: boolean, options?: CallOptions): Promise<McpToggled> {
    return this.post("/api/mcp/toggle", { enabled }, options);
  }

  /** The checkout of a folder, of a project, or the one that the worker was told to watch (M45). */
  getBranchStatus(place: CheckoutQuery = {}, options?: CallOptions): Promise<BranchStatus> {
    return this.get("/api/branch/status", place, options, "transfer");
  }

  /** Only where the settings allow it, and never over changes (M46). */
  switchBranch(branch: string, place: CheckoutQuery = {}, options?: CallOptions): Promise<BranchSwitched> {
    return this.post("/api/branch/switch", { ...place, branch }, options, "transfer");
  }

  /** Fetch and fast-forward (M47). */
  updateBranch(place: CheckoutQuery = {}, options?: CallOptions): Promise<BranchUpdated> {
    return this.post("/api/branch/update", place, options, "transfer");
  }

  // Import and export

  /** Rows of claude-mem, of either generation (M28); the same again changes nothing. */
  importRows(rows: Partial<WorkerImport>, options?: CallOptions): Promise<WorkerImported> {
    return this.post("/api/import", rows, options, "transfer");
  }

  /** Lines of an export, at most 16 MB at once; `operation` joins the parts, so that one Undo takes all back. */
  importLines(ndjson: string, query: RestoreQuery = {}, options?: CallOptions): Promise<RestoreReport> {
    const raw = { text: ndjson, type: "application/x-ndjson" };
    return this.json({ method: "POST", path: "/api/import", params: query, raw, options, time: "transfer" });
  }

  /** Everything that is kept, or what the filter says: header, rows in the order in which they come in again, footer. */
  exportRecords(
    onRecord: (record: ExportRecord) => void | Promise<void>,
    filter: ExportFilter = {},
    options?: CallOptions,
  ): Promise<void> {
    const call = { path: "/api/export", params: { ...filter }, options, time: "transfer" } as const;
    return exchangeLines(this.target, call, (line) => onRecord(line as ExportRecord));
  }

  // Stream

  /** Every event from now on, or after `lastEventId`; connects again 5 s after a loss (M48, M52). */
  connectSSE(onEvent: (event: WorkerEvent) => void, options?: StreamOptions): WorkerStream {
    return openStream(this.target, onEvent, options);
  }
}
