/** The seam between evidence and what is learned from it: one turn in, observations, a summary and memories out. */
import type { Category, ObsType, Priority } from "./evidence";
import type { MemoryTier } from "./memory";

export interface TurnTool {
  eventId: number;
  name: string;
  /** Parsed tool input; `{}` where it was no object. */
  input: Record<string, unknown>;
  output: string;
  /** null = the host did not say. */
  isError: boolean | null;
  at: number;
  /** Absolute or project-relative paths that the tool's input names. */
  files: string[];
}

export type TurnItem = ({ kind: "tool" } & TurnTool) | { kind: "message"; eventId: number; text: string; at: number };

/** Everything the extractor may look at; already cleaned, in time order. */
export interface TurnEvidence {
  sessionId: number;
  turn: number;
  prompt: string;
  promptId: number | null;
  outcome: "open" | "done" | "interrupted";
  items: TurnItem[];
  /** Last assistant text of the turn before: a short answer is a decision about the question in it. */
  previousMessage: string | null;
  /** What earlier turns asked for, oldest first: a short answer leans on it. */
  earlier: { request: string }[];
  /** Roots of the project on this machine, longest first; paths are shown relative to them. */
  roots: string[];
  projectName: string;
  branch: string | null;
  fromTranscript: boolean;
}

export interface ExtractedObservation {
  title: string;
  subtitle: string | null;
  summary: string;
  facts: string[];
  concepts: string[];
  filesRead: string[];
  filesModified: string[];
  obsType: ObsType;
  category: Category;
  priority: Priority;
  /** 0–1. */
  confidence: number;
  eventIds: number[];
}

export interface SummaryTexts {
  request: string;
  investigated: string;
  learned: string;
  completed: string;
  nextSteps: string;
  notes: string;
}

export interface ExtractedSummary extends SummaryTexts {
  filesRead: string[];
  filesModified: string[];
}

export interface ExtractedMemory {
  /** Four colon-separated segments project:domain:type:topic (E5). */
  key: string;
  value: string;
  attribute: "decision" | "preference" | "fact" | "constraint" | "user_profile";
  tier: MemoryTier;
  /** 1–10. */
  importance: number;
  /** 0–1. */
  confidence: number;
  tags: string[];
  /** True when it holds for the person everywhere, not for this project only. */
  global: boolean;
  /** Nothing that the person said backs it: what a tool put out may have been meant to be remembered. A person decides first. */
  unheard?: boolean;
  /** It takes back what the person said before, and goes where that stands: the person's own or the project's. */
  follows?: boolean;
  eventIds: number[];
}

/** What a person takes back without saying anything else instead. */
export interface Withdrawal {
  /** Names the subject in the person's words. */
  about: string;
  /** "Is fine after all": only what refused it is taken back. */
  onlyRefused: boolean;
}

export interface Extraction {
  observations: ExtractedObservation[];
  /** null for trivial turns. */
  summary: ExtractedSummary | null;
  memories: ExtractedMemory[];
  withdrawals?: Withdrawal[];
}
