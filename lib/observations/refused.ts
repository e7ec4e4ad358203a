/** Why a text that somebody saves on purpose is not taken. */
import { AppError } from "../contract/errors";

const REFUSALS = {
  empty: (name: string) => [`The ${name} is empty.`, `Send what is to be remembered as ${name}.`],
  private: (name: string) => [
    `The ${name} is private, which is never stored.`,
    "Leave out the private tags around what may be kept.",
  ],
  buried: () => [
    "This text was deleted for good; only a person may write it again.",
    "A person can write it again in the console.",
  ],
} as const;

/** `name`: the field that holds the text, as its sender calls it. */
export function refusedText(reason: keyof typeof REFUSALS, name: string): AppError {
  const [message = "", hint] = REFUSALS[reason](name);
  return new AppError("validation_failed", message, { rejection: reason, hint, details: [{ path: name, message }] });
}
