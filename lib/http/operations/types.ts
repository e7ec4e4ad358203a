/** What the OpenAPI document says about one method of one address. */
import type { ZodObject, ZodType } from "zod";

export interface ApiOperation {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** With `{id}` for parameters. */
  path: string;
  tag: string;
  summary: string;
  params?: ZodObject;
  query?: ZodObject;
  body?: ZodType;
  /** Content type of the body; JSON unless told. */
  bodyTypes?: string[];
  output?: ZodType;
  /** Content type of the answer; JSON unless told. */
  outputType?: string;
  /** Further content types of the answer, for who accepts them by name. */
  acceptTypes?: string[];
  /** 200 unless told. */
  status?: number;
  /** What a refusal answers, where that is not the Error body. */
  failure?: ZodType;
}
