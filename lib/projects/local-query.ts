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
