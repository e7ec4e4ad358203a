import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { OPERATIONS, openApiDocument } from "./openapi";
import type { RouteHandler, RouteSpec } from "./route";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Addresses of all route files; catch-alls answer 404 and are no addresses. */
function routeFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name === "route.ts")
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("[...") && !file.includes("[[..."));
}

const addressOf = (file: string): string =>
  file
    .replace(/^app/, "")
    .replace(/\/route\.ts$/, "")
    .replace(/\/\([^)]*\)/g, "")
    .replace(/\[(\w+)\]/g, "{$1}");

interface Found {
  method: string;
  path: string;
  spec: RouteSpec;
}

async function implemented(): Promise<Found[]> {
  const found: Found[] = [];
  for (const file of routeFiles("app")) {
    const module = (await import(pathToFileURL(join(process.cwd(), file)).href)) as Record<string, RouteHandler>;
    for (const method of METHODS) {
      const handler = module[method];
      // `methods()` fills the rest with one refusing handler, which OPTIONS always is.
      if (handler !== undefined && handler !== module["OPTIONS"]) {
        found.push({ method: method.toLowerCase(), path: addressOf(file), spec: handler.spec });
      }
    }
  }
  return found;
}

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

it("every method of every route is in the document, and nothing else is", async () => {
  const routes = (await implemented()).map(nameOf).sort();
  expect(OPERATIONS.map(nameOf).sort()).toEqual(routes);
});

it("the document shows the very schemas that the routes parse with", async () => {
  for (const found of await implemented()) {
    const operation = OPERATIONS.find((candidate) => nameOf(candidate) === nameOf(found));
    // A route may judge its body inside, item by item or by action: then the document shows a good one.
    const isOwn = found.spec.read !== undefined || found.spec.body instanceof z.ZodUnknown;
    const parts = isOwn ? (["params", "query"] as const) : (["params", "query", "body"] as const);
    for (const part of parts) {
      if (found.spec[part] !== undefined)
        expect([nameOf(found), part, operation?.[part] === found.spec[part]]).toEqual([nameOf(found), part, true]);
    }
  }
});

it("is OpenAPI 3.1 with an error for every operation and unique operation ids", () => {
  const document = openApiDocument("1.2.3") as {
    openapi: string;
    info: { version: string };
    paths: Record<
      string,
      Record<
        string,
        { operationId: string; responses: Record<string, unknown>; parameters?: { name: string; in: string }[] }
      >
    >;
    components: { schemas: Record<string, unknown> };
  };
  expect([document.openapi, document.info.version]).toEqual(["3.1.0", "1.2.3"]);
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  for (const operation of operations) expect(operation.responses).toHaveProperty("default");
  for (const [path, methods] of Object.entries(document.paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    for (const operation of Object.values(methods)) {
      const inPath = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === "path")
        .map((parameter) => parameter.name);
      expect([path, inPath]).toEqual([path, named]);
    }
  }
  expect(document.components.schemas).toHaveProperty("Error");
  expect(JSON.stringify(document)).toContain("#/components/schemas/Injection");
});
