/** Addresses of injection. */
import { InjectionListQuery, InjectionPage, InjectionParams, InjectQuery, Injection } from "../../contract/inject";
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
];
