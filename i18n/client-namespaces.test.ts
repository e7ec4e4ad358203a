import ts from "typescript";
import { expect, it } from "vitest";
import { CLIENT_NAMESPACES, MESSAGES, type Namespace } from "./messages";
import { consoleSources, directiveOf, importsOf, type Source, visit } from "./testing";

/** Namespaces whose messages a module reads: `useTranslations("ns")`, or the first part of the keys of a bare one. */
function namespacesOf({ file }: Source): Set<string> {
  const found = new Set<string>();
  let hasBare = false;
  visit(file, (node) => {
    if (!ts.isCallExpression(node)) return;
    const [first] = node.arguments;
    const text = first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined;
    if (ts.isIdentifier(node.expression) && node.expression.text === "useTranslations") {
      if (text === undefined) hasBare = true;
      else found.add(text.split(".")[0] ?? "");
    } else if (hasBare && text !== undefined && /^\w+\./.test(text)) {
      const name = text.split(".")[0] ?? "";
      if (Object.hasOwn(MESSAGES.en, name)) found.add(name);
    }
  });
  return found;
}

it("the browser gets the namespaces that client components read, and no other", () => {
  const sources = new Map(consoleSources().map((source) => [source.path, source]));
  const known = new Set(sources.keys());
  const reached = new Set<string>();
  const open = [...sources.values()].filter(({ file }) => directiveOf(file) === "use client");
  expect(open.length).toBeGreaterThan(20);
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    // A server action is called over the network: nothing of it runs in the browser.
    if (reached.has(source.path) || directiveOf(source.file) === "use server") continue;
    reached.add(source.path);
    for (const path of importsOf(source, known)) {
      const next = sources.get(path);
      if (next !== undefined) open.push(next);
    }
  }
  const read = new Set<Namespace>();
  for (const path of reached) {
    const source = sources.get(path);
    for (const name of source === undefined ? [] : namespacesOf(source)) read.add(name as Namespace);
  }
  expect([...read].sort()).toEqual([...CLIENT_NAMESPACES].sort());
});
