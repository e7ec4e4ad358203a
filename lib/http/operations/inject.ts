/** Addresses of injection. */
import {
  ExclusionListQuery,
  ExclusionPage,
  ExclusionParams,
  ExclusionRemoved,
  ExclusionResult,
  NewExclusion,
} from "../../contract/exclusion";
import {
  Injection,
  InjectionListQuery,
  InjectionPage,
  InjectionParams,
  InjectPreviewQuery,
  InjectQuery,
  MemoryInjectionListQuery,
  MemoryInjectionPage,
} from "../../contract/inject";
import { MemoryParams } from "../../contract/memory";
import { RecallInput, RecallQuery, SemanticContext, SemanticInput } from "../../contract/recall";
import type { ApiOperation } from "./types";

const tag = "injection";

export const injectOperations: ApiOperation[] = [
  {
    method: "get",
    path: "/api/context/inject",
    tag,
    summary: "The block an agent gets at session start; text, or JSON with format=json",
    query: InjectQuery,
    output: Injection,
    outputType: "text/plain",
  },
  {
    method: "get",
    path: "/api/context/preview",
    tag,
    summary: "The same block in colours for a terminal; nothing is stored",
    query: InjectPreviewQuery,
    output: Injection,
    outputType: "text/plain",
  },
  {
    method: "post",
    path: "/api/context/semantic",
    tag,
    summary: "What bears on a prompt, and how many rows that is",
    body: SemanticInput,
    output: SemanticContext,
  },
  {
    method: "get",
    path: "/api/context/recall",
    tag,
    summary: "What a prompt brings back, or a session's briefing; text, or JSON with format=json",
    query: RecallQuery,
    output: Injection,
    outputType: "text/plain",
  },
  {
    method: "post",
    path: "/api/context/recall",
    tag,
    summary: "What a prompt brings back, for prompts that no address should carry",
    body: RecallInput,
    output: Injection,
    outputType: "text/plain",
  },
  {
    method: "get",
    path: "/api/injections",
    tag,
    summary: "Blocks that were handed out, newest first",
    query: InjectionListQuery,
    output: InjectionPage,
  },
  {
    method: "get",
    path: "/api/injections/{id}",
    tag,
    summary: "One block with the trace of why each line is in it",
    params: InjectionParams,
    output: Injection,
  },
  {
    method: "get",
    path: "/api/memories/{id}/injections",
    tag,
    summary: "Blocks that held a memory, newest first, and whether their sessions used it",
    params: MemoryParams,
    query: MemoryInjectionListQuery,
    output: MemoryInjectionPage,
  },
  {
    method: "get",
    path: "/api/exclusions",
    tag,
    summary: "What is never injected, and where; newest first",
    query: ExclusionListQuery,
    output: ExclusionPage,
  },
  {
    method: "post",
    path: "/api/exclusions",
    tag,
    summary: "Never inject a memory or observation in a project, or anywhere; 200 when that was said already",
    body: NewExclusion,
    output: ExclusionResult,
    status: 201,
  },
  {
    method: "delete",
    path: "/api/exclusions/{id}",
    tag,
    summary: "Allow again what was excluded",
    params: ExclusionParams,
    output: ExclusionRemoved,
  },
];
