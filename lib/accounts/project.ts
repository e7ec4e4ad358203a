/** The project in which an account's conversations and memories stand, and what of the store is the account's. */
import { LOCAL_ACCOUNT } from "../contract/accounts";
import type { Handle, Tx } from "../context";
import { insertProject, projectByKey, type ProjectRow } from "../projects/repo";
import { accountById, accountByName, type AccountRow, insertAccount, projectIdsOfAccount } from "./repo";

const keyOf = (accountId: number): string => `everme:${accountId}`;

/**
 * The account's project, made when it is new. It has no alias and no folder, so that nothing that names a project by these
 * writes into it.
 */
export function ensureAccountProject(tx: Tx, now: number, { id, name }: AccountRow): ProjectRow {
  const key = keyOf(id);
  return (
    projectByKey(tx, key) ??
    insertProject(tx, {
      key,
      name: id === LOCAL_ACCOUNT ? "EverMe" : `EverMe ${name}`,
      kind: "name",
      accountId: id,
      createdAt: now,
      lastActivityAt: now,
    })
  );
}

export const accountProject = (handle: Handle, accountId: number): ProjectRow | undefined =>
  projectByKey(handle, keyOf(accountId));

/**
 * The account that a project of another store belongs to by its key; null where that number is another account here, whose
 * memory it must not join. Makes the account where there is none of that number.
 */
export function accountOfKey(tx: Tx, now: number, key: string, projectName: string): number | null {
  const id = Number(/^everme:(\d{1,15})$/i.exec(key)?.[1] ?? LOCAL_ACCOUNT);
  if (id === LOCAL_ACCOUNT) return LOCAL_ACCOUNT;
  const name = projectName.replace(/^EverMe /, "");
  const known = accountById(tx, id);
  if (known !== undefined) return known.name === name ? id : null;
  if (accountByName(tx, name) !== undefined) return null;
  return insertAccount(tx, name, now, id).id;
}

/** What an account may see: its projects, and for the local one what holds for all of them. */
export interface AccountScope {
  projectIds: number[];
  /** Memories of no project are the local account's. */
  withoutGlobal: boolean;
}

export const scopeOfAccount = (handle: Handle, accountId: number): AccountScope => ({
  projectIds: projectIdsOfAccount(handle, accountId),
  withoutGlobal: accountId !== LOCAL_ACCOUNT,
});
