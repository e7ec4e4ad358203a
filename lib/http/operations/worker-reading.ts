/** Addresses of the claude-mem worker API that read single rows and lists, save notes and delete (M16–M29). */
import {
  ByFileQuery,
  DeletedRowParams,
  MemorySave,
  MemorySaved,
  ObservationBatch,
  ObservationBatchResult,
  ObservationRowList,
  ObservationsByFile,
  ProcessingStatus,
  PromptRowList,
  RowDeleted,
  RowListQuery,
  RowParams,
  SummaryOrSession,
  SummaryOrSessionParams,
  SummaryRowList,
} from "../../contract/worker-lists";
import { ObservationRow, PromptRow, SummaryRow } from "../../contract/worker-rows";
import type { ApiOperation } from "./types";

const tag = "worker";

const deletion = (noun: string): ApiOperation => ({
  method: "delete",
  path: `/api/${noun}/{id}`,
  tag,
  summary: `Put the ${noun} into the bin; Undo of the operation brings it back`,
  params: DeletedRowParams,
  output: RowDeleted,
});

export const workerReadingOperations: ApiOperation[] = [
  {
    method: "get",
    path: "/api/observations",
    tag,
    summary: "Observations, newest first, by offset or cursor",
    query: RowListQuery,
    output: ObservationRowList,
  },
  {
    method: "get",
    path: "/api/summaries",
    tag,
    summary: "Summaries of turns, newest first, by offset or cursor",
    query: RowListQuery,
    output: SummaryRowList,
  },
  {
    method: "get",
    path: "/api/prompts",
    tag,
    summary: "Prompts, newest first, by offset or cursor",
    query: RowListQuery,
    output: PromptRowList,
  },
  {
    method: "get",
    path: "/api/observation/{id}",
    tag,
    summary: "One observation",
    params: RowParams,
    output: ObservationRow,
  },
  deletion("observation"),
  {
    method: "get",
    path: "/api/session/{id}",
    tag,
    summary: "One summary (7 or S7) with its session, or the session of that id",
    params: SummaryOrSessionParams,
    output: SummaryOrSession,
  },
  { method: "get", path: "/api/summary/{id}", tag, summary: "One summary", params: RowParams, output: SummaryRow },
  deletion("summary"),
  { method: "get", path: "/api/prompt/{id}", tag, summary: "One prompt", params: RowParams, output: PromptRow },
  deletion("prompt"),
  {
    method: "post",
    path: "/api/observations/batch",
    tag,
    summary: "Observations by id, in their order",
    body: ObservationBatch,
    output: ObservationBatchResult,
  },
  {
    method: "get",
    path: "/api/observations/by-file",
    tag,
    summary: "Observations that read or modified a file, newest first",
    query: ByFileQuery,
    output: ObservationsByFile,
  },
  {
    method: "get",
    path: "/api/processing-status",
    tag,
    summary: "How much of what was captured is still worked on",
    output: ProcessingStatus,
  },
  {
    method: "post",
    path: "/api/memory/save",
    tag,
    summary: "Save a note: an observation that is injected first",
    body: MemorySave,
    output: MemorySaved,
  },
];
