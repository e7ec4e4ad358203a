/** A client's own name of a thing (conversation, scope, import), as it may stand in the store. Pure. */
import { createHash } from "node:crypto";
import { cleanText } from "../text/clean";

const ID = /^[\w.:@/+=#~-]{1,200}$/;

/** Ids stay as they are; what holds blanks, signs, secrets or private text is words, of which no more than a hash is kept. */
export const storedName = (name: string): string =>
  name === "" || (ID.test(name) && cleanText(name).text === name)
    ? name
    : `h-${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;

/** Empty = without a scope. */
export const scopeName = (syncScope: string | undefined): string =>
  syncScope === undefined || syncScope === "" ? "" : storedName(syncScope);
