/** What the scheduled run may merge although nobody looks at it: nearness alone tells "server 1" from "server 2" badly. */
import type { App } from "../context";
import { findMemories } from "../memories/repo";
import { isOneStatement } from "../memories/said-again";
import { wasBroughtBack } from "./consolidate-query";

/** False for what somebody brought back, and for two statements that are alike but not one. */
export function mayMergeUnseen(app: App, { keep, drop }: { keep: number; drop: number }): boolean {
  const [kept, dropped] = findMemories(app.db, [keep, drop]);
  if (kept === undefined || dropped === undefined || wasBroughtBack(app.db, drop)) return false;
  return isOneStatement(dropped, kept);
}
