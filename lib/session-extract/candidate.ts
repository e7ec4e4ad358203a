/** What a model, or the rules, propose to remember of a session, before and after the gates. */
import type { MemoryTier } from "../contract/memory";
import type { MEMORY_ATTRIBUTES } from "../contract/words";

export type Attribute = (typeof MEMORY_ATTRIBUTES)[number];

/** As an answer holds it (E74): key and value are text, the rest is what the provider wrote, made harmless where it can be. */
export interface Candidate {
  key: string;
  value: string;
  attribute: unknown;
  tags: unknown[];
  confidence: number;
  importance: number;
  tier: string;
  /** Of the rules alone: a person's own word, which may replace what stood under its key. */
  explicit?: boolean;
  /** Of the rules alone: when it was said, milliseconds UTC; else the end of the session counts. */
  at?: number | undefined;
}

/** A candidate that passed all gates (E81). */
export interface Atomic {
  /** Four segments, trimmed; case as given. */
  key: string;
  value: string;
  attribute: Attribute;
  tags: string[];
  /** 0.3–1. */
  confidence: number;
  /** 1–10. */
  importance: number;
  tier: MemoryTier;
  explicit: boolean;
  at: number | undefined;
}
