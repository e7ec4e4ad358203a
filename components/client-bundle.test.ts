import ts from "typescript";
import { expect, it } from "vitest";
import { consoleSources, directiveOf, visit } from "@/i18n/testing";

/** Heavier than the page they would travel with, or of the server alone. */
const FORBIDDEN =
  /^(zod|drizzle-orm|better-sqlite3|pino|recharts|react-markdown|remark-gfm|cmdk|@\/lib\/contract\/(?!words$))/;

/** Modules that are fetched when they are asked for, by `import()`, so that no first load carries them. */
const LAZY = new Set<string>([
  "components/charts/plot.tsx",
  "components/frame/palette.tsx",
  "components/frame/project-picker.tsx",
]);

it("no module of the browser brings a schema library, or what belongs into a lazy chunk, into the first load", () => {
  const found: string[] = [];
  let clients = 0;
  for (const { path, file } of consoleSources()) {
    if (directiveOf(file) !== "use client" || LAZY.has(path)) continue;
    clients += 1;
    visit(file, (node) => {
      if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return;
      const { importClause, moduleSpecifier } = node;
      const names = importClause?.namedBindings;
      const isType =
        importClause?.isTypeOnly === true ||
        (importClause?.name === undefined &&
          names !== undefined &&
          ts.isNamedImports(names) &&
          names.elements.every((element) => element.isTypeOnly));
      if (!isType && FORBIDDEN.test(moduleSpecifier.text)) found.push(`${path}: ${moduleSpecifier.text}`);
    });
  }
  expect(clients).toBeGreaterThan(30);
  expect(found).toEqual([]);
});
