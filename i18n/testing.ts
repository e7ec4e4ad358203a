/** Reads the console's sources and messages for the tests that hold them together. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

export interface Source {
  /** From the root: `components/ui/button.tsx`. */
  path: string;
  file: ts.SourceFile;
}

/** Every module of `app` (but its API) and `components`, tests left out. */
export function consoleSources(): Source[] {
  return ["app", "components"]
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/^app\/(api|sessions|stream)\//.test(path))
    .sort()
    .map((path) => ({ path, file: parse(path) }));
}

const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(
    path,
    readFileSync(join(ROOT, path), "utf8"),
    ts.ScriptTarget.ES2022,
    true,
    path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** Calls `look` with every node of the file. */
export function visit(file: ts.SourceFile, look: (node: ts.Node) => void): void {
  const walk = (node: ts.Node): void => {
    look(node);
    ts.forEachChild(node, walk);
  };
  walk(file);
}

export const lineOf = (file: ts.SourceFile, node: ts.Node): number =>
  file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;

/** `"use client"` at the head of the file. */
export const directiveOf = ({ statements: [first] }: ts.SourceFile): string | null =>
  first !== undefined && ts.isExpressionStatement(first) && ts.isStringLiteral(first.expression)
    ? first.expression.text
    : null;

/** Paths of the console's own modules that run when this one does; types are gone by then. */
export function importsOf({ path, file }: Source, known: ReadonlySet<string>): string[] {
  const found: string[] = [];
  visit(file, (node) => {
    const specifier =
      ts.isImportDeclaration(node) && node.importClause?.isTypeOnly !== true
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined;
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    const { text } = specifier;
    const target = text.startsWith("@/")
      ? text.slice(2)
      : text.startsWith(".")
        ? relative(ROOT, resolve(ROOT, dirname(path), text))
        : null;
    const module = [`${target}.ts`, `${target}.tsx`].find((candidate) => known.has(candidate));
    if (module !== undefined) found.push(module);
  });
  return found;
}

/** `{ "a.b": "text" }` of `{ a: { b: "text" } }`. */
export function flatMessages(messages: unknown, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(messages as Record<string, unknown>)) {
    if (typeof value === "string") flat.set(prefix + key, value);
    else for (const [path, text] of flatMessages(value, `${prefix}${key}.`)) flat.set(path, text);
  }
  return flat;
}
