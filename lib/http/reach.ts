/** Which rows a native address tells of to whom: a person looks at all accounts, what calls for an agent at the local one. */
import { hasFurtherAccounts, isForeign, type Owned } from "../accounts/owner-query";
import type { App } from "../context";
import { AppError, noSuch } from "../contract/errors";
import { actorOf } from "./request-actor";

/**
 * `all` = tells of rows of every account: a person's own addresses. A kind = the address names such a row by its `id`.
 * Without it an address bounds itself to the local account.
 */
export type Reach = "all" | Owned;

/** Throws `forbidden` or `not_found` where somebody who speaks for no person would see, or change, what is another account's. */
export function requireReach(app: App, request: Request, reach: Reach, params: unknown): void {
  if (actorOf(request).kind === "person") return;
  if (reach === "all") {
    if (!hasFurtherAccounts(app.db)) return;
    throw new AppError("forbidden", "This address tells of all accounts, which is for a person to see.", {
      hint: "Look in the console, or send x-keepsake-client: cli when a person asked for it.",
    });
  }
  const id = (params as { id?: unknown } | undefined)?.id;
  if (typeof id === "number" && isForeign(app.db, reach, id)) throw noSuch(reach, id);
}
