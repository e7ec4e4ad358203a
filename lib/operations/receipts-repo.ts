/** SQL of receipts: what a deletion for good has removed so far, and whether it is proven. */
import { asc, desc, eq } from "drizzle-orm";
import type { Handle } from "../context";
import type { Receipt } from "../contract/operations";
import { type ReceiptRow, receipts } from "../db/schema";

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

export function latestReceipts(handle: Handle, limit: number): ReceiptRow[] {
  return handle.select().from(receipts).orderBy(desc(receipts.id)).limit(limit).all();
}
