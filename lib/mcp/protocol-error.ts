/** Errors of the protocol, for what is no answer of a tool (−32602, −32603). Pure. */
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  isJSONRPCRequest,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import { explainIssue, sentenceOf } from "../contract/explain-issue";

const DEFECT = "Something went wrong on our side; the server's log has the details.";

/** Not the library's `McpError`, whose message begins with its code: clients put that in front once more. */
export const protocolError = (code: ErrorCode, message: string): Error => Object.assign(new Error(message), { code });

/** A defect of ours says nothing of itself. */
export const defect = (): Error => protocolError(ErrorCode.InternalError, DEFECT);

const CHECKED: Readonly<Record<string, z.ZodType>> = {
  "tools/call": CallToolRequestSchema as unknown as z.ZodType,
  "resources/read": ReadResourceRequestSchema as unknown as z.ZodType,
  "completion/complete": CompleteRequestSchema as unknown as z.ZodType,
};

/** What is wrong with a request's parameters, as its answer; the library would call that an internal error and list its schema's issues. */
export function wrongParams(message: unknown): object | null {
  if (!isJSONRPCRequest(message)) return null;
  const schema = Object.hasOwn(CHECKED, message.method) ? CHECKED[message.method] : undefined;
  const issue = schema?.safeParse(message).error?.issues[0];
  if (issue === undefined) return null;
  const { path, message: predicate } = explainIssue(issue);
  const sentence = sentenceOf({ path: path.replace(/^params\.?/, ""), message: predicate }, "params");
  return { jsonrpc: "2.0", id: message.id, error: { code: ErrorCode.InvalidParams, message: sentence } };
}
