/** The OpenAPI 3.1 document, made from the same schemas that the routes parse with. */
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { ErrorBody } from "../contract/errors";
import { backupOperations } from "./operations/backups";
import { branchOperations } from "./operations/branch";
import { captureOperations } from "./operations/capture";
import { evermeOperations } from "./operations/everme";
import { housekeepingOperations } from "./operations/housekeeping";
import { injectOperations } from "./operations/inject";
import { llmOperations } from "./operations/llm";
import { mcpOperations } from "./operations/mcp";
import { memoryOperations } from "./operations/memories";
import { memoryPageOperations } from "./operations/memory-page";
import { feedOperations } from "./operations/operations";
import { projectOperations } from "./operations/projects";
import { reviewOperations } from "./operations/review";
import { searchOperations } from "./operations/search";
import { sessionExtractOperations } from "./operations/session-extract";
import { systemOperations } from "./operations/system";
import { timelineOperations } from "./operations/timeline";
import { transferOperations } from "./operations/transfer";
import type { ApiOperation } from "./operations/types";
import { workerCaptureOperations } from "./operations/worker-capture";
import { workerReadingOperations } from "./operations/worker-reading";

export const OPERATIONS: ApiOperation[] = [
  ...backupOperations,
  ...branchOperations,
  ...captureOperations,
  ...evermeOperations,
  ...housekeepingOperations,
  ...injectOperations,
  ...llmOperations,
  ...mcpOperations,
  ...memoryOperations,
  ...memoryPageOperations,
  ...feedOperations,
  ...projectOperations,
  ...reviewOperations,
  ...searchOperations,
  ...sessionExtractOperations,
  ...systemOperations,
  ...timelineOperations,
  ...transferOperations,
  ...workerCaptureOperations,
  ...workerReadingOperations,
];

const DESCRIPTION =
  "A local-first memory console for people who work with coding agents. Every failure answers the Error body. Times are integer milliseconds UTC.";

export function openApiDocument(version: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return createDocument({
    openapi: "3.1.0",
    info: { title: "Keepsake", version, description: DESCRIPTION },
    servers: [{ url: "/" }],
    security: [{}, { token: [] }],
    paths,
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  });
}

function describe(operation: ApiOperation): ZodOpenApiOperationObject {
  const { params, query, body, output, status = 200 } = operation;
  const types = operation.bodyTypes ?? ["application/json"];
  return {
    operationId: idOf(operation),
    summary: operation.summary,
    tags: [operation.tag],
    ...(params === undefined && query === undefined
      ? {}
      : { requestParams: { ...(params && { path: params }), ...(query && { query }) } }),
    ...(body === undefined
      ? {}
      : { requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: body }])) } }),
    responses: {
      [String(status)]: {
        description: "Done",
        ...(output === undefined ? {} : { content: contentOf(operation) }),
      },
      default: {
        description: "What is wrong and what to do",
        content: { "application/json": { schema: operation.failure ?? ErrorBody } },
      },
    },
  };
}

/** An address that answers text by default answers its schema as JSON when asked; a stream's schema is that of a frame. */
function contentOf({ output, outputType = "application/json", acceptTypes = [] }: ApiOperation) {
  const asText = { schema: { type: "string" as const } };
  if (outputType === "text/plain") return { "text/plain": asText, "application/json": { schema: output } };
  const more = Object.fromEntries(acceptTypes.map((type) => [type, asText]));
  return { [outputType]: { schema: output }, ...more };
}

/** `get_api_memories_id`: stable, since it is made of method and path. */
const idOf = ({ method, path }: ApiOperation): string =>
  `${method}${path.replace(/[^a-z0-9]+/gi, "_").replace(/_$/, "")}`;
