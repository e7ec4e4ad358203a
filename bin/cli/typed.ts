/** How this command line names its own commands to a person. */
import { asTyped, callerAt, callOf } from "../call";
import { packageRoot } from "./root";

/** A command as one can type it here, e.g. `npx keepsake undo 5` for `undo 5`. */
export const typed = (words: string): string => `${callOf(callerAt(packageRoot()))} ${words}`;

/** A text of ours, the server's included, whose commands one can type here. */
export const withTyped = (text: string): string => asTyped(text, callerAt(packageRoot()));
