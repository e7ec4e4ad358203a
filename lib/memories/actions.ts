/** The addresses `/api/memory/<id>/<action>` of E103 and E104. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { MemoryActionUpdate, type MemoryActionResult } from "../contract/memory";
import { hardDeleteMemory } from "../operations/hard-delete";
import { requireArrayRow } from "./query";
import { archiveMemory, restoreMemory, softDeleteMemory, updateMemory } from "./service";

type Action = (app: App, id: number, actor: Actor, body: unknown) => MemoryActionResult;

const done = ({ operation_id }: { operation_id: number | null }): MemoryActionResult => ({ ok: true, operation_id });

const ACTIONS = new Map<string, Action>([
  [
    "update",
    (app, id, actor, body) => {
      const { operation_id } = updateMemory(app, id, MemoryActionUpdate.parse(body), actor);
      return { ok: true, memory: requireArrayRow(app, id), operation_id };
    },
  ],
  ["archive", (app, id, actor) => done(archiveMemory(app, id, actor))],
  ["restore", (app, id, actor) => done(restoreMemory(app, id, actor))],
  ["delete", (app, id, actor) => done(softDeleteMemory(app, id, actor))],
  ["hard_delete", (app, id, actor) => hardDeleteMemory(app, id, actor)],
]);

/** Throws `not_found` for an unknown action or id, and what the action throws. */
export function runMemoryAction(app: App, id: number, action: string, body: unknown, actor: Actor): MemoryActionResult {
  const run = ACTIONS.get(action);
  if (run === undefined) {
    throw new AppError("not_found", "There is no such action on a memory.", {
      hint: `Use one of: ${[...ACTIONS.keys()].join(", ")}.`,
    });
  }
  return run(app, id, actor, body);
}
