/** Why a row of another store, or a line of an export, does not come in: said alike by all that take something in. */

export const BURIED = { reason: "This was deleted for good here." };
export const PRIVATE = { reason: "It is private text, which is never stored." };
