/** Projects that agents are told nothing of, and who may be told. By index of a small table. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

/** Ids and names of projects whose mode is `off`. */
export const closedProjects = (handle: Handle): { id: number; name: string }[] =>
  prepared(handle, "SELECT id, name FROM projects WHERE mode = 'off'").all() as { id: number; name: string }[];
