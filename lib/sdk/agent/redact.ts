/** Keeps tokens and signed addresses out of whatever is logged or shown to a model (V22). Pure. */

/** Whatever stands in front: an escape (`%20`) or a name (`TOKEN_`) ends in letters too. */
const AGENT_TOKEN = /((?:evt|emk)_[A-Za-z0-9]{4})[A-Za-z0-9]+/g;
/** In a query (`name=value`), in JSON or a header (`"name": "value"`), and in either of them inside of another. */
const SIGNED_VALUE =
  /(X-Amz-(?:Signature|Credential|Security-Token)(?:\\*["'])?\s*(?:[=:]|%(?:25)*3[AD])\s*(?:\\*["'])?)[^\s"'&,}\\]+/gi;
const AWS_KEY_ID = /(AKIA|ASIA)[A-Z0-9]{16,}/g;

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
