/** Fields that lines of the export share. */
import { z } from "zod";

export const Int = z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
export const RowId = Int.min(1);
export const At = Int.min(0);
export const Uid = z.string().regex(/^st_[\w-]{1,40}:\d{1,16}$/);
/** Host and the host's id. */
export const SessionName = z.tuple([z.string().min(1).max(50), z.string().min(1).max(300)]);
export const Key = z.string().min(1).max(2048);
export const EvidenceKey = z.string().regex(/^[\w.:#=+/-]{1,600}$/);
export const Short = z.string().max(2000);
export const Path = z.string().max(5000);
/** Capped when it was stored; the mark of the cap comes on top. */
export const Long = z.string().max(140_000);
export const Texts = z.array(Long).max(10_000);
export const Branch = Short.nullable();
export const Revision = Int.min(0);
export const Pauses = { capture_paused_at: At.nullable().optional(), recall_paused_at: At.nullable().optional() };

/** Where a row comes from: evidence by its keys. */
export const Source = z.object({
  session: SessionName,
  turn: Int,
  prompt: EvidenceKey.nullable().optional(),
  events: z.array(EvidenceKey).max(10_000).optional(),
});
export const Sources = z.array(Source).max(1000);
