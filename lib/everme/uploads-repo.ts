/** SQL of files that were announced, received and taken in. */
import { and, eq, lt, ne } from "drizzle-orm";
import type { Handle } from "../context";
import { evermeUploads } from "../db/schema";

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
  values: Partial<Pick<UploadRow, "status" | "idempotencyKey" | "result">>,
): void => void tx.update(evermeUploads).set(values).where(eq(evermeUploads.id, id)).run();

/** Removes what was never taken in; answers the keys of the files. */
export const dropExpired = (tx: Handle, now: number): string[] =>
  tx
    .delete(evermeUploads)
    .where(and(ne(evermeUploads.status, "imported"), lt(evermeUploads.expiresAt, now)))
    .returning({ objectKey: evermeUploads.objectKey })
    .all()
    .map(({ objectKey }) => objectKey);

/** Of one key, not taken in yet. */
export const countWaiting = (handle: Handle, tokenId: number): number =>
  handle
    .select({ id: evermeUploads.id })
    .from(evermeUploads)
    .where(and(eq(evermeUploads.tokenId, tokenId), ne(evermeUploads.status, "imported")))
    .all().length;
