/** Operations of the document: projects, and what belongs to which. */
import {
  PauseAnswer,
  PauseInput,
  ReflectionListQuery,
  ReflectionPage,
  TaskListQuery,
  TaskPage,
} from "../../contract/codewatch";
import { MemoryBulkResult } from "../../contract/memory-bulk";
import {
  MemoriesMove,
  Project,
  ProjectChange,
  ProjectList,
  ProjectMerge,
  ProjectMergeQuery,
  ProjectMoved,
  ProjectMovePreview,
  ProjectParams,
  ProjectPatch,
  ProjectSplit,
  ProjectSplitQuery,
} from "../../contract/project";
import type { ApiOperation } from "./types";

const tag = "projects";
const params = ProjectParams;

export const projectOperations: ApiOperation[] = [
  {
    method: "post",
    path: "/api/pauses",
    tag,
    summary: "Let capture or recall of one session or project rest, or go on; can be undone",
    body: PauseInput,
    output: PauseAnswer,
  },
  {
    method: "get",
    path: "/api/reflections",
    tag,
    summary: "Compressed observations of branches, newest first",
    query: ReflectionListQuery,
    output: ReflectionPage,
  },
  {
    method: "get",
    path: "/api/tasks",
    tag,
    summary: "What sessions are about now, the last written first",
    query: TaskListQuery,
    output: TaskPage,
  },
  { method: "get", path: "/api/projects", tag, summary: "Projects, latest activity first", output: ProjectList },
  { method: "get", path: "/api/projects/{id}", tag, summary: "One project", params, output: Project },
  {
    method: "patch",
    path: "/api/projects/{id}",
    tag,
    summary: "Name, mode, further names, and whether its turns may go to a language model; can be undone",
    params,
    body: ProjectPatch,
    output: ProjectChange,
  },
  {
    method: "get",
    path: "/api/projects/{id}/merge",
    tag,
    summary: "What a merge into another project would move, and which memories would yield",
    params,
    query: ProjectMergeQuery,
    output: ProjectMovePreview,
  },
  {
    method: "post",
    path: "/api/projects/{id}/merge",
    tag,
    summary: "Merge it into another project; can be undone",
    params,
    body: ProjectMerge,
    output: ProjectMoved,
  },
  {
    method: "get",
    path: "/api/projects/{id}/split",
    tag,
    summary: "What would go with one of its folders",
    params,
    query: ProjectSplitQuery,
    output: ProjectMovePreview,
  },
  {
    method: "post",
    path: "/api/projects/{id}/split",
    tag,
    summary: "Make a project of one of its folders; can be undone",
    params,
    body: ProjectSplit,
    output: ProjectMoved,
  },
  {
    method: "post",
    path: "/api/memories/move",
    tag,
    summary: "Move memories to another project or to all of them; can be undone",
    body: MemoriesMove,
    output: MemoryBulkResult,
  },
];
