/** The addresses of search, timeline and context as a list for programs, read from the OpenAPI document (M36). */
import type { SearchHelp } from "../contract/search-params";
import { openApiDocument } from "./openapi";

const SHOWN = /^\/api\/(?:search|timeline|context|decisions|changes|how-it-works|memory-search)(?:\/|$)/;

type Json = Record<string, unknown>;
type Endpoint = SearchHelp["endpoints"][number];

interface Operation {
  summary: string;
  parameters?: { name: string; in: "query" | "path"; required?: boolean; schema?: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}

export function searchHelp(version: string, baseUrl: string): SearchHelp {
  const { paths, components } = openApiDocument(version) as Document;
  const endpoints = Object.entries(paths)
    .filter(([path]) => SHOWN.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        description: operation.summary,
        parameters: [...inAddress(operation), ...inBody(operation, components.schemas)],
      })),
    );
  return { title: "Keepsake search", base_url: baseUrl, endpoints };
}

const inAddress = ({ parameters = [] }: Operation): Endpoint["parameters"] =>
  parameters.map(({ name, in: where, required = false, schema = {} }) => ({ name, in: where, required, schema }));

function inBody({ requestBody }: Operation, schemas: Record<string, Json>): Endpoint["parameters"] {
  const schema = requestBody?.content["application/json"]?.schema;
  if (schema === undefined) return [];
  const named = typeof schema["$ref"] === "string" ? schemas[schema["$ref"].split("/").at(-1) ?? ""] : schema;
  const required = Array.isArray(named?.["required"]) ? named["required"] : [];
  return Object.entries((named?.["properties"] ?? {}) as Record<string, Json>).map(([name, property]) => ({
    name,
    in: "body",
    required: required.includes(name),
    schema: property,
  }));
}
