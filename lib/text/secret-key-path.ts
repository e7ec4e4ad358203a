/** Keys of memories that have a label among their segments: `shop:token:decision:rotation` names a topic, and holds no secret. Pure. */
import { MEMORY_ATTRIBUTES } from "../contract/words";

const ATTRIBUTES: readonly string[] = MEMORY_ATTRIBUTES;
/** Longer ones are no names. */
const MAX_PATH = 200;
const MAX_WORD = 24;
/** Words, and numbers as names have them: `cart-ttl`, `n16`, `2026-06-04`. */
const NAMES = new RegExp(
  `^(?:[a-z]{1,${MAX_WORD}}[0-9]{0,4}|[0-9]{1,4}|\\p{Script=Han}{1,${MAX_WORD}})(?:[-_./](?:[a-z]{1,${MAX_WORD}}[0-9]{0,4}|[0-9]{1,4}|\\p{Script=Han}{1,${MAX_WORD}})){0,8}$`,
  "u",
);
const WORDS = new RegExp(`^[a-z]{1,${MAX_WORD}}(?:[-_][a-z]{1,${MAX_WORD}}){0,4}$`);

/**
 * `path` follows a label and its colon without a blank. It is the rest of a key when a segment stands before the label, and
 * an attribute of memories after it with names behind that; without an attribute only if it is two or more plain words: `admin:password:hunter2` and
 * `cache:token:eu:3f9a` stay secrets.
 */
export function isKeyPath(path: string, text: string, { 0: matched, index }: RegExpExecArray): boolean {
  if (
    path.length > MAX_PATH ||
    /\s/.test(matched) ||
    !/[\p{L}\p{N}]:[\p{L}\p{N}_.-]*$/u.test(text.slice(Math.max(0, index - 60), index))
  )
    return false;
  const [first = "", ...rest] = path.replace(/[\])]$/, "").split(":");
  if (ATTRIBUTES.includes(first)) return rest.length <= 3 && rest.every((segment) => NAMES.test(segment));
  return rest.length > 0 && rest.length <= 3 && [first, ...rest].every((segment) => WORDS.test(segment));
}
