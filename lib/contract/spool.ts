/** One event that a hook kept because no server took it: a file in `spool/` of the data folder. */
import { z } from "zod";
import { SupportedHost } from "./capture";

export const SPOOL_FOLDER = "spool";

/** `<milliseconds>-<sequence>-<process>-<bytes>.json`: in the order of names they happened. */
export const SPOOL_NAME = /^(\d{13})-(\d{3})-(\d{1,10})-(\d{1,10})\.json$/;

export const SpooledEvent = z.object({
  host: SupportedHost,
  event: z.string().min(1).max(100),
  /** Sent along with the first try, so that what was stored all the same is not stored twice. */
  key: z.string().min(1).max(300),
  /** Milliseconds UTC. */
  at: z.number().int(),
  payload: z.record(z.string(), z.unknown()),
});
export type SpooledEvent = z.infer<typeof SpooledEvent>;
