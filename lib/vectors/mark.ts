/** A small number that stands for what the index says about one row besides its vector; two sides compare these. Pure. */
import type { VectorRow } from "../context";
import { fnv1a } from "../text/fnv";

/** Entity id to the sum of the marks of its chunks: the order in which they come does not matter. */
export type Marks = Map<number, number>;

type Place = Pick<VectorRow, "entityId" | "chunk" | "projectId" | "status" | "createdAt">;

export function addMark(marks: Marks, { entityId, chunk, projectId, status, createdAt }: Place): void {
  const mark = fnv1a(`${chunk}|${projectId}|${status}|${createdAt}`);
  marks.set(entityId, ((marks.get(entityId) ?? 0) + mark) >>> 0);
}
