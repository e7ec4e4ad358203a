/** Files of other tools: found where they are said to be, bounded, read as text. */
import { createReadStream, readFileSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { AppError } from "../contract/errors";
import { shownPath } from "../transcripts/shown-path";
import { expand } from "./evolvmem";
import { plainFile } from "./source-repo";

/** All that one import reads. */
const MAX_BYTES = 128 * 1024 * 1024;
const GZIP = [0x1f, 0x8b];

/** Text of a named file, unpacked where it is gzipped. Throws `not_found`, `too_large`, `validation_failed`. */
export async function readSource(path: string, hint: string): Promise<string> {
  const file = expand(path);
  const stat = plainFile(file);
  if (stat === null) throw new AppError("not_found", `There is no file ${shownPath(file)}.`, { hint });
  if (stat.size > MAX_BYTES) throw tooLarge(file);
  const bytes = readFileSync(file);
  if (bytes[0] !== GZIP[0] || bytes[1] !== GZIP[1]) return bytes.toString("utf8").replace(/^\uFEFF/, "");
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of createReadStream(file).pipe(createGunzip()) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > MAX_BYTES) throw tooLarge(file);
      pieces.push(piece);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("validation_failed", `${shownPath(file)} is damaged: it can't be unpacked.`, { cause });
  }
  return Buffer.concat(pieces).toString("utf8");
}

const tooLarge = (file: string): AppError =>
  new AppError("too_large", `${shownPath(file)} holds more than ${MAX_BYTES / 1024 ** 2} MB.`, {
    hint: "Import it in parts.",
  });

/** The only path that a tool of one file takes. Throws `validation_failed`. */
export function onePath(paths: string[] | undefined, fallback: string | null, example: string): string {
  const [path = fallback, ...more] = paths ?? [];
  if (path === null || more.length > 0) {
    throw new AppError("validation_failed", path === null ? "Say which file." : "One file at a time.", {
      hint: `For example ${example}`,
    });
  }
  return path;
}
