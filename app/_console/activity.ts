/** What the activity view shows: a page of the feed, and what is open beside it. */
import type { App } from "@/lib/context";
import { OperationFilter, type OperationDetail, type OperationPage, type Receipt } from "@/lib/contract/operations";
import { listFeed } from "@/lib/operations/feed";
import { getOperation } from "@/lib/operations/query";
import { countReceipts, getReceipt, pageOfReceipts } from "@/lib/operations/receipts";
import { projectRefs } from "@/lib/projects/refs-query";
import { parseId, parseParams, type RawParams } from "./params";

const PAGE_SIZE = 50;
const RECEIPTS = 50;

export interface ActivityAsked {
  filter: OperationFilter;
  peek: number | null;
  receipt: number | null;
  /** The receipts instead of the feed: `receipts`, with the id that older ones come before. */
  receiptsBefore: number | null;
  isReceipts: boolean;
  /** All rows of the open operation. */
  isWhole: boolean;
}

export function askedFor(raw: RawParams): ActivityAsked {
  const before = parseId(raw["receipts"]);
  return {
    filter: parseParams(OperationFilter, raw),
    peek: parseId(raw["peek"]),
    receipt: parseId(raw["receipt"]),
    receiptsBefore: before,
    isReceipts: before !== null || raw["receipts"] === "all",
    isWhole: raw["rows"] === "all",
  };
}

export interface ActivityData {
  page: OperationPage;
  operation: OperationDetail | null;
  project: { name: string; id: number } | null;
  receipts: Receipt[];
  olderReceipts: number | null;
  receipt: Receipt | null;
  receiptCount: number;
}

/** Throws `not_found` for an operation or a receipt that does not exist. */
export function readActivity(app: App, asked: ActivityAsked): ActivityData {
  const operation = asked.peek === null ? null : getOperation(app, asked.peek);
  const project = operation === null ? undefined : projectRefs(app.db).get(operation.project_id);
  const { items, next } = asked.isReceipts
    ? pageOfReceipts(app, { limit: RECEIPTS, before: asked.receiptsBefore })
    : { items: [], next: null };
  return {
    page: asked.isReceipts ? { items: [], nextCursor: null } : listFeed(app, { ...asked.filter, limit: PAGE_SIZE }),
    operation,
    project: operation === null || project === undefined ? null : { name: project.name, id: operation.project_id },
    receipts: items,
    olderReceipts: next,
    receipt: asked.receipt === null ? null : getReceipt(app, asked.receipt),
    receiptCount: countReceipts(app),
  };
}
