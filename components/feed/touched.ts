/** Which memories an operation is about: the rows it changed, and the halves of pairs that it noted or decided. Pure. */
import type { Operation, OperationDetail } from "@/lib/contract/operations";

/** In the order of the operation's changes, each once. */
export function touchedMemories(operation: Operation | OperationDetail): number[] {
  const rows = operation.entities.flatMap((entity) => Number(/^memories:(\d+)$/.exec(entity)?.[1] ?? 0));
  const halves =
    "changes" in operation
      ? operation.changes
          .filter(({ entity }) => entity.startsWith("memory_pairs:"))
          .flatMap(({ before, after }) => halvesOf(after ?? before))
      : [];
  // Of a pair the newer half is what the news is about.
  return [...new Set([...rows, ...halves])].filter((id) => Number.isSafeInteger(id) && id > 0);
}

function halvesOf(pair: unknown): number[] {
  if (typeof pair !== "object" || pair === null) return [];
  const { newerId, olderId } = pair as { newerId?: unknown; olderId?: unknown };
  return [newerId, olderId].filter((id) => typeof id === "number");
}
