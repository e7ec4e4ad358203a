/** What server actions answer: errors are values that the view shows. */
import type { ErrorCode, ErrorDetail } from "@/lib/contract/errors";

export interface ShownError {
  message: string;
  hint?: string | undefined;
  code: ErrorCode;
  requestId?: string | undefined;
  details?: ErrorDetail[] | undefined;
  /** Why a memory was refused, as a code. */
  rejection?: string | undefined;
  /** The console said it itself, in the page's language; everything else is the server's own sentence. */
  isTranslated?: boolean | undefined;
}

export type ActionResult<T = null> =
  | {
      ok: true;
      data: T;
      /** What Undo takes; null when nothing changed or it can't be undone. */ operationId: number | null;
    }
  | { ok: false; error: ShownError };
