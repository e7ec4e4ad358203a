/** Ids that are not row numbers: request ids and the like. */
import { randomBytes } from "node:crypto";

/** `req_` and 20 hex characters: short enough to read out, long enough not to meet again. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(10).toString("hex")}`;
