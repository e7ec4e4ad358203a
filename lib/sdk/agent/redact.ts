/** Keeps tokens and signed addresses out of whatever is logged or shown to a model (V22). Pure. */

const AGENT_TOKEN = /\b((?:evt|emk)_[A-Za-z0-9]{4})[A-Za-z0-9]+/g;
/** In a query (`name=value`) and in JSON or a header (`"name": "value"`). */
const SIGNED_VALUE = /(X-Amz-(?:Signature|Credential|Security-Token)["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi;
const AWS_KEY_ID = /\b(AKIA|ASIA)[A-Z0-9]{16}\b/g;

/**
 * `value` as text that may be shown: of an EverMe token the first eight characters stay, of a signed address its names.
 * An `Error` gives its message only; null and undefined give "". Never throws.
 */
export function redactError(value: unknown): string {
  return textOf(value)
    .replace(AGENT_TOKEN, "$1_REDACTED")
    .replace(SIGNED_VALUE, "$1REDACTED")
    .replace(AWS_KEY_ID, "$1_REDACTED");
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.message;
  if (typeof value !== "object") return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    // A circle, or a member that throws: nothing of it can be shown.
    return Object.prototype.toString.call(value);
  }
}
