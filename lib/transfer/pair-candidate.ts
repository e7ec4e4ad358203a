/** A memory that comes in beside another value of its key, as the newer half of a pair that a person decides. */
import type { SourceRef } from "../contract/memory";
import type { PairCandidate } from "../contract/review";
import type { MemoryRow } from "../memories/repo";

type Said = Pick<
  MemoryRow,
  "key" | "value" | "attribute" | "tags" | "importance" | "tier" | "expiresAt" | "updatedAt" | "sourceSession"
>;

export const pairCandidate = (row: Said, sources: SourceRef[]): PairCandidate => ({
  key: row.key,
  value: row.value,
  attribute: row.attribute,
  tags: row.tags,
  importance: row.importance,
  tier: row.tier,
  expires_at: row.expiresAt,
  at: row.updatedAt,
  source_session: row.sourceSession,
  sources,
});
