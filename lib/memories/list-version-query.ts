/** Whether a list of memories may look otherwise than before. */
import type { App } from "../context";
import { prepared } from "../db/prepared";

/** Grows with every change of a memory; the same number means the same rows. */
export const memoriesVersion = (app: App): number =>
  Number(prepared(app.db, "SELECT version FROM list_versions WHERE name = 'memories'").pluck().get() ?? 0);
