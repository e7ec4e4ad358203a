/** Reads what a model answered (E73, E74). Tolerant of form, strict where a wrong number would be stored as a fact. Pure. */
import { jsonReadings } from "../text/json-answer";
import { isRecord } from "../text/json-value";
import type { Candidate } from "./candidate";

export type Answer =
  | { ok: true; /** Value of the one SESSION_SUMMARY. */ summary: string; candidates: Candidate[] }
  | { ok: false; /** Never quotes the answer. */ reason: "malformed" | "no_summary" | "bad_confidence" };

const SUMMARY_KEY = "session_summary";
/** Items of one answer; more of them is no answer to our question. */
const MAX_ITEMS = 200;
const DEFAULT_CONFIDENCE = 0.5;
const DEFAULT_IMPORTANCE = 5;
const TIERS = ["pinned", "normal", "reference"];

/** Exactly one SESSION_SUMMARY and any number of memories; everything else is asked again later. */
export function readAnswer(text: string): Answer {
  const items = itemsOf(text);
  if (items === null || items.length > MAX_ITEMS) return { ok: false, reason: "malformed" };
  const candidates: Candidate[] = [];
  const summaries: string[] = [];
  for (const item of items) {
    if (!isRecord(item) || typeof item["key"] !== "string" || typeof item["value"] !== "string") continue;
    const confidence = confidenceOf(item["confidence"]);
    if (confidence === null) return { ok: false, reason: "bad_confidence" };
    if (item["key"].trim().toLowerCase() === SUMMARY_KEY) summaries.push(item["value"]);
    else candidates.push(candidateOf(item["key"], item["value"], confidence, item));
  }
  const [summary] = summaries;
  if (summary === undefined || summaries.length > 1) return { ok: false, reason: "no_summary" };
  return { ok: true, summary, candidates };
}

function candidateOf(key: string, value: string, confidence: number, item: Record<string, unknown>): Candidate {
  const { attribute, tags, tier } = item;
  return {
    key,
    value,
    confidence,
    attribute: attribute === undefined || attribute === null ? "fact" : attribute,
    tags: Array.isArray(tags) ? tags : [],
    importance: importanceOf(item["importance"]),
    tier: typeof tier === "string" && TIERS.includes(tier) ? tier : "normal",
  };
}

/** 0–1; null = not to be trusted. A left out one is unknown, not wrong. */
function confidenceOf(value: unknown): number | null {
  if (value === undefined) return DEFAULT_CONFIDENCE;
  const number = numberOf(value);
  return Number.isFinite(number) && number >= 0 && number <= 1 ? number : null;
}

function importanceOf(value: unknown): number {
  const number = numberOf(value);
  return Number.isNaN(number) ? DEFAULT_IMPORTANCE : Math.min(10, Math.max(1, number));
}

function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : NaN;
}

/** `{"memories": […]}`, the older bare array, either of them in a code fence or with words around. */
function itemsOf(text: string): unknown[] | null {
  for (const parsed of jsonReadings(text)) {
    if (Array.isArray(parsed)) return parsed;
    if (isRecord(parsed) && Array.isArray(parsed["memories"])) return parsed["memories"];
  }
  return null;
}
