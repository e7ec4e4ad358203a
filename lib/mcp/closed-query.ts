/** Projects that agents of this machine are told nothing of. By index of a small table. */
import type { Handle } from "../context";
import { LOCAL_ACCOUNT } from "../contract/accounts";
import { prepared } from "../db/prepared";

/** Ids and names of projects whose mode is `off`, or that are another account's. */
export const closedProjects = (handle: Handle): { id: number; name: string }[] =>
  prepared(handle, "SELECT id, name FROM projects WHERE mode = 'off' OR account_id > ?").all(LOCAL_ACCOUNT) as {
    id: number;
    name: string;
  }[];
