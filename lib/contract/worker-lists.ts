/** Lists, single rows, batches, notes and deletions of the claude-mem worker API (M16–M29). Its senders are others: unknown fields are ignored. */
import { z } from "zod";
import { Cursor, Id, Limit, Offset, PathId, ProjectRef } from "./common";
import { ObservationRow, ObservationSearchResult, PromptRow, SessionRow, SummaryRow } from "./worker-rows";

/** M16–M18. `cursor` wins over `offset`: pages by cursor show each row once though rows arrive. */
export const RowListQuery = z.object({
  offset: Offset.default(0),
  limit: Limit.default(20),
  project: ProjectRef.optional(),
  /** `nextCursor` of the page before. */
  cursor: Cursor.optional(),
});
export type RowListQuery = z.infer<typeof RowListQuery>;

const rowList = <T extends z.ZodType>(row: T) =>
  z.object({
    items: z.array(row),
    hasMore: z.boolean(),
    offset: z.number().int(),
    limit: z.number().int(),
    /** null on the last page. */
    nextCursor: z.string().nullable(),
  });
export const ObservationRowList = rowList(ObservationRow).meta({ id: "ObservationRowList" });
export const SummaryRowList = rowList(SummaryRow).meta({ id: "SummaryRowList" });
export const PromptRowList = rowList(PromptRow).meta({ id: "PromptRowList" });
/** A page of rows of one kind. */
export interface RowList<T> {
  items: T[];
  hasMore: boolean;
  offset: number;
  limit: number;
  nextCursor: string | null;
}

/** M19–M21: what is not written as a number is refused, a number that is no id names nothing. */
const NUMBER = /^-?\d{1,100}(?:\.\d{1,100})?$/;
export const RowParams = z.object({
  id: z.preprocess((text, context) => {
    if (typeof text !== "string" || !NUMBER.test(text))
      context.addIssue({ code: "custom", message: "must be a number" });
    return text;
  }, PathId),
});
/** A summary by its id, with or without the `S` of timelines. */
export const SummaryOrSessionParams = z.object({
  id: z.string().regex(/^(?:S\d{1,100}|-?\d{1,100}(?:\.\d{1,100})?)$/i, "must be a number, or S and a number"),
});
/** Of deletions: what is no id names nothing (A09). */
export const DeletedRowParams = z.object({ id: PathId });

/** M20: the summary with its session, or where the id is no summary's, the session of that id. */
export const SummaryOrSession = z.union([
  SummaryRow.extend({ session: SessionRow.nullable() }),
  SessionRow.extend({ session: SessionRow }),
]);
export type SummaryOrSession = z.infer<typeof SummaryOrSession>;

const MAX_BATCH = 1000;
/** M26. Rows come in the order of `ids` unless `orderBy` asks for another. */
export const ObservationBatch = z.object({
  ids: z.array(Id).max(MAX_BATCH),
  orderBy: z.enum(["date_desc", "date_asc"]).optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(MAX_BATCH).optional(),
  project: ProjectRef.optional(),
});
export type ObservationBatch = z.infer<typeof ObservationBatch>;
export const ObservationBatchResult = z.array(ObservationRow);

const FilePath = z.string().trim().min(1).max(4096);
/** M26: a path as stored, absolute, or its end. `filePath` and `files` are accepted for `path` (M5). */
export const ByFileQuery = z
  .object({
    path: FilePath.optional(),
    filePath: FilePath.optional(),
    files: FilePath.optional(),
    project: ProjectRef.optional(),
    limit: Limit.default(20),
  })
  .refine(({ path, filePath, files }) => [path, filePath, files].some((one) => one !== undefined), {
    path: ["path"],
    message: "is missing",
  });
export type ByFileQuery = z.infer<typeof ByFileQuery>;
export const ObservationsByFile = z
  .object({ observations: z.array(ObservationSearchResult), count: z.number().int() })
  .meta({ id: "ObservationsByFile" });
export type ObservationsByFile = z.infer<typeof ObservationsByFile>;

/** M24. */
export const ProcessingStatus = z
  .object({ isProcessing: z.boolean(), queueDepth: z.number().int() })
  .meta({ id: "ProcessingStatus" });
export type ProcessingStatus = z.infer<typeof ProcessingStatus>;

/** Characters of a note: as many as are kept of any text. */
const MAX_NOTE_CHARS = 65_536;
/** Characters of `metadata` as JSON. */
export const MAX_METADATA_CHARS = 16_384;
/** M27. */
export const MemorySave = z
  .object({
    text: z.string().max(MAX_NOTE_CHARS),
    title: z.string().max(10_000).nullish(),
    /** Key, name or alias; of several that share a name the one used last. Absent: the project of `cwd`, else `unknown`. */
    project: z.string().trim().max(1024).nullish(),
    cwd: z.string().max(4096).nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  })
  .meta({ id: "MemorySave" });
export type MemorySave = z.infer<typeof MemorySave>;
export const MemorySaved = z
  .object({
    success: z.literal(true),
    id: z.number().int(),
    title: z.string(),
    project: z.string(),
    message: z.string(),
    /** Stored and found, but not injected until a person allows it: the exclusion that holds it back names itself in `exclusion_id`. */
    review_state: z.enum(["pending", "quarantined"]).optional(),
    exclusion_id: z.number().int().optional(),
    /** null = the same was saved just before, so that nothing was written. */
    operation_id: z.number().int().nullable(),
  })
  .meta({ id: "MemorySaved" });
export type MemorySaved = z.infer<typeof MemorySaved>;

/** M29: the row is in the bin, and Undo of the operation brings it back. */
export const RowDeleted = z
  .object({ success: z.literal(true), id: z.number().int(), operation_id: z.number().int() })
  .meta({ id: "RowDeleted" });
export type RowDeleted = z.infer<typeof RowDeleted>;
