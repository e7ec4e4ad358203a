/** Reads request bodies within a bound, as JSON or as text. */
import { AppError } from "../contract/errors";

const MB = 1024 * 1024;
const DEFAULT_MAX_BYTES = MB;
/** Hooks, ingest, worker sessions and import chunks (design §6). */
export const CAPTURE_MAX_BYTES = 16 * MB;

/** The body as it came; 415 when it is compressed, 413 beyond `maxBytes`, whether or not the sender said its length. */
export async function readBytes(request: Request, maxBytes = DEFAULT_MAX_BYTES): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = () =>
    new AppError(
      "too_large",
      `The body is larger than ${maxBytes < MB ? `${maxBytes / 1024} KB` : `${Math.floor(maxBytes / MB)} MB`}.`,
      {
        hint: "Send it in smaller pieces.",
      },
    );
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "" && encoding !== "identity") {
    throw new AppError("unsupported_media_type", "Compressed bodies are not read.", {
      hint: "Send it without content-encoding.",
    });
  }
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** {@link readBytes} as text, without a byte order mark. */
export async function readText(request: Request, maxBytes = DEFAULT_MAX_BYTES): Promise<string> {
  // Some shells put a byte order mark in front.
  return (await readBytes(request, maxBytes)).toString("utf8").replace(/^\uFEFF/, "");
}

/** Without its parameters, lower case; empty where there is none. */
export const contentType = (request: Request): string =>
  (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** Parsed JSON body; an empty body is `{}` and needs no content type (M5). */
export async function readJson(request: Request, maxBytes = DEFAULT_MAX_BYTES): Promise<unknown> {
  const text = await readText(request, maxBytes);
  if (text.trim() === "") return {};
  requireJsonType(request);
  return parseJson(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid_json", "The body is not valid JSON.", {
      hint: "Check quotes, commas and that the body was sent whole.",
      cause: error,
    });
  }
}

/** Anything but JSON could come from a web page without a preflight (X03). */
function requireJsonType(request: Request): void {
  const type = contentType(request);
  if (type === "application/json" || type.endsWith("+json")) return;
  throw new AppError("unsupported_media_type", "The body must be JSON.", {
    hint: "Send the header content-type: application/json.",
  });
}
