/** A listener on `/stream` as a page's `onmessage` is one: only `data:` counts, and the kind is in the JSON. */
import type { Server } from "./server";
import { until } from "./server";

export interface Frame {
  type: string;
  /** What the browser would send as `Last-Event-ID`. */
  id: string;
  data: Record<string, unknown>;
}

export interface Listener {
  frames: Frame[];
  /** Names of all fields that came: `data`, `id`, `retry`, and the empty one of comments. */
  fields: Set<string>;
  /** The first frame of that type that `fits`, come or still to come. */
  next(type: string, fits?: (data: Record<string, unknown>) => boolean, withinMs?: number): Promise<Frame>;
  close(): void;
}

/** `query` begins with `?`. Resolves when the stream is open. */
export async function listen(server: Server, query = "", headers: Record<string, string> = {}): Promise<Listener> {
  const leaving = new AbortController();
  const response = await fetch(`${server.url}/stream${query}`, {
    headers: { accept: "text/event-stream", ...headers },
    signal: leaving.signal,
  });
  const type = response.headers.get("content-type") ?? "";
  if (response.body === null || !type.startsWith("text/event-stream")) throw new Error(`no stream but ${type}`);
  const frames: Frame[] = [];
  const fields = new Set<string>();
  void read(response.body, frames, fields).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return {
    frames,
    fields,
    next: (wanted, fits = () => true, withinMs = 5_000) =>
      until(() => frames.find((frame) => frame.type === wanted && fits(frame.data)), withinMs),
    close: () => leaving.abort(),
  };
}

async function read(body: ReadableStream<Uint8Array>, frames: Frame[], fields: Set<string>): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n").map((line) => ({
        field: line.slice(0, Math.max(0, line.indexOf(":"))),
        value: line.slice(line.indexOf(":") + 1).replace(/^ /, ""),
      }));
      for (const { field } of lines) fields.add(field);
      const text = lines.filter(({ field }) => field === "data").map(({ value }) => value);
      if (text.length === 0) continue;
      const data = JSON.parse(text.join("\n")) as Record<string, unknown>;
      frames.push({ type: String(data["type"]), id: lines.find(({ field }) => field === "id")?.value ?? "", data });
    }
  }
}
