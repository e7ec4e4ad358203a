/** Typed client of the server's own API: console, command line and hooks call it. Failures come back as `AppError`. */
import { z, type ZodType } from "zod";
import { Account, AccountList, type NewAccount, type NewToken, Token, TokenList, TokenMade } from "./contract/accounts";
import { BackupList, BackupMade, BackupRestored } from "./contract/backups";
import type { IngestItem } from "./contract/capture";
import { IngestResult } from "./contract/capture";
import {
  PauseAnswer,
  type PauseInput,
  type ReflectionListQuery,
  ReflectionPage,
  type TaskListQuery,
  TaskPage,
} from "./contract/codewatch";
import { AppError, ErrorBody } from "./contract/errors";
import { Injection, type InjectQuery } from "./contract/inject";
import { InjectionPreview, type InjectionPreviewInput } from "./contract/inject-preview";
import { LlmCallPage, LlmState, LlmTest } from "./contract/llm";
import { Memory, MemoryChange, type MemoryPatch, MemoryWriteResult, type NewMemory } from "./contract/memory";
import { type MemoryListQuery, MemoryPage } from "./contract/memory-list";
import {
  type MemoryCheck,
  MemoryChecked,
  MemoryNeighbours,
  type MemoryNeighboursQuery,
  MemoryRelated,
} from "./contract/memory-page";
import { MemoryVersion } from "./contract/history";
import {
  HardDeleteResult,
  OperationFacets,
  type OperationFilter,
  type OperationListQuery,
  OperationPage,
  Receipt,
  UndoPreview,
  UndoResult,
} from "./contract/operations";
import { Overview, type OverviewQuery } from "./contract/overview";
import { Project, ProjectChange, ProjectList, type ProjectPatch } from "./contract/project";
import type { RecallInput } from "./contract/recall";
import { type PairDecision, PairResolved, ReviewPage, type ReviewQuery } from "./contract/review";
import { type ReviewDecide, ReviewDecided } from "./contract/review-decide";
import { MemorySearchAnswer, type MemorySearchInput, SearchAnswer, type SearchQuery } from "./contract/search";
import {
  SessionExtractAccepted,
  type SessionExtractRequest,
  StaleStarted,
  StaleState,
} from "./contract/session-extract";
import { TurnsQueued, type TurnsToRead } from "./contract/session-view";
import { Health } from "./contract/system";
import { EXPORT_TYPE, type ExportKind, RestoreReport } from "./contract/export";
import { type ToolImport, ToolReport } from "./contract/tool-import";
import {
  type ClaudeMemImport,
  type EvolvMemImport,
  ForeignFrame,
  type ForeignReport,
  ImportReport,
  type WorkerImport,
  WorkerImported,
} from "./contract/transfer";

export interface ClientOptions {
  /** Bearer, where the server asks for one. */
  token?: string | undefined;
  /** Who writes: shown in the activity feed. */
  actor?: "console" | "cli" | undefined;
  /** Milliseconds; default 30,000. */
  timeout?: number | undefined;
}

type Params = Record<string, string | number | boolean | null | undefined>;

interface Call {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  params?: Params | undefined;
  body?: unknown;
  /** Sent as it is instead of a JSON body. */
  raw?: { text: string; type: string };
  /** Milliseconds, for what takes longer than most. */
  timeout?: number;
  /** Content type that is asked for. */
  accept?: string;
  /** Instead of a time-out. */
  signal?: AbortSignal;
}

/** What `GET /api/export` is asked for. */
export interface ExportAsked {
  kinds?: ExportKind[] | undefined;
  project?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  evidence?: boolean | undefined;
}

/** Whole stores are copied in these. */
const IMPORT_MS = 10 * 60_000;
/** A stream that says nothing for so long is dead. */
const QUIET_MS = 60_000;

const Ok = z.looseObject({ ok: z.literal(true) });

/** `createClient("http://127.0.0.1:37777")`. Every method throws `AppError`; `not_ready` when no server answers. */
export function createClient(baseUrl: string, options: ClientOptions = {}) {
  const send = async (path: string, call: Call): Promise<Response> => {
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries(call.params ?? {})) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    const response = await fetch(url, {
      method: call.method ?? "GET",
      headers: {
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(options.actor === undefined ? {} : { "x-keepsake-client": options.actor }),
        ...(call.raw !== undefined ? { "content-type": call.raw.type } : {}),
        ...(call.body !== undefined ? { "content-type": "application/json" } : {}),
        ...(call.accept !== undefined ? { accept: call.accept } : {}),
      },
      body: call.raw?.text ?? (call.body === undefined ? null : JSON.stringify(call.body)),
      signal: call.signal ?? AbortSignal.timeout(call.timeout ?? options.timeout ?? 30_000),
    }).catch((cause: unknown) => {
      throw new AppError("not_ready", "The Keepsake server does not answer.", {
        hint: "Start it with `npm start`.",
        cause,
      });
    });
    if (!response.ok) throw await toAppError(response);
    return response;
  };
  const json = async <T extends ZodType>(output: T, path: string, call: Call = {}): Promise<z.infer<T>> =>
    output.parse(await (await send(path, call)).json());

  /** An answer piece by piece, however long it goes on, as long as it goes on. Throws `not_ready` when it stops. */
  async function* pieces(path: string, call: Call): AsyncGenerator<Uint8Array> {
    const quiet = new AbortController();
    const timer = setTimeout(() => quiet.abort(), QUIET_MS);
    try {
      const { body } = await send(path, { ...call, signal: quiet.signal });
      for await (const piece of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
        timer.refresh();
        yield piece;
      }
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError("not_ready", "The server stopped in the middle of its answer.", {
        hint: "See its log, then try again.",
        cause,
      });
    } finally {
      clearTimeout(timer);
      quiet.abort();
    }
  }

  return {
    health: () => json(Health, "/api/health"),
    /** Of one session or project, capture or recall; what is so already is no operation. */
    pause: (input: PauseInput) => json(PauseAnswer, "/api/pauses", { method: "POST", body: input }),
    accounts: () => json(AccountList, "/api/accounts"),
    createAccount: (input: NewAccount) => json(Account, "/api/accounts", { method: "POST", body: input }),
    tokens: {
      list: () => json(TokenList, "/api/tokens"),
      /** The answer holds the key itself, this once. */
      create: (input: NewToken) => json(TokenMade, "/api/tokens", { method: "POST", body: input }),
      rotate: (id: number) => json(TokenMade, `/api/tokens/${id}/rotate`, { method: "POST" }),
      revoke: (id: number) => json(Token, `/api/tokens/${id}`, { method: "DELETE" }),
    },
    reflections: (query: Partial<ReflectionListQuery> = {}) =>
      json(ReflectionPage, "/api/reflections", { params: query }),
    tasks: (query: Partial<TaskListQuery> = {}) => json(TaskPage, "/api/tasks", { params: query }),
    ingest: (items: IngestItem[]) => json(IngestResult, "/api/ingest", { method: "POST", body: items }),
    /** Lines of `IngestItem` JSON; at most 16 MB. */
    ingestLines: (ndjson: string) =>
      json(IngestResult, "/api/ingest", { method: "POST", raw: { text: ndjson, type: "application/x-ndjson" } }),
    search: (query: Partial<SearchQuery>) => json(SearchAnswer, "/api/search", { params: query }),
    /** What an agent's tool `memory_search` asks (E55); what it answers counts as used. */
    memorySearch: (input: Partial<MemorySearchInput> & Pick<MemorySearchInput, "query">) =>
      json(MemorySearchAnswer, "/api/memory-search", { method: "POST", body: input }),
    injectText: async (query: Partial<InjectQuery>) =>
      (await send("/api/context/inject", { params: { ...query, format: "text" } })).text(),
    inject: (query: Partial<InjectQuery>) =>
      json(Injection, "/api/context/inject", { params: { ...query, format: "json" } }),
    /** The block as it would be now, and why there is none. */
    injectionPreview: (input: z.input<typeof InjectionPreviewInput>) =>
      json(InjectionPreview, "/api/injections/preview", { method: "POST", body: input }),
    /** What a prompt brings back, or a briefing (C41–C48), as a hook prints it. */
    recallText: async (input: RecallInput) =>
      (await send("/api/context/recall", { method: "POST", body: { ...input, format: "text" } })).text(),
    recall: (input: RecallInput) =>
      json(Injection, "/api/context/recall", { method: "POST", body: { ...input, format: "json" } }),
    memories: {
      list: (query: Partial<MemoryListQuery>) => json(MemoryPage, "/api/memories", { params: { limit: 50, ...query } }),
      get: (id: number) => json(Memory, `/api/memories/${id}`),
      create: (memory: Partial<NewMemory> & Pick<NewMemory, "key" | "value">) =>
        json(MemoryWriteResult, "/api/memories", { method: "POST", body: memory }),
      patch: (id: number, patch: MemoryPatch) =>
        json(MemoryChange, `/api/memories/${id}`, { method: "PATCH", body: patch }),
      /** Into the bin; `operation_id` null where it was there already. */
      remove: (id: number) => json(MemoryChange, `/api/memories/${id}`, { method: "DELETE" }),
      archive: (id: number) => json(Ok, `/api/memory/${id}/archive`, { method: "POST" }),
      restore: (id: number) => json(Ok, `/api/memory/${id}/restore`, { method: "POST" }),
      delete: (id: number) => json(Ok, `/api/memory/${id}/delete`, { method: "POST" }),
      /** What the gate would say; nothing is written. */
      check: (statement: MemoryCheck) =>
        json(MemoryChecked, "/api/memories/check", { method: "POST", body: statement }),
      neighbours: (id: number, query: Partial<MemoryNeighboursQuery> = {}) =>
        json(MemoryNeighbours, `/api/memories/${id}/neighbours`, { params: query }),
      related: (id: number) => json(MemoryRelated, `/api/memories/${id}/related`),
      history: (id: number) => json(MemoryVersion.array(), `/api/memories/${id}/history`),
      revert: (id: number, to: number) =>
        json(MemoryChange, `/api/memories/${id}/revert`, { method: "POST", body: { to } }),
      approve: (id: number) => json(MemoryChange, `/api/memories/${id}/approve`, { method: "POST" }),
      hardDelete: (id: number) => json(HardDeleteResult, `/api/memory/${id}/hard_delete`, { method: "POST" }),
    },
    review: {
      list: (query: Partial<ReviewQuery> = {}) => json(ReviewPage, "/api/review", { params: query }),
      resolve: (pair: number, decision: PairDecision) =>
        json(PairResolved, `/api/review/pairs/${pair}`, { method: "POST", body: decision }),
      /** Some items, or all that are like one; `dry_run` says what would happen. */
      decide: (body: z.input<typeof ReviewDecide>) =>
        json(ReviewDecided, "/api/review/decide", { method: "POST", body }),
    },
    overview: (query: Partial<OverviewQuery> = {}) => json(Overview, "/api/overview", { params: query }),
    projects: () => json(ProjectList, "/api/projects"),
    project: (id: number) => json(Project, `/api/projects/${id}`),
    changeProject: (id: number, patch: ProjectPatch) =>
      json(ProjectChange, `/api/projects/${id}`, { method: "PATCH", body: patch }),
    /** Reads turns of a session anew; answers which were queued. */
    readTurnsAgain: (session: number, which: TurnsToRead = {}) =>
      json(TurnsQueued, `/api/session-views/${session}/extract`, { method: "POST", body: which }),
    operations: {
      list: (query: Partial<OperationListQuery> = {}) => json(OperationPage, "/api/operations", { params: query }),
      facets: (query: OperationFilter = {}) => json(OperationFacets, "/api/operations/facets", { params: query }),
      previewUndo: (id: number) => json(UndoPreview, `/api/operations/${id}/undo-preview`),
      undo: (id: number) => json(UndoResult, `/api/operations/${id}/undo`, { method: "POST" }),
    },
    backups: {
      list: () => json(BackupList, "/api/backups"),
      create: () => json(BackupMade, "/api/backups", { method: "POST", timeout: IMPORT_MS }),
      restore: (name: string) =>
        json(BackupRestored, `/api/backups/${encodeURIComponent(name)}/restore`, {
          method: "POST",
          timeout: IMPORT_MS,
        }),
    },
    llm: {
      state: () => json(LlmState, "/api/llm"),
      calls: (query: { purpose?: string; status?: "ok" | "error"; limit?: number; cursor?: string } = {}) =>
        json(LlmCallPage, "/api/llm/calls", { params: query }),
      test: () => json(LlmTest, "/api/llm/test", { method: "POST" }),
    },
    sessionEnd: (request: Partial<SessionExtractRequest> & Pick<SessionExtractRequest, "session_id">) =>
      json(SessionExtractAccepted, "/api/session-extract", { method: "POST", body: request }),
    stale: {
      state: () => json(StaleState, "/api/extract-stale"),
      start: () => json(StaleStarted, "/api/extract-stale", { method: "POST" }),
    },
    importEvolvMem: (asked: Partial<EvolvMemImport>) =>
      json(ImportReport, "/api/import/evolvmem", { method: "POST", body: asked, timeout: IMPORT_MS }),
    /** The whole store of claude-mem; `onFrame` hears how far it is. */
    importClaudeMem: async (
      asked: Partial<ClaudeMemImport>,
      onFrame: (frame: ForeignFrame) => void = () => undefined,
    ): Promise<ForeignReport> => {
      const call: Call = { method: "POST", body: asked, accept: EXPORT_TYPE };
      for await (const line of linesOf(pieces("/api/import/claude-mem", call))) {
        const frame = ForeignFrame.parse(JSON.parse(line));
        onFrame(frame);
        if (frame.type === "report") return frame.report;
        if (frame.type === "error") throw new AppError(frame.error.code, frame.error.error, { hint: frame.error.hint });
      }
      throw new AppError("not_ready", "The server ended its answer before the import did.", {
        hint: "Run it again to go on; nothing comes in twice.",
      });
    },
    /** E139: its summaries alone, as memories. */
    importClaudeMemSummaries: (asked: Partial<ClaudeMemImport>) =>
      json(ImportReport, "/api/import/claude-mem/summaries", { method: "POST", body: asked, timeout: IMPORT_MS }),
    /** Other memory tools, and notes. */
    importTool: (asked: Pick<ToolImport, "tool"> & Partial<ToolImport>) =>
      json(ToolReport, "/api/import/tool", { method: "POST", body: asked, timeout: IMPORT_MS }),
    /** M28. */
    importRows: (rows: WorkerImport) =>
      json(WorkerImported, "/api/import", { method: "POST", body: rows, timeout: IMPORT_MS }),
    /** Lines of an export, its header first; at most 16 MB. `operation` is the one of the part before. */
    importLines: (ndjson: string, operation?: number) =>
      json(RestoreReport, "/api/import", {
        method: "POST",
        params: { operation },
        raw: { text: ndjson, type: EXPORT_TYPE },
        timeout: IMPORT_MS,
      }),
    /** JSON lines, as they come. */
    export: ({ kinds, ...asked }: ExportAsked = {}): AsyncGenerator<Uint8Array> =>
      pieces("/api/export", { params: { ...asked, kinds: kinds?.join(",") } }),
    reindex: () => json(Ok, "/api/reindex", { method: "POST" }),
    receipt: (id: number) => json(Receipt, `/api/receipts/${id}`),
  };
}

export type Client = ReturnType<typeof createClient>;

/** Lines of pieces, without the empty ones; what is not ended yet waits for the next piece. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
  if (rest !== "") yield rest;
}

async function toAppError(response: Response): Promise<AppError> {
  const body = ErrorBody.safeParse(await response.json().catch(() => null));
  if (!body.success) {
    return new AppError("internal", `The server answered ${response.status} without an explanation.`, {
      hint: "Is something else listening on this port? `keepsake doctor` looks.",
    });
  }
  const { code, error, hint, details, reason, requestId } = body.data;
  return new AppError(code, error, {
    hint: hint === undefined ? `Request ${requestId}.` : `${hint} (request ${requestId})`,
    details,
    rejection: reason,
  });
}
