/** Whether a store was ever filled. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

/** No session and no memory; what was deleted counts as gone. */
export const holdsNothing = (handle: Handle): boolean =>
  prepared(
    handle,
    `SELECT NOT EXISTS (SELECT 1 FROM sessions WHERE status <> 'deleted')
       AND NOT EXISTS (SELECT 1 FROM memories WHERE status <> 'deleted')`,
  )
    .pluck()
    .get() === 1;
