/** Opaque cursors of pages that are ordered by id. */
import { AppError } from "../contract/errors";

export const encodeCursor = (id: number): string => Buffer.from(`id:${id}`).toString("base64url");

/** Throws `validation_failed` on anything that {@link encodeCursor} did not make. */
export function decodeCursor(cursor: string): number {
  const match = /^id:(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  if (match === null) {
    throw new AppError("validation_failed", "The cursor is not one of ours.", {
      hint: "Use nextCursor of the page before.",
    });
  }
  return Number(match[1]);
}
