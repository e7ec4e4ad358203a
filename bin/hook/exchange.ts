/** What our programs at agents' hooks do alike: read what the host hands over, and ask the server. Node's own modules only. */
import { request } from "node:http";
import { type HookFile, portOf } from "./hook-file";

/** The server takes no more; what comes behind it is not read. */
const MAX_BYTES = 16 * 1024 * 1024;

/** null = far too much, or nothing whole in time; `takesPart`: what was handed over by then, for hosts that leave the pipe open. */
export function readStdin(withinMs: number, takesPart = false): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (value: Buffer | null): void => {
      clearTimeout(timer);
      resolve(value);
    };
    const timer = setTimeout(() => end(takesPart ? Buffer.concat(chunks) : null), withinMs);
    process.stdin.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BYTES) end(null);
      else chunks.push(chunk);
    });
    process.stdin.once("end", () => end(Buffer.concat(chunks)));
    process.stdin.once("error", () => end(null));
  });
}

export interface Question {
  path: string;
  /** JSON. */
  body: Buffer;
  headers: Record<string, string>;
  withinMs: number;
}
export interface Answer {
  status: number;
  text: string;
}

/** null = nobody answered in time. */
export function ask(file: HookFile, { path, body, headers, withinMs }: Question): Promise<Answer | null> {
  return new Promise((resolve) => {
    const port = portOf(file);
    if (port === null) return resolve(null);
    const sent = request(
      {
        host: file.host ?? "127.0.0.1",
        port,
        path,
        method: "POST",
        agent: false,
        headers: {
          "content-type": "application/json",
          "content-length": body.length,
          ...headers,
          ...(file.token ? { authorization: `Bearer ${file.token}` } : {}),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
        );
        answer.on("error", () => resolve(null));
      },
    );
    sent.on("error", () => resolve(null));
    setTimeout(() => {
      resolve(null);
      sent.destroy();
    }, withinMs);
    sent.end(body);
  });
}

/** What is no event that the server knows is none tomorrow either; after anything else it might take it later. */
export const isFinal = (answer: Answer | null): answer is Answer =>
  answer !== null && [200, 204, 400, 404, 413, 415, 422].includes(answer.status);
