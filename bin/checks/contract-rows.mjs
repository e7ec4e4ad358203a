/**
 * Which rows of the contracts no test names. `node bin/checks/contract-rows.mjs` prints them all; as a step of
 * `npm test` it fails when a row that is said to be kept has none.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { ROOT } from "../setup/paths.mjs";

/** Rows are numbered from 1; `kept` = those that the product answers for today. */
const CONTRACTS = [
  { name: "claude-mem", prefix: "M", last: 58, kept: ["1-58"] },
  { name: "evolvmem", prefix: "E", last: 139, kept: ["1-139"] },
  { name: "codewatch-memory", prefix: "C", last: 68, kept: ["1-68"] },
  { name: "everme", prefix: "V", last: 72, kept: ["1-72"] },
];

/** Files whose ids are those of other lists. */
const OTHER_IDS = /(^|\/)(cases-[\w-]+|payload)\.test\.ts$/;
const TEST_FILE = /\.(test|spec)\.ts$/;

function testFiles() {
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (listed.status !== 0) return null;
  return listed.stdout.split("\0").filter((name) => TEST_FILE.test(name) && !OTHER_IDS.test(name));
}

/** Texts of `it(…)`, `describe(…)` and the like, with `.each(…)` and all. */
function titlesOf(file) {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.Latest, false);
  const titles = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && /^(it|test|describe)$/.test(rootName(node.expression))) {
      const [title] = node.arguments;
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.push(title.text);
      else if (title !== undefined && ts.isTemplateExpression(title)) titles.push(title.head.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

function rootName(node) {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return rootName(node.expression);
  return ts.isTaggedTemplateExpression(node) ? rootName(node.tag) : "";
}

/** `E27`, `E27, E28` and `E27–E30` alike. */
function idsIn(title) {
  const ids = [];
  for (const [, prefix, first, , last] of title.matchAll(
    /\b([EMCV])([1-9]\d{0,2})\b(\s?[–-]\s?\1([1-9]\d{0,2})\b)?/g,
  )) {
    for (let row = Number(first); row <= Number(last ?? first); row += 1) ids.push(`${prefix}${row}`);
  }
  return ids;
}

const rowsOf = (ranges) =>
  ranges.flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  });

/** True when each row that is kept has a test; prints what has none. */
export function checkContractRows() {
  const files = testFiles();
  if (files === null) {
    console.log("Not a git checkout: which rows have a test was not checked.");
    return true;
  }
  const named = new Set(files.flatMap((file) => titlesOf(file).flatMap(idsIn)));
  let ok = true;
  for (const { name, prefix, last, kept } of CONTRACTS) {
    const without = rowsOf([`1-${last}`]).filter((row) => !named.has(`${prefix}${row}`));
    const owed = rowsOf(kept).filter((row) => without.includes(row));
    console.log(`${name}: ${last - without.length} of ${last} rows have a test`);
    if (without.length > 0) console.log(`  none: ${without.map((row) => `${prefix}${row}`).join(" ")}`);
    if (owed.length > 0) console.error(`  kept, but without a test: ${owed.map((row) => `${prefix}${row}`).join(" ")}`);
    ok &&= owed.length === 0;
  }
  return ok;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = checkContractRows() ? 0 : 1;
