/** Addresses of imports from other memory tools. */
import { ClaudeMemImport, EvolvMemImport, ImportReport } from "../../contract/transfer";
import type { ApiOperation } from "./types";

const tag = "import";

export const transferOperations: ApiOperation[] = [
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
    summary: "Take in the session summaries of a claude-mem store of this machine as memories",
    body: ClaudeMemImport,
    output: ImportReport,
  },
];
