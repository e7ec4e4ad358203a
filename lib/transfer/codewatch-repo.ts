/** SQL of taking in what codewatch-memory compressed. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

/** These stand in a reflection, and are not told beside it. */
export const markReflected = (tx: Handle, reflectionId: number, observationIds: number[]): void =>
  void prepared(tx, "UPDATE observations SET reflection_id = ? WHERE id IN (SELECT value FROM json_each(?))").run(
    reflectionId,
    JSON.stringify(observationIds),
  );
