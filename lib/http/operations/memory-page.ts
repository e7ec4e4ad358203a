/** Addresses for one memory looked at closely. */
import { MemoryChange, MemoryParams } from "../../contract/memory";
import {
  DeletePreview,
  MemoryCheck,
  MemoryChecked,
  MemoryNeighbours,
  MemoryNeighboursQuery,
  MemoryPlacement,
  MemoryRelated,
  MemoryReplacement,
  TagQuery,
  TagSuggestions,
} from "../../contract/memory-page";
import type { ApiOperation } from "./types";

const tag = "memories";
const params = MemoryParams;

export const memoryPageOperations: ApiOperation[] = [
  {
    method: "post",
    path: "/api/memories/check",
    tag,
    summary: "What the gate would say to a statement; nothing is written",
    body: MemoryCheck,
    output: MemoryChecked,
  },
  {
    method: "get",
    path: "/api/memories/tags",
    tag,
    summary: "Tags in use that begin with a prefix",
    query: TagQuery,
    output: TagSuggestions,
  },
  {
    method: "get",
    path: "/api/memories/{id}/neighbours",
    tag,
    summary: "The memories nearest in meaning, with their similarity",
    params,
    query: MemoryNeighboursQuery,
    output: MemoryNeighbours,
  },
  {
    method: "get",
    path: "/api/memories/{id}/related",
    tag,
    summary: "The turns it came from, what else came from them, what it replaced and what replaced it",
    params,
    output: MemoryRelated,
  },
  {
    method: "get",
    path: "/api/memories/{id}/delete-preview",
    tag,
    summary: "What deleting it for good would take; changes nothing",
    params,
    output: DeletePreview,
  },
  {
    method: "post",
    path: "/api/memories/{id}/project",
    tag,
    summary: "Give it to a project, to a new one, or to all",
    params,
    body: MemoryPlacement,
    output: MemoryChange,
  },
  {
    method: "post",
    path: "/api/memories/{id}/replace",
    tag,
    summary: "A newer memory takes its place",
    params,
    body: MemoryReplacement,
    output: MemoryChange,
  },
];
