/** SQL of receipts: what a deletion for good has removed so far, and whether it is proven. */
import { asc, count, desc, eq, lt } from "drizzle-orm";
import type { Handle } from "../context";
import type { Receipt } from "../contract/operations";
import { type ReceiptRow, receipts } from "../db/schema/operations";

export type { ReceiptRow };
export type Holder = Receipt["holders"][number];

export function insertReceipt(tx: Handle, now: number, entity: string): number {
  return tx
    .insert(receipts)
    .values({ status: "pending", entity, requestedAt: now })
    .returning({ id: receipts.id })
    .get().id;
}

export function updateReceipt(tx: Handle, id: number, values: Partial<Omit<ReceiptRow, "id">>): void {
  tx.update(receipts).set(values).where(eq(receipts.id, id)).run();
}

export function findReceipt(handle: Handle, id: number): ReceiptRow | undefined {
  return handle.select().from(receipts).where(eq(receipts.id, id)).get();
}

export function pendingReceipts(handle: Handle): ReceiptRow[] {
  return handle.select().from(receipts).where(eq(receipts.status, "pending")).orderBy(asc(receipts.id)).all();
}

export const holdersOf = (row: ReceiptRow): Holder[] => JSON.parse(row.holders) as Holder[];

/** The newest first; `before` = those older than this one. */
export function latestReceipts(handle: Handle, limit: number, before: number | null = null): ReceiptRow[] {
  const older = before === null ? undefined : lt(receipts.id, before);
  return handle.select().from(receipts).where(older).orderBy(desc(receipts.id)).limit(limit).all();
}

export const receiptCount = (handle: Handle): number => handle.select({ n: count() }).from(receipts).get()?.n ?? 0;
