/** One entry in full, as the panel takes it. */
import type { EvidenceEvent, Observation, Prompt, Session, Summary } from "@/lib/contract/evidence";
import type { Memory } from "@/lib/contract/memory";

export type WholeEntry =
  | { kind: "session"; session: Session }
  | { kind: "prompt"; prompt: Prompt }
  | { kind: "tool" | "message"; event: EvidenceEvent }
  | { kind: "observation"; observation: Observation }
  | { kind: "summary"; summary: Summary }
  | { kind: "memory"; memory: Memory };
