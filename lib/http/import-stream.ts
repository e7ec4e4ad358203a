/** Answers a long import line by line (NDJSON): signs of life, then the report, or what went wrong. */
import type { App } from "../context";
import { ErrorBody } from "../contract/errors";
import type { ForeignFrame, ForeignKind, ForeignReport } from "../contract/transfer";
import { dataHeaders, toErrorResponse } from "./respond";

const NDJSON = "application/x-ndjson";
/** Often enough to be seen, seldom enough to cost nothing. */
const EVERY_MS = 200;

export const wantsLines = (request: Request): boolean => (request.headers.get("accept") ?? "").includes(NDJSON);

interface Work {
  onProgress: (kind: ForeignKind, done: number, total: number) => void;
  /** Aborted when the reader leaves. */
  signal: AbortSignal;
}

/** Runs `work`; who stops reading stops it after the piece in hand. */
export function streamImport(app: App, requestId: string, work: (watch: Work) => Promise<ForeignReport>): Response {
  const left = new AbortController();
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      const encoder = new TextEncoder();
      const send = (frame: ForeignFrame): void => {
        if (!left.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(frame)}\n`));
      };
      let said = 0;
      const onProgress = (kind: ForeignKind, done: number, total: number): void => {
        const now = performance.now();
        if (now - said < EVERY_MS && done < total) return;
        said = now;
        send({ type: "progress", kind, done, total });
      };
      try {
        send({ type: "report", report: await work({ onProgress, signal: left.signal }) });
      } catch (error) {
        const answer = toErrorResponse(error, requestId, app.log);
        send({ type: "error", error: ErrorBody.parse(await answer.json()) });
      }
      if (!left.signal.aborted) controller.close();
    },
    cancel: () => left.abort(),
  });
  return new Response(lines, { headers: { ...dataHeaders(requestId), "content-type": `${NDJSON}; charset=utf-8` } });
}
