/** Whose a row is: this machine's person's, or a further account's. What is missing is nobody's. */
import type { Handle } from "../context";
import { LOCAL_ACCOUNT } from "../contract/accounts";
import { prepared } from "../db/prepared";

export const hasFurtherAccounts = (handle: Handle): boolean =>
  prepared(handle, "SELECT 1 FROM accounts WHERE id <> ? LIMIT 1").get(LOCAL_ACCOUNT) !== undefined;

const ofProject = (table: string): string =>
  `SELECT 1 FROM ${table} t JOIN projects p ON p.id = t.project_id WHERE t.id = $id AND p.account_id <> $local`;

/** What may be named by its id in an address. */
const FOREIGN = {
  memory: ofProject("memories"),
  session: ofProject("sessions"),
  pair: ofProject("memory_pairs"),
  project: "SELECT 1 FROM projects WHERE id = $id AND account_id <> $local",
  // Of several projects where it names none.
  operation: `${ofProject("operations")} UNION ALL
    SELECT 1 FROM operations o JOIN operation_changes c ON c.operation_id = o.id
      JOIN projects p ON p.id IN (json_extract(c.after, '$.projectId'), json_extract(c.before, '$.projectId'))
    WHERE o.id = $id AND o.project_id = 0 AND p.account_id <> $local LIMIT 1`,
} as const;
export type Owned = keyof typeof FOREIGN;

/** True for what another account than the local one has. */
export const isForeign = (handle: Handle, kind: Owned, id: number): boolean =>
  prepared(handle, FOREIGN[kind]).get({ id, local: LOCAL_ACCOUNT }) !== undefined;
