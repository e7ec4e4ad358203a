/** Projects of the person of this machine, beside those of accounts that come by the gateway. */
import type { Handle } from "../context";
import { LOCAL_ACCOUNT } from "../contract/accounts";
import { prepared } from "../db/prepared";

/** null = all that there are. */
export function localProjectIds(handle: Handle): number[] | null {
  const other = prepared(handle, "SELECT 1 FROM projects WHERE account_id > ? LIMIT 1").get(LOCAL_ACCOUNT);
  if (other === undefined) return null;
  return prepared(handle, "SELECT id FROM projects WHERE account_id = ? ORDER BY id")
    .pluck()
    .all(LOCAL_ACCOUNT) as number[];
}

/** The project and 0, which holds for all of this machine's; a further account's project stands alone. */
export function scopesBeside(handle: Handle, projectId: number): number[] {
  if (projectId === 0) return [0];
  const owner = prepared(handle, "SELECT account_id FROM projects WHERE id = ?").pluck().get(projectId);
  return owner === undefined || owner === LOCAL_ACCOUNT ? [projectId, 0] : [projectId];
}
