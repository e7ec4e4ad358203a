/** What a search answered, as far as it is shown: other servers of this API promise less than ours, and none is trusted. Pure. */
import { z } from "zod";
import { Degraded, DISPLAY_ORDER, type SearchType } from "../../../lib/contract/search";

const Text = z.string().catch("");
const Texts = z
  .array(z.unknown())
  .catch([])
  .transform((items) => items.filter((item) => typeof item === "string"));
const Hit = z.object({
  title: Text,
  preview: Text,
  project: z.string().nullable().catch(null),
  created_at_epoch: z.number().min(0).max(8.64e15).nullable().catch(null),
  rank: z.number().catch(0),
  obs_type: Text,
  concepts: Texts,
  /** What it says, by kind. */
  summary: Text,
  value: Text,
  completed: Text,
  learned: Text,
  next_steps: Text,
});
const Hits = z.array(Hit).catch([]);

const Found = z.object({
  memories: Hits,
  observations: Hits,
  sessions: Hits,
  prompts: Hits,
  events: Hits,
  degraded: Degraded.nullable().catch(null),
});

export type FoundHit = z.infer<typeof Hit> & { type: SearchType };

export interface Answer {
  /** The best first. */
  hits: FoundHit[];
  degraded: Degraded | null;
}

/** The best of all kinds, at most `limit`; of equals what is known stands before what was said. */
export function readAnswer(answer: unknown, limit: number): Answer {
  const found = Found.parse(answer);
  const hits = DISPLAY_ORDER.flatMap((type) => found[type].map((hit) => ({ ...hit, type })));
  return { hits: hits.sort((a, b) => b.rank - a.rank).slice(0, limit), degraded: found.degraded };
}
