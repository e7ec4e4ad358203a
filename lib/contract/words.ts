/** Lists and numbers that the console needs in the browser: no schema stands here, so that no schema library travels with them. */

export const MEMORY_ATTRIBUTES = ["decision", "preference", "fact", "constraint", "user_profile"] as const;

export const PROJECT_MODES = ["auto", "ask", "read-only", "off"] as const;

/** A session that nobody ended and that was silent for so long does not run any more. */
export const SESSION_SILENT_MS = 30 * 60_000;
