/** Since when capture and recall rest, for the pages that show and change it. */
import type { Handle } from "../context";
import type { PauseState } from "../contract/codewatch";
import { pausedRow, type PauseScope } from "./repo";

/** Both null for what is not there. */
export function pausesOf(handle: Handle, scope: PauseScope, id: number): PauseState {
  const row = pausedRow(handle, scope, id);
  return { capture_paused_at: row?.capturePausedAt ?? null, recall_paused_at: row?.recallPausedAt ?? null };
}
