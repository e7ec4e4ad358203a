/** Reads an answer of one JSON value a line, while it comes in. */
import { WorkerRequestError } from "./errors";
import { type Call, exchange } from "./request";
import type { Target } from "./target";

/** Characters; the worker's longest lines are far below. */
const MAX_LINE = 16_000_000;

/** Waits for `take` before it reads on. What `take` throws is thrown as it is, and ends the request. */
export async function exchangeLines(
  target: Target,
  call: Call,
  take: (value: unknown) => void | Promise<void>,
): Promise<void> {
  let mistake: { error: unknown } | undefined;
  const noted = async (value: unknown): Promise<void> => {
    try {
      await take(value);
    } catch (error) {
      mistake = { error };
      throw error;
    }
  };
  try {
    await exchange(target, call, (response) => readLines(response, call.path, noted));
  } catch (error) {
    throw mistake === undefined ? error : mistake.error;
  }
}

/** Throws `WorkerRequestError` for a line that is no JSON, or too long. */
async function readLines(
  response: Response,
  path: string,
  take: (value: unknown) => void | Promise<void>,
): Promise<void> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    const [first = "", ...rest] = (done ? decoder.decode() : decoder.decode(value, { stream: true })).split("\n");
    pieces.push(first);
    length += first.length;
    if (length > MAX_LINE) throw new WorkerRequestError(path, response.status, undefined);
    for (const next of done ? [...rest, ""] : rest) {
      const line = pieces.join("");
      if (line.trim() !== "") await take(parse(line, response, path));
      pieces = [next];
      length = next.length;
    }
    if (done) return;
  }
}

function parse(line: string, response: Response, path: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    // Its text stays out of the error: it may be anything.
    throw new WorkerRequestError(path, response.status, undefined);
  }
}
