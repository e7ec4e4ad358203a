/** Accounts and keys: made, shown once, rotated, revoked, and asked for. */
import { appendActivity } from "../activity/repo";
import type { App } from "../context";
import {
  type Account,
  type AccountList,
  LOCAL_ACCOUNT,
  type NewAccount,
  type NewToken,
  type Token,
  type TokenKind,
  type TokenList,
  type TokenMade,
} from "../contract/accounts";
import type { Actor } from "../contract/common";
import { AppError, noSuch } from "../contract/errors";
import { write } from "../db/write";
import { hashOf, isSameHash, kindOf, makeKey, prefixOf } from "./keys";
import { accountProject } from "./project";
import {
  accountById,
  accountByName,
  type AccountRow,
  insertAccount,
  insertToken,
  listAccountRows,
  listTokenRows,
  revokeTokenRow,
  tokenByHash,
  tokenById,
  type TokenRow,
  touchToken,
} from "./repo";

/** Accounts, and keys of one of them, revoked ones included. */
const MAX_ACCOUNTS = 1000;
const MAX_TOKENS = 1000;
/** The time of last use is written this often at most. */
const USED_EVERY_MS = 60_000;

/** Who stands behind a request of the gateway: the account, and the agent that an `evt` key speaks for. */
export interface Caller {
  account: AccountRow;
  tokenId: number;
  kind: TokenKind;
  agentId: string | null;
}

/** Who writes: behind a key, or without one as an agent of this machine. */
export type Speaker = Pick<Caller, "account" | "agentId"> & { tokenId: number | null };

/** An agent of this machine, which the local account takes without a key. */
export const localSpeaker = (app: App, agentId: string): Speaker => ({
  account: requireAccount(app, LOCAL_ACCOUNT),
  tokenId: null,
  agentId,
});

export function listAccounts(app: App): AccountList {
  const tokens = listTokenRows(app.db).filter((row) => row.revokedAt === null);
  return { accounts: listAccountRows(app.db).map((row) => accountOf(app, row, tokens)) };
}

/** Throws `forbidden` for anybody but a person, `conflict` for a name that is taken. */
export function createAccount(app: App, { name }: NewAccount, actor: Actor): Account {
  requirePerson(actor);
  const row = write(app, (tx) => {
    if (accountByName(tx, name) !== undefined) {
      throw new AppError("conflict", "There is an account of that name.", { hint: "Choose another name." });
    }
    if (listAccountRows(tx).length >= MAX_ACCOUNTS) {
      throw new AppError("conflict", `There are ${MAX_ACCOUNTS} accounts, which is the most there can be.`);
    }
    const made = insertAccount(tx, name, app.now());
    appendActivity(tx, app.now(), { kind: "account.created", entityType: "account", entityId: made.id });
    return made;
  });
  return accountOf(app, row, []);
}

/** All keys, newest first, revoked ones too; never the keys themselves. */
export function listTokens(app: App): TokenList {
  const names = new Map(listAccountRows(app.db).map(({ id, name }) => [id, name]));
  return { tokens: listTokenRows(app.db).map((row) => tokenOf(row, names.get(row.accountId) ?? "")) };
}

/** V12, V13. Throws `forbidden` for anybody but a person, `not_found` for an unknown account. */
export function createToken(app: App, { kind, account = LOCAL_ACCOUNT, agentId }: NewToken, actor: Actor): TokenMade {
  requirePerson(actor);
  return write(app, (tx) => {
    const owner = typeof account === "number" ? accountById(tx, account) : accountByName(tx, account);
    if (owner === undefined) {
      throw new AppError("not_found", "There is no such account.", { hint: "GET /api/accounts lists them." });
    }
    if (listTokenRows(tx).filter((row) => row.accountId === owner.id).length >= MAX_TOKENS) {
      throw new AppError("conflict", `The account has ${MAX_TOKENS} keys, which is the most there can be.`);
    }
    return make(app, owner, kind, agentId ?? null);
  });
}

/** The same rights by another key; the old one ends at once. Throws as {@link revokeToken}. */
export function rotateToken(app: App, id: number, actor: Actor): TokenMade {
  requirePerson(actor);
  return write(app, (tx) => {
    const { accountId, kind, agentId } = requireOpen(app, id);
    const made = make(app, requireAccount(app, accountId), kind, agentId);
    revokeTokenRow(tx, id, app.now(), made.token.id);
    appendActivity(tx, app.now(), { kind: "token.rotated", entityType: "token", entityId: id });
    return made;
  });
}

/** Throws `forbidden` for anybody but a person, `not_found`, and `conflict` for a key that was revoked before. */
export function revokeToken(app: App, id: number, actor: Actor): Token {
  requirePerson(actor);
  return write(app, (tx) => {
    const { accountId } = requireOpen(app, id);
    const row = revokeTokenRow(tx, id, app.now(), null);
    appendActivity(tx, app.now(), { kind: "token.revoked", entityType: "token", entityId: id });
    return tokenOf(row, requireAccount(app, accountId).name);
  });
}

/** What is wrong with a key, by what it looks like. */
export type Refused = "none" | TokenKind;

/** Who a key speaks for; else what kind of key it would have been. Notes when it was used. */
export function authenticate(app: App, key: string | null): Caller | Refused {
  const kind = key === null ? null : kindOf(key);
  if (key === null || kind === null) return "none";
  const hash = hashOf(key);
  const row = tokenByHash(app.db, hash);
  if (row === undefined || !isSameHash(row.hash, hash) || row.revokedAt !== null || row.kind !== kind) return kind;
  const account = accountById(app.db, row.accountId);
  if (account === undefined) return kind;
  const now = app.now();
  if (row.lastUsedAt === null || row.lastUsedAt < now - USED_EVERY_MS) {
    write(app, (tx) => touchToken(tx, row.id, now, now - USED_EVERY_MS));
  }
  return { account, tokenId: row.id, kind, agentId: row.agentId };
}

function make(app: App, account: AccountRow, kind: TokenKind, agentId: string | null): TokenMade {
  const secret = makeKey(kind);
  return write(app, (tx) => {
    const now = app.now();
    const row = insertToken(tx, {
      accountId: account.id,
      kind,
      agentId,
      hash: hashOf(secret),
      prefix: prefixOf(secret),
      createdAt: now,
    });
    appendActivity(tx, now, { kind: "token.created", entityType: "token", entityId: row.id });
    return { token: tokenOf(row, account.name), secret };
  });
}

function requirePerson(actor: Actor): void {
  if (actor.kind === "person") return;
  throw new AppError("forbidden", "Only a person makes accounts and keys.", {
    hint: "Use the console's settings, or `keepsake token`.",
  });
}

function requireOpen(app: App, id: number): TokenRow {
  const row = tokenById(app.db, id);
  if (row === undefined) throw noSuch("key", id, "GET /api/tokens lists them.");
  if (row.revokedAt === null) return row;
  throw new AppError("conflict", "The key was revoked before.", { hint: "Make a new one." });
}

function requireAccount(app: App, id: number): AccountRow {
  const row = accountById(app.db, id);
  if (row === undefined) throw noSuch("account", id, "GET /api/accounts lists them.");
  return row;
}

const accountOf = (app: App, { id, name, createdAt }: AccountRow, tokens: TokenRow[]): Account => ({
  id,
  name,
  is_local: id === LOCAL_ACCOUNT,
  created_at_epoch: createdAt,
  project_id: accountProject(app.db, id)?.id ?? null,
  tokens: tokens.filter((row) => row.accountId === id).length,
});

const tokenOf = (row: TokenRow, account: string): Token => ({
  id: row.id,
  account_id: row.accountId,
  account,
  kind: row.kind,
  agent_id: row.agentId,
  prefix: row.prefix,
  created_at_epoch: row.createdAt,
  last_used_at_epoch: row.lastUsedAt,
  revoked_at_epoch: row.revokedAt,
  rotated_to: row.rotatedTo,
});
