/** Loose readers of third-party fields: a wrong type counts as absent, never as an error. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { cleanText } from "../text/clean";

/** What hosts nearly always send: needs no second look. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Session ids are kept as they are, but for what no id contains and SQLite readers cut at (J13); one that holds a secret
 * or private text is replaced by its hash, which still tells sessions apart.
 */
export const SessionId = z
  .string()
  .transform((id) => id.replace(/[\u0000-\u001f\u007f]|\p{Surrogate}/gu, "\uFFFD").trim())
  .pipe(z.string().min(1, "must not be empty").max(300, "must have at most 300 characters"))
  .transform((id) => (UUID.test(id) || cleanText(id).text === id ? id : createHash("sha256").update(id).digest("hex")));

export const optionalString = z.string().optional().catch(undefined);
export const optionalFlag = z.boolean().optional().catch(undefined);
