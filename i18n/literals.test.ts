import ts from "typescript";
import { expect, it } from "vitest";
import { consoleSources, lineOf, visit } from "./testing";

/** Attributes and properties that a person reads or hears, and every one that ends in "label". */
const SPOKEN = new Set([
  "alt",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "description",
  "empty",
  "hint",
  "placeholder",
  "text",
  "title",
]);

const isSpoken = (name: string): boolean => SPOKEN.has(name) || /label$/i.test(name);

const isSentence = (text: string): boolean => /\p{L}/u.test(text);

/** Literals that an expression may come to: of `a ? "x" : "y"`, of `a ?? "x"`, of `a && "x"`, and the fixed parts of templates. */
function literalsOf(node: ts.Expression): ts.Node[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return isSentence(node.text) ? [node] : [];
  if (ts.isTemplateExpression(node)) {
    const fixed = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    return fixed.some(isSentence) ? [node] : [];
  }
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return literalsOf(node.right);
    const joins = [ts.SyntaxKind.PlusToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken];
    if (joins.includes(kind)) return [...literalsOf(node.left), ...literalsOf(node.right)];
  }
  return [];
}

function untranslated(node: ts.Node): ts.Node[] {
  if (ts.isJsxText(node)) return isSentence(node.text) ? [node] : [];
  // Children of an element; expressions in attributes are looked at with their attribute.
  if (ts.isJsxExpression(node) && node.expression !== undefined && !ts.isJsxAttribute(node.parent)) {
    return literalsOf(node.expression);
  }
  if (ts.isJsxAttribute(node) && isSpoken(node.name.getText())) return ofAttribute(node);
  if (ts.isPropertyAssignment(node) && isSpoken(node.name.getText().replaceAll('"', ""))) {
    return literalsOf(node.initializer);
  }
  if (ts.isCallExpression(node) && /^toast(\.\w+)?$/.test(node.expression.getText())) {
    return node.arguments.flatMap(literalsOf);
  }
  return [];
}

function ofAttribute({ initializer }: ts.JsxAttribute): ts.Node[] {
  if (initializer === undefined) return [];
  if (ts.isStringLiteral(initializer)) return literalsOf(initializer);
  return ts.isJsxExpression(initializer) && initializer.expression !== undefined
    ? literalsOf(initializer.expression)
    : [];
}

it("no sentence stands in the sources of the console: all are messages", () => {
  const found: string[] = [];
  for (const { path, file } of consoleSources()) {
    visit(file, (node) => {
      for (const literal of untranslated(node)) found.push(`${path}:${lineOf(file, literal)} ${literal.getText(file)}`);
    });
  }
  expect(found).toEqual([]);
});

it("finds a sentence wherever one could stand", () => {
  const text = `
    const a = <p>Hello</p>;
    const b = <p>{ok ? "Yes" : null}</p>;
    const c = <a aria-label="Close" title={\`Close \${name}\`}>×</a>;
    const d = <Field label={x ?? "Name"} className="text-muted" kind="list" />;
    const e = toast.error("It failed");
    const f = { title: "Raw", href: "/memories" };
    const g = <p>{t("fine")} · {3} {a.join(", ")}</p>;
  `;
  const file = ts.createSourceFile("sample.tsx", text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  visit(file, (node) => found.push(...untranslated(node).map((literal) => literal.getText(file))));
  expect(found).toEqual(["Hello", '"Yes"', '"Close"', "`Close ${name}`", '"Name"', '"It failed"', '"Raw"']);
});
