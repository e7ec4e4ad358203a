"use server";
/** What a person does to projects. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import { Id } from "@/lib/contract/common";
import {
  MemoriesMove,
  type ProjectMoved,
  type ProjectMovePreview,
  ProjectMerge,
  ProjectPatch,
  ProjectSplit,
} from "@/lib/contract/project";
import { bulkMemories } from "@/lib/memories/bulk";
import type { MemoryBulkResult } from "@/lib/contract/memory-bulk";
import { changeProject } from "@/lib/projects/change";
import { mergeProject, previewMerge } from "@/lib/projects/merge";
import { previewSplit, splitProject } from "@/lib/projects/split";
import { act, PERSON } from "../_console/act";
import { attempt } from "../_console/load";

export async function editProject(id: number, patch: ProjectPatch): Promise<ActionResult<null>> {
  return act(z.object({ id: Id, patch: ProjectPatch }), { id, patch }, (app, input) => ({
    data: null,
    operationId: changeProject(app, input.id, input.patch, PERSON).operation_id,
  }));
}

/** What the merge would do; changes nothing. */
export async function lookAtMerge(id: number, into: number): Promise<ActionResult<ProjectMovePreview>> {
  return looked(() => attempt((app) => previewMerge(app, Id.parse(id), Id.parse(into))));
}

export async function mergeInto(id: number, body: ProjectMerge): Promise<ActionResult<ProjectMoved["project"]>> {
  return act(z.object({ id: Id, body: ProjectMerge }), { id, body }, (app, input) => {
    const merged = mergeProject(app, input.id, input.body.into, PERSON);
    return { data: merged.project, operationId: merged.operation_id };
  });
}

/** What the split would do; changes nothing. */
export async function lookAtSplit(id: number, root: string): Promise<ActionResult<ProjectMovePreview>> {
  return looked(() => attempt((app) => previewSplit(app, Id.parse(id), ProjectSplit.shape.root.parse(root))));
}

export async function splitOff(id: number, body: ProjectSplit): Promise<ActionResult<ProjectMoved["project"]>> {
  return act(z.object({ id: Id, body: ProjectSplit }), { id, body }, (app, input) => {
    const split = splitProject(app, input.id, input.body, PERSON);
    return { data: split.project, operationId: split.operation_id };
  });
}

export async function moveToProject(body: MemoriesMove): Promise<ActionResult<MemoryBulkResult>> {
  return act(MemoriesMove, body, async (app, input) => {
    const moved = await bulkMemories(app, { action: "move", ...input }, PERSON);
    return { data: moved, operationId: moved.operation_id };
  });
}

async function looked<T>(look: () => ReturnType<typeof attempt<T>>): Promise<ActionResult<T>> {
  const result = await look();
  return result.ok ? { ok: true, data: result.data, operationId: null } : result;
}
