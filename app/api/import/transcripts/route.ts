import { TranscriptImport, TranscriptState } from "@/lib/contract/transcript-import";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { importTranscripts, readTranscriptState, stopTranscripts } from "@/lib/transfer/transcripts";

/** The transcripts of this machine: POST begins to bring them in, GET tells how far that is, DELETE stops it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: TranscriptState }, ({ app }) => readTranscriptState(app)),
  POST: route({ body: TranscriptImport, output: TranscriptState, status: 202 }, ({ app, body, request }) =>
    importTranscripts(app, body, actorOf(request)),
  ),
  DELETE: route({ output: TranscriptState }, ({ app }) => stopTranscripts(app)),
});
