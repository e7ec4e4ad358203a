/** Addresses of whole-session extraction. */
import {
  SessionExtractAccepted,
  SessionExtractRequest,
  StaleStarted,
  StaleState,
} from "../../contract/session-extract";
import type { ApiOperation } from "./types";

const tag = "extraction";

export const sessionExtractOperations: ApiOperation[] = [
  {
    method: "post",
    path: "/api/session-extract",
    tag,
    summary: "Extract an ended session whole; the job runs in the server",
    body: SessionExtractRequest,
    output: SessionExtractAccepted,
    status: 202,
  },
  {
    method: "get",
    path: "/api/extract-stale",
    tag,
    summary: "Whether a run over sessions that nobody ended is at work, and how the last one went",
    output: StaleState,
  },
  {
    method: "post",
    path: "/api/extract-stale",
    tag,
    summary: "Begin a run over sessions that nobody ended, unless one is at work",
    output: StaleStarted,
    status: 202,
  },
];
