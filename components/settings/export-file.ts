/** An export as the browser reads it: counted without sending anything, then sent in parts that the server takes. */
import type { LineCounts, RestoreReport } from "@/lib/contract/export";

const FORMAT = "keepsake-export";
const MAX_LINES = 1_000;
const MAX_CHARS = 3 * 1024 * 1024;

export interface FileCounts {
  /** Lines by kind. */
  kinds: Record<string, number>;
  /** The footer is there, and counts as many. */
  isWhole: boolean;
}

type OnRead = (bytes: number) => void;

/** Null for what is no export. */
export async function countLines(file: File, onRead: OnRead): Promise<FileCounts | null> {
  const kinds: Record<string, number> = {};
  let [isFirst, counted, promised] = [true, 0, -1];
  for await (const line of linesOf(file, onRead)) {
    const row = parse(line);
    if (isFirst) {
      if (row?.["type"] !== "header" || row["format"] !== FORMAT) return null;
      isFirst = false;
      continue;
    }
    if (row?.["type"] === "footer") {
      promised = Number(row["lines"]);
      continue;
    }
    counted += 1;
    const kind = typeof row?.["type"] === "string" ? row["type"] : "?";
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return isFirst ? null : { kinds, isWhole: promised === counted };
}

interface Sent {
  counts: RestoreReport["counts"];
  rejected: RestoreReport["rejected"];
  operations: number[];
  /** The server's own sentence, when a part was refused; what came in before stays. */
  error: string | null;
}

export async function sendParts(file: File, onRead: OnRead): Promise<Sent> {
  const sent: Sent = { counts: {}, rejected: [], operations: [], error: null };
  let header: string | null = null;
  let lines: string[] = [];
  let [chars, before] = [0, 1];
  const flush = async (): Promise<void> => {
    if (header === null || lines.length === 0) return;
    const operation = sent.operations.at(-1);
    const response = await fetch(`/api/import${operation === undefined ? "" : `?operation=${operation}`}`, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson", "x-keepsake-client": "console" },
      body: [header, ...lines].join("\n"),
    });
    const answer = (await response.json()) as RestoreReport & { error?: string };
    if (!response.ok) throw new Error(answer.error ?? String(response.status));
    add(sent, answer, before);
    before += lines.length;
    [lines, chars] = [[], 0];
  };
  try {
    for await (const line of linesOf(file, onRead)) {
      if (header === null) {
        header = line;
        continue;
      }
      if (lines.length >= MAX_LINES || chars + line.length > MAX_CHARS) await flush();
      lines.push(line);
      chars += line.length;
    }
    await flush();
  } catch (error) {
    sent.error = error instanceof Error ? error.message : String(error);
  }
  return sent;
}

function add(sent: Sent, part: RestoreReport, before: number): void {
  for (const [kind, more] of Object.entries(part.counts) as [keyof RestoreReport["counts"], LineCounts][]) {
    const sum = (sent.counts[kind] ??= { read: 0, imported: 0, known: 0, duplicate: 0, conflict: 0, rejected: 0 });
    for (const name of Object.keys(more) as (keyof LineCounts)[]) sum[name] += more[name];
  }
  // The part's own first line is the header again.
  for (const { line, reason } of part.rejected) sent.rejected.push({ line: before + line - 1, reason });
  for (const id of part.operation_ids) if (!sent.operations.includes(id)) sent.operations.push(id);
}

function parse(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

async function* linesOf(file: File, onRead: OnRead): AsyncGenerator<string> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let [rest, read] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    read += value.byteLength;
    onRead(read);
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") yield line;
  }
  if (rest.trim() !== "") yield rest;
}
