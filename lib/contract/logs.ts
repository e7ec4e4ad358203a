/** The server's log, read from its end. */
import { z } from "zod";
import { Cursor, EpochMs, Limit } from "./common";

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export const LogLevel = z.enum(LOG_LEVELS);
export type LogLevel = z.infer<typeof LogLevel>;

export const LogLine = z.object({
  /** Where it stands; with `at` it names the line. */
  file: z.string(),
  /** Byte at which it begins. */
  at: z.number().int(),
  time: EpochMs.nullable(),
  /** Null for a line that was torn, or that another program wrote. */
  level: LogLevel.nullable(),
  message: z.string(),
  /** All else that it says, as JSON; empty when it says no more. A line of more than 16 KB is cut. */
  fields: z.string(),
});
export type LogLine = z.infer<typeof LogLine>;

export const LogQuery = z.object({
  /** This level and above. */
  level: LogLevel.optional(),
  /** Text that the line holds, letter case aside. */
  q: z.string().trim().min(1).max(200).optional(),
  limit: Limit.default(100),
  cursor: Cursor.optional(),
});
export type LogQuery = z.infer<typeof LogQuery>;

/**
 * Newest first. One request looks through at most 8 MB: a page may have fewer lines than asked for, or none, and still go on
 * at `nextCursor`, which is null at the beginning of the oldest file.
 */
export const LogPage = z
  .object({
    items: z.array(LogLine),
    nextCursor: z.string().nullable(),
    /** Bytes that were looked through for this page. */
    looked_through: z.number().int(),
  })
  .meta({ id: "LogPage" });
export type LogPage = z.infer<typeof LogPage>;
