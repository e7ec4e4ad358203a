/** What of a memory may be stored: cleaned, in one spelling, through the gate. First failing check wins (E41). */
import type { Handle } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { isBuried } from "../operations/tombstones";
import { cleanText } from "../text/clean";
import { joinTags } from "./fields";
import { checkQuality, type GateBounds, type GateReason } from "./gate";

/** Why a memory is refused: a reason of the gate, or what stands before and after it. */
export type RejectCode = GateReason | "read_only" | "private" | "buried";

export interface Rejection {
  code: RejectCode;
  /** A sentence without the value. */
  reason: string;
}

export interface Statement {
  key: string;
  value: string;
}

/** One spelling a key: composed and decomposed letters look alike, and must not make two active rows. */
export const cleanKey = (key: string): string => cleanText(key).text.normalize("NFC").trim();

/** Cleaned before they are cut: half a secret is still one, and half a pair is no text. */
export const cleanTags = (tags: string[] | string): string =>
  joinTags(cleanText(typeof tags === "string" ? tags : tags.join(",")).text);

/** An attribute or another word of a row. */
export const cleanWord = (text: string): string => cleanText(text).text.trim();

/** Key and value as they may be stored, the value untrimmed, or why they may not. */
export function checkStatement(
  handle: Handle,
  given: Statement,
  { actor, bounds }: { actor: Actor; bounds: GateBounds | undefined },
): Statement | Rejection {
  const key = cleanKey(given.key);
  const cleaned = cleanText(given.value);
  if (cleaned.isPrivate) return { code: "private", reason: "The value is private text, which is never stored." };
  const failure = checkQuality(key, cleaned.text, bounds);
  if (failure !== null) return { code: failure.reason, reason: failure.message };
  if (actor.kind !== "person" && isBuried(handle, cleaned.text)) {
    return { code: "buried", reason: "This text was deleted for good; only a person may write it again." };
  }
  return { key, value: cleaned.text };
}

/** What to do about a refusal. */
const HINTS: Record<Exclude<RejectCode, "read_only">, string> = {
  empty: "Give a key, such as shop:cart:decision:cache, and a value that says one thing in a sentence.",
  length: "State one thing in a sentence or two. The settings value_min_chars and value_max_chars hold the bounds.",
  low_information: "Write down what was decided or learned, not that the session goes on or waits.",
  private: "Leave out the private tags around what may be kept.",
  buried: "A person can write it again in the console.",
};

/** `forbidden` for a project that takes no writes, else `validation_failed` with the reason as a code. */
export function rejectionError({ code, reason }: Rejection): AppError {
  if (code === "read_only") {
    return new AppError("forbidden", reason, {
      hint: "A person can write it in the console, or change the project's mode.",
    });
  }
  const path = code === "empty" ? "key" : "value";
  return new AppError("validation_failed", reason, {
    rejection: code,
    hint: HINTS[code],
    details: [{ path, message: reason }],
  });
}
