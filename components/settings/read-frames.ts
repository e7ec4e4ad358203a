/** Reads the answer of a long import line by line: progress, then the report. Failures are values; never throws. */
import type { ForeignFrame, ForeignReport } from "@/lib/contract/transfer";
import type { ErrorBody } from "@/lib/contract/errors";
import type { Fetched } from "../list/fetch-json";

const LOST = { message: "", code: "not_ready" } as const;

export async function readFrames(
  path: string,
  body: unknown,
  signal: AbortSignal,
  onFrame: (frame: ForeignFrame) => void,
): Promise<Fetched<ForeignReport>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/x-ndjson",
        "x-keepsake-client": "console",
      },
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok || response.body === null) return failed((await response.json()) as Partial<ErrorBody>);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + (value ?? "")).split("\n");
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of lines) {
        if (line.trim() === "") continue;
        const frame = JSON.parse(line) as ForeignFrame;
        onFrame(frame);
        if (frame.type === "report") return { ok: true, data: frame.report };
        if (frame.type === "error") return failed(frame.error);
      }
      if (done) return { ok: false, error: LOST };
    }
  } catch {
    // Stopped by the person, or no answer any more.
    return { ok: false, error: LOST };
  }
}

const failed = ({ error, hint, code, requestId }: Partial<ErrorBody>): Fetched<ForeignReport> => ({
  ok: false,
  error: { message: error ?? "", hint, code: code ?? "internal", requestId },
});
