/** Which use of a tool a message tells of: hosts number their calls anew, so that an id alone does not say (V40). */
import { createHash } from "node:crypto";
import type { Prepared } from "../capture/prepared";
import type { Tx } from "../context";
import { latestToolUse } from "./repo";

export interface ToolUses {
  /**
   * The event with the id of its use in it. `place` is the same each time where the same message may come again, whatever stands
   * around it; null = each call is a new one.
   */
  name(event: Prepared, place: string | null): Prepared;
}

/** For the messages of one request, in order. */
export function toolUsesOf(tx: Tx, sessionId: number, newMark: () => string): ToolUses {
  /** By the client's id: the use that it means now. */
  const current = new Map<string, string>();
  const seen = new Map<string, number>();
  const latest = (id: string): string | undefined => {
    const known = current.get(id);
    if (known !== undefined) return known;
    return latestToolUse(tx, sessionId, id, prefixOf(id))?.toolUseId ?? undefined;
  };
  const callOf = (id: string, place: string | null): string => {
    if (place === null) return isCalled(id) ? `${prefixOf(id)}${shortHash(newMark())}` : id;
    const use = `${prefixOf(id)}${shortHash(place)}`;
    const nth = (seen.get(use) ?? 0) + 1;
    seen.set(use, nth);
    return nth === 1 ? use : `${use}-${nth}`;
  };
  /** A result that came before its call waits for it. */
  const isCalled = (id: string): boolean =>
    current.has(id) || (latestToolUse(tx, sessionId, id, prefixOf(id))?.toolName ?? null) !== null;
  return {
    name(event, place) {
      if (event.type !== "tool" || event.toolUseId === null) return event;
      const id = event.toolUseId;
      const use = event.name === null ? (latest(id) ?? id) : callOf(id, place);
      current.set(id, use);
      return { ...event, toolUseId: use };
    },
  };
}

/** Ids of uses are as long as ids may be. */
const prefixOf = (id: string): string => `${id.length > 120 ? shortHash(id) : id}#`;
const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);
