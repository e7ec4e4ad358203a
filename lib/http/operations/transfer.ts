/** Addresses of imports, from other memory tools and our own export, and of the export. */
import { z } from "zod";
import { EXPORT_TYPE, ExportLine, ExportQuery, RestoreQuery, RestoreReport } from "../../contract/export";
import {
  ClaudeMemImport,
  EvolvMemImport,
  ForeignReport,
  ImportReport,
  WorkerImport,
  WorkerImported,
} from "../../contract/transfer";
import { ToolImport, ToolReport } from "../../contract/tool-import";
import { TranscriptImport, TranscriptState } from "../../contract/transcript-import";
import type { ApiOperation } from "./types";

const tag = "import";

export const transferOperations: ApiOperation[] = [
  {
    method: "post",
    path: "/api/import",
    tag,
    summary:
      "M28: take in rows of claude-mem; as application/x-ndjson lines of our export, the header first. 16 MB at a time",
    query: RestoreQuery,
    body: WorkerImport,
    bodyTypes: ["application/json", EXPORT_TYPE],
    output: z.union([WorkerImported, RestoreReport]),
  },
  {
    method: "post",
    path: "/api/import/evolvmem",
    tag,
    summary: "Take in an EvolvMem store of this machine; dryRun only tells what would come in",
    body: EvolvMemImport,
    output: ImportReport,
  },
  {
    method: "post",
    path: "/api/import/claude-mem",
    tag,
    summary:
      "Take in a whole claude-mem store of this machine; with accept: application/x-ndjson lines tell how far it is",
    body: ClaudeMemImport,
    output: ForeignReport,
    acceptTypes: [EXPORT_TYPE],
  },
  {
    method: "post",
    path: "/api/import/claude-mem/summaries",
    tag,
    summary: "E139: take in only the session summaries of a claude-mem store, as memories",
    body: ClaudeMemImport,
    output: ImportReport,
  },
  {
    method: "post",
    path: "/api/import/tool",
    tag,
    summary:
      "Take in what codewatch-memory, OpenCode, mem0, the MCP memory server, basic-memory or Claude Code's auto memory keep, or notes",
    body: ToolImport,
    output: ToolReport,
  },
  {
    method: "post",
    path: "/api/import/transcripts",
    tag,
    summary:
      "Bring in the transcripts of Claude Code that lie on this machine; dryRun only reads them and tells what would come in",
    body: TranscriptImport,
    output: TranscriptState,
    status: 202,
  },
  {
    method: "get",
    path: "/api/import/transcripts",
    tag,
    summary: "What transcripts lie on this machine, and how far bringing them in is",
    output: TranscriptState,
  },
  { method: "delete", path: "/api/import/transcripts", tag, summary: "Stop bringing them in", output: TranscriptState },
  {
    method: "get",
    path: "/api/export",
    tag,
    summary: "The store as JSON lines: a header, rows that POST /api/import takes in again, a footer with counts",
    query: ExportQuery,
    output: ExportLine,
    outputType: EXPORT_TYPE,
  },
];
