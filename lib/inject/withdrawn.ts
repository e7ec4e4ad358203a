/** What was taken back, to look for in what others say. Pure. */
import { withoutReminder } from "../extract/rules/insisted";
import { createSaid, type Said } from "../text/likeness";
import type { Withdrawn } from "./candidates";

/** As {@link createSaid}; what asks to be remembered ("Please remember that …") is no part of what a memory says. */
export const createWithdrawn = (withdrawn: readonly Withdrawn[]): Said<Withdrawn> =>
  beyondReminder(createSaid(withdrawn.map((taken) => [taken.value, taken] as const)));

export function beyondReminder<T>(said: Said<T>): Said<T> {
  return {
    add: (text, as) => said.add(text, as),
    find(text, accepts) {
      const found = said.find(text, accepts);
      if (found !== undefined) return found;
      const bare = withoutReminder(text);
      return bare === text ? undefined : said.find(bare, accepts);
    },
  };
}
