/**
 * Secrets leave a visible mark (`[redacted:github-token]`) and nothing else. Families by shape, by place and by label;
 * no rule judges by entropy, so hashes, UUIDs, integrity strings and long names stay (S10).
 *
 * Our own rules, because a scanner library reports findings for files, asynchronously, and knows neither sentences nor
 * labels in other languages.
 */
import { redactAssignments } from "./secret-assignments";
import { redactKeyBlocks } from "./secret-blocks";
import { keyKind } from "./secret-labels";
import { redactLocations } from "./secret-locations";
import { isReference, mark } from "./secret-marks";
import type { SecretRule } from "./secret-marks";
import { SHAPE_RULES } from "./secret-shapes";
import { PLACE_RULES } from "./secret-urls";

const RULES: readonly SecretRule[] = [...PLACE_RULES, ...SHAPE_RULES];
/** A mark can bring a label and a value together that were apart before; more rounds than this never happened. */
const MAX_ROUNDS = 5;

export interface Redaction {
  text: string;
  /** Secrets replaced; 0 on text that went through before (E77). */
  count: number;
}

/** E76, S01–S10. Pure; linear in the length of `text`. */
export function redactSecrets(text: string): Redaction {
  let current = text;
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = redactOnce(current);
    if (next.count === 0) break;
    current = next.text;
    count += next.count;
  }
  return { text: current, count };
}

function redactOnce(text: string): Redaction {
  const blocks = redactKeyBlocks(text);
  let current = blocks.text;
  let count = blocks.count;
  const lower = current.toLowerCase();
  for (const rule of RULES) {
    if (!rule.needles.some((needle) => lower.includes(needle))) continue;
    const { pattern, replace, kind } = rule;
    current = current.replace(pattern, (match: string, ...rest: unknown[]) => {
      const replaced = replace ? replace(match, ...(rest.filter(isGroup) as (string | undefined)[])) : mark(kind);
      if (replaced !== match) count += 1;
      return replaced;
    });
  }
  const locations = redactLocations(current, lower);
  const labelled = redactAssignments(locations.text, lower);
  return { text: labelled.text, count: count + locations.count + labelled.count };
}

/** `replace` hands groups first, then the offset (a number) and the whole text. */
function isGroup(argument: unknown, index: number, all: unknown[]): boolean {
  return index < all.findIndex((item) => typeof item === "number");
}

/**
 * The value of an object key: a mark when the key names a secret (`password`, `apiKey`, `authorization`, …), else the
 * value as it is. Empty values, references such as `${TOKEN}` and marks stay.
 */
export function redactSecretValue(key: string, value: string): string {
  const kind = keyKind(key);
  if (kind === null || value.trim() === "" || isReference(value)) return value;
  if (/^pwd$/i.test(key) && /^(?:~|\.{0,2}\/|[A-Za-z]:\\)/.test(value)) return value;
  return mark(kind);
}

/** Passwords may be numbers; tokens and keys that are numbers are counts. */
export function redactSecretNumber(key: string): string | null {
  const kind = keyKind(key);
  return kind === "password" && !/^pass(?:words)?$/i.test(key) ? mark(kind) : null;
}
