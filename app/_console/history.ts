/** The changes of one memory, newest first, with their differences. */
import type { App } from "@/lib/context";
import type { OperationDetail } from "@/lib/contract/operations";
import { getOperation, operationsTouching } from "@/lib/operations/query";

const MAX_SHOWN = 50;

export function memoryOperations(app: App, id: number): OperationDetail[] {
  return operationsTouching(app.db, "memories", [id])
    .sort((a, b) => b - a)
    .slice(0, MAX_SHOWN)
    .map((operation) => getOperation(app, operation));
}
