/** Addresses of the feed beside the list itself: what its filters would leave, and what undoing would do. */
import {
  OperationChangePage,
  OperationChangeQuery,
  OperationFacets,
  OperationFilter,
  OperationParams,
  UndoPreview,
} from "../../contract/operations";
import { HardDeleteResult } from "../../contract/operations";
import { ProjectParams } from "../../contract/project";
import { ProjectWipe, StoreWipe, WipePreview } from "../../contract/wipe";
import type { ApiOperation } from "./types";

const tag = "operations";

export const feedOperations: ApiOperation[] = [
  {
    method: "get",
    path: "/api/operations/facets",
    tag,
    summary: "For each filter of the feed, how many operations it would leave",
    query: OperationFilter,
    output: OperationFacets,
  },
  {
    method: "get",
    path: "/api/operations/{id}/changes",
    tag,
    summary: "The rows that it changed, before and after, page by page",
    params: OperationParams,
    query: OperationChangeQuery,
    output: OperationChangePage,
  },
  {
    method: "get",
    path: "/api/operations/{id}/undo-preview",
    tag,
    summary: "What undoing would change, or what is in the way of it; changes nothing",
    params: OperationParams,
    output: UndoPreview,
  },
  {
    method: "get",
    path: "/api/projects/{id}/hard-delete",
    tag,
    summary: "What deleting everything of a project for good would remove",
    params: ProjectParams,
    output: WipePreview,
  },
  {
    method: "post",
    path: "/api/projects/{id}/hard-delete",
    tag,
    summary: "Delete everything of a project for good; the name confirms it",
    params: ProjectParams,
    body: ProjectWipe,
    output: HardDeleteResult,
  },
  {
    method: "get",
    path: "/api/hard-delete",
    tag,
    summary: "What deleting all that is stored for good would remove",
    output: WipePreview,
  },
  {
    method: "post",
    path: "/api/hard-delete",
    tag,
    summary: "Delete all that is stored for good; the number of memories confirms it",
    body: StoreWipe,
    output: HardDeleteResult,
  },
];
