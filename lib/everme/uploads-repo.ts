/** SQL of files that were announced, received and taken in. */
import { and, eq, lt, ne, or } from "drizzle-orm";
import type { Handle } from "../context";
import { evermeUploads } from "../db/schema/everme";

export type UploadRow = typeof evermeUploads.$inferSelect;

export const insertUpload = (tx: Handle, row: typeof evermeUploads.$inferInsert): UploadRow =>
  tx.insert(evermeUploads).values(row).returning().get();
export const uploadByKey = (handle: Handle, objectKey: string): UploadRow | undefined =>
  handle.select().from(evermeUploads).where(eq(evermeUploads.objectKey, objectKey)).get();
export const uploadByIdempotencyKey = (handle: Handle, tokenId: number, key: string): UploadRow | undefined =>
  handle
    .select()
    .from(evermeUploads)
    .where(and(eq(evermeUploads.tokenId, tokenId), eq(evermeUploads.idempotencyKey, key)))
    .get();
export const updateUpload = (
  tx: Handle,
  id: number,
  values: Partial<Pick<UploadRow, "status" | "idempotencyKey" | "result" | "expiresAt">>,
): void => void tx.update(evermeUploads).set(values).where(eq(evermeUploads.id, id)).run();

/** What was taken in is answered again for so long. */
const ANSWERED_MS = 30 * 86_400_000;

/** Removes what was never taken in, and what was taken in long ago. */
export const dropExpired = (tx: Handle, now: number): void =>
  void tx
    .delete(evermeUploads)
    .where(
      or(
        and(ne(evermeUploads.status, "imported"), lt(evermeUploads.expiresAt, now)),
        lt(evermeUploads.expiresAt, now - ANSWERED_MS),
      ),
    )
    .run();

/** Keys of files that may stand in the folder. */
export const waitingKeys = (handle: Handle): Set<string> =>
  new Set(
    handle
      .select({ objectKey: evermeUploads.objectKey })
      .from(evermeUploads)
      .where(ne(evermeUploads.status, "imported"))
      .all()
      .map(({ objectKey }) => objectKey),
  );

/** Of one key, not taken in yet. */
export const countWaiting = (handle: Handle, tokenId: number): number =>
  handle
    .select({ id: evermeUploads.id })
    .from(evermeUploads)
    .where(and(eq(evermeUploads.tokenId, tokenId), ne(evermeUploads.status, "imported")))
    .all().length;
