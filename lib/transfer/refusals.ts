/** Why a row of another store, or a line of an export, does not come in: said alike by all that take something in. */

export const BURIED = { reason: "This was deleted for good here." };
/** Of an event, which may also be gone because its time was over. */
export const REMOVED = { reason: "This was removed here, for good or because its time was over." };
export const PRIVATE = { reason: "It is private text, which is never stored." };
