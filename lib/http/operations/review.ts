/** Addresses of what waits for a person, and of a memory's versions. */
import { MemoryRevert, MemoryVersion } from "../../contract/history";
import { MemoryChange, MemoryParams } from "../../contract/memory";
import {
  MemoryApproval,
  PairDecision,
  PairParams,
  PairResolved,
  ReviewPage,
  ReviewPair,
  ReviewQuery,
} from "../../contract/review";
import { ReviewDecide, ReviewDecided } from "../../contract/review-decide";
import type { ApiOperation } from "./types";

const tag = "review";

export const reviewOperations: ApiOperation[] = [
  {
    method: "get",
    path: "/api/review",
    tag,
    summary: "What waits for a person, kind by kind, the most urgent first, with counts of all of it",
    query: ReviewQuery,
    output: ReviewPage,
  },
  {
    method: "post",
    path: "/api/review/decide",
    tag,
    summary: "Decide some items, or all that are like one, as one operation; or see what that would do",
    body: ReviewDecide,
    output: ReviewDecided,
  },
  { method: "get", path: "/api/review/pairs/{id}", tag, summary: "One pair", params: PairParams, output: ReviewPair },
  {
    method: "post",
    path: "/api/review/pairs/{id}",
    tag,
    summary: "Decide a pair: keep the older, take the newer, or keep both",
    params: PairParams,
    body: PairDecision,
    output: PairResolved,
  },
  {
    method: "post",
    path: "/api/memories/{id}/approve",
    tag,
    summary: "Let a memory that was held back be injected",
    params: MemoryParams,
    body: MemoryApproval,
    output: MemoryChange,
  },
  {
    method: "get",
    path: "/api/memories/{id}/history",
    tag: "memories",
    summary: "All versions of a memory, oldest first, with what changed from one to the next",
    params: MemoryParams,
    output: MemoryVersion.array(),
  },
  {
    method: "post",
    path: "/api/memories/{id}/revert",
    tag: "memories",
    summary: "Write a new version with the value of an older one",
    params: MemoryParams,
    body: MemoryRevert,
    output: MemoryChange,
  },
];
