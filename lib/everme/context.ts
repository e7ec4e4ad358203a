/** What is known of a person (V4): a kept choice of facts, made anew on demand and when a fact changes. */
import { createHash } from "node:crypto";
import { scopeOfAccount } from "../accounts/project";
import type { Caller } from "../accounts/service";
import type { App } from "../context";
import type { EvermeContextBody, EvermeContextResult } from "../contract/everme";
import { sourceRefs } from "../db/json";
import { write } from "../db/write";
import type { MemoryRow } from "../memories/repo";
import { findProfile, keepProfile, profileRows } from "./repo";

/** Facts leave traits their room. */
const MAX_FACTS = 100;
const MAX_TRAITS = 50;

/** `cachedAt` and `generatedAt` stay as they are as long as the kept profile is told. */
export function accountContext(
  app: App,
  { account }: Pick<Caller, "account">,
  { forceRefresh }: EvermeContextBody,
): EvermeContextResult {
  return write(app, (tx) => {
    const now = app.now();
    const { projectIds, withoutGlobal } = scopeOfAccount(tx, account.id);
    const within = withoutGlobal ? projectIds : [0, ...projectIds];
    const rows = [
      ...profileRows(tx, "facts", within, now, MAX_FACTS),
      ...profileRows(tx, "traits", within, now, MAX_TRAITS),
    ];
    const stamp = createHash("sha256")
      .update(JSON.stringify(rows.map(({ id, revision, updatedAt }) => [id, revision, updatedAt])))
      .digest("hex");
    const kept = findProfile(tx, account.id);
    if (kept !== undefined && kept.stamp === stamp && !forceRefresh) return resultOf(rows, kept.generatedAt);
    // Two refreshes within a millisecond are two.
    const generatedAt = Math.max(now, (kept?.generatedAt ?? 0) + 1);
    keepProfile(tx, { accountId: account.id, stamp, generatedAt });
    return resultOf(rows, generatedAt);
  });
}

function resultOf(rows: MemoryRow[], generatedAt: number): EvermeContextResult {
  const at = new Date(generatedAt).toISOString();
  const traits = rows.filter(({ kind }) => kind === "trait");
  const facts = rows.filter(({ kind }) => kind !== "trait");
  return {
    profile: {
      explicit_info: facts.map((row) => ({
        category: row.attribute,
        description: row.value,
        evidence: row.key,
        sources: sourcesOf(row),
      })),
      implicit_traits: traits.map((row) => {
        const [head = "", ...rest] = row.value.split(": ");
        return { trait: head, description: rest.join(": ") || row.value, basis: "conversations", evidence: row.key };
      }),
    },
    cachedAt: at,
    generatedAt: at,
  };
}

const sourcesOf = ({ sources, createdAt }: MemoryRow) =>
  sourceRefs(sources).map(({ session_id, turn }) => ({ id: `${session_id}:${turn}`, timestamp: createdAt }));
