/** Quality gate of every memory that is written (E41, E42): pure, first failing check wins. */
import { SETTING_DEFAULTS } from "../contract/settings";
import { withoutMarks } from "../text/secret-marks";

export interface GateBounds {
  /** Characters of the trimmed value. */
  min: number;
  /** Characters of the value. */
  max: number;
}

export type GateReason = "empty" | "length" | "low_information";

export interface GateFailure {
  reason: GateReason;
  /** A sentence without the value. */
  message: string;
}

/** E135. */
const DEFAULT_BOUNDS: GateBounds = { min: SETTING_DEFAULTS.value_min_chars, max: SETTING_DEFAULTS.value_max_chars };

const LOW_INFORMATION = ["等待用户", "会话继续", "等待下一步", "no action required"];

/**
 * Null when the value may be stored. Order (E41): empty, too long, too short, an opener that says nothing.
 * Lengths are counted in code points.
 */
export function checkQuality(key: string, value: string, bounds: GateBounds = DEFAULT_BOUNDS): GateFailure | null {
  const trimmed = value.trim();
  if (key.trim() === "" || trimmed === "") return { reason: "empty", message: "Key and value must not be empty." };
  if (codePoints(value) > bounds.max) {
    return { reason: "length", message: `The value is longer than ${bounds.max} characters.` };
  }
  if (codePoints(trimmed) < bounds.min) {
    return { reason: "length", message: `The value is shorter than ${bounds.min} characters.` };
  }
  const opener = trimmed.toLowerCase();
  // What is left of a text that was little more than a secret.
  const told = withoutMarks(trimmed).trim();
  const isLeftover = told !== trimmed && codePoints(told) < bounds.min;
  if (isLeftover || LOW_INFORMATION.some((phrase) => opener.startsWith(phrase))) {
    return { reason: "low_information", message: "The value says nothing that is worth keeping." };
  }
  return null;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
