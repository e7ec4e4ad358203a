/** The fourteen gates of a candidate, in their order; the first that fails names the reason (E81). Pure. */
import { MemoryTier } from "../contract/memory";
import { MEMORY_ATTRIBUTES } from "../contract/words";
import { checkQuality, type GateBounds } from "../memories/gate";
import { looksLikeSecret } from "../text/suspicious";
import type { Atomic, Candidate } from "./candidate";
import { isEphemeral } from "./ephemeral";
import { redactForSending } from "./redact";

export type GateReason =
  "metadata" | "sensitive" | "language" | "ephemeral" | "confidence" | "length" | "low_information";

export interface GateRules extends GateBounds {
  /** `zh`: a value must contain Chinese characters. */
  language: "any" | "zh";
}

export type Gated = { atomic: Atomic } | { reason: GateReason };

const KEY = /^[\p{L}\p{N}\p{M}_-]+(?::[\p{L}\p{N}\p{M}_-]+){3}$/u;
const MAX_TAGS = 8;
const MIN_CONFIDENCE = 0.3;

export const hasHan = (text: string): boolean =>
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[\u{20000}-\u{323af}]/u.test(text);

/** A secret by the rules of sending or by those of storing. Marks of either are none. */
export const isSensitive = (text: string): boolean => redactForSending(text).count > 0 || looksLikeSecret(text);

export function passGates(candidate: Candidate, rules: GateRules): Gated {
  const { attribute, tags, tier, importance, confidence } = candidate;
  const key = candidate.key.trim();
  const value = candidate.value.trim();
  const failed = (reason: GateReason): Gated => ({ reason });

  // 1 types of metadata
  if (typeof attribute !== "string" || typeof importance !== "number" || typeof confidence !== "number")
    return failed("metadata");
  if (!tags.every((tag): tag is string => typeof tag === "string")) return failed("metadata");
  // 2 secrets in key, attribute, tier, tags; each alone and in its row, since a label may stand in one and its value in the next
  if ([key, attribute, tier, ...tags, tags.join(" ")].some(isSensitive)) return failed("sensitive");
  // 3 length of the key
  if ([...key].length < 5 || [...key].length > 200) return failed("metadata");
  // 4 four segments
  if (!KEY.test(key)) return failed("metadata");
  // 5 attribute
  const known = MEMORY_ATTRIBUTES.find((one) => one === attribute);
  if (known === undefined) return failed("metadata");
  // 6 tier
  const place = MemoryTier.safeParse(tier);
  if (!place.success) return failed("metadata");
  // 7 tags
  const trimmed = tags.map((tag) => tag.trim());
  if (tags.length > MAX_TAGS || !trimmed.every(isTag)) return failed("metadata");
  // 8 importance
  if (!Number.isFinite(importance) || importance < 1 || importance > 10) return failed("metadata");
  // 9 a secret in the value
  if (isSensitive(value)) return failed("sensitive");
  // 10 language
  if (rules.language === "zh" && !hasHan(value)) return failed("language");
  // 11 of the moment
  if (isEphemeral(value)) return failed("ephemeral");
  // 12 confidence
  if (!(confidence >= MIN_CONFIDENCE && confidence <= 1)) return failed("confidence");
  // 13, 14 length, then openers that say nothing
  const quality = checkQuality(key, value, rules);
  if (quality !== null) return failed(quality.reason === "low_information" ? "low_information" : "length");
  const { explicit = false, at } = candidate;
  return {
    atomic: { key, value, attribute: known, tags: trimmed, importance, confidence, tier: place.data, explicit, at },
  };
}

const isTag = (tag: string): boolean => {
  const length = [...tag].length;
  return length >= 1 && length <= 64 && !/[,，\u0000-\u001f\u007f-\u009f]/.test(tag);
};
