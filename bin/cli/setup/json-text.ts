/** Puts values into JSON (with comments) and takes them out again, and touches no other character: comments, order and layout stay. */
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { isRefusal, refuse, type Refusal } from "./refusal";

export type Path = readonly (string | number)[];

/** The parsed tree; null for a text that holds nothing yet. */
export function parseJson(text: string): Node | null | Refusal {
  if (text.trim() === "") return null;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: false });
  const [first] = errors;
  if (first !== undefined || tree === undefined) {
    const line = text.slice(0, first?.offset ?? 0).split("\n").length;
    return refuse(`It is no JSON: ${sentence(first)} in line ${line}.`);
  }
  if (tree.type !== "object") return refuse("It holds no JSON object.");
  const twice = repeatedKey(tree);
  if (twice !== null) return refuse(`It has the key ${JSON.stringify(twice.slice(0, 100))} twice in one object.`);
  return tree;
}

const sentence = (error: ParseError | undefined): string =>
  error === undefined
    ? "something is wrong"
    : printParseErrorCode(error.error)
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .toLowerCase();

/** Which of the two an agent reads is its own affair, so there is no right place to write to. */
function repeatedKey(root: Node): string | null {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const keys = new Set<string>();
    for (const child of node.children ?? []) {
      if (node.type === "object") {
        const key = String(child.children?.[0]?.value);
        if (keys.has(key)) return key;
        keys.add(key);
      }
      const value = node.type === "object" ? child.children?.[1] : child;
      if (value !== undefined) waiting.push(value);
    }
  }
  return null;
}

export const nodeAt = (root: Node, path: Path): Node | undefined => findNodeAtLocation(root, [...path]);

/**
 * Sets the value at a path, whose objects are made as far as they are missing; an array's element at its length is a new one.
 * Throws `RangeError` where something else stands in the way: ask `nodeAt` first.
 */
export function setValue(text: string, path: Path, value: unknown): string {
  const style = styleOf(text);
  const start = text.trim() === "" ? `{}${style.eol}` : text;
  const root = parseJson(start);
  if (root === null || isRefusal(root)) throw new RangeError("This text was not parsed before.");
  const there = nodeAt(root, path);
  if (there !== undefined) return replace(start, there, render(value, depthOf(there), style, spansLines(start, there)));
  let depth = path.length - 1;
  while (depth > 0 && nodeAt(root, path.slice(0, depth)) === undefined) depth--;
  const parent = nodeAt(root, path.slice(0, depth));
  const rest = path.slice(depth + 1);
  const wrapped = rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  if (parent?.type === "object") return insert(start, parent, wrapped, style, String(path[depth]));
  if (parent?.type === "array") return insert(start, parent, wrapped, style);
  throw new RangeError("Neither an object nor an array.");
}

/** Removes a property or an element, with its comma; the same text where there is none. */
export function removeValue(text: string, path: Path): string {
  const root = parseJson(text);
  if (root === null || isRefusal(root)) return text;
  const value = nodeAt(root, path);
  const node = value?.parent?.type === "property" ? value.parent : value;
  const parent = node?.parent;
  if (node === undefined || parent === undefined) return text;
  const siblings = parent.children ?? [];
  const index = siblings.indexOf(node);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  const end = endOf(node);
  const comma = commaAfter(text, end, next?.offset ?? endOf(parent) - 1);
  // From the line break before it on, so that a comment of its neighbour's line stays where it is.
  const from = startOfGap(text, node.offset, previous === undefined ? parent.offset + 1 : endOf(previous));
  if (comma !== null) return text.slice(0, from) + text.slice(comma + 1);
  const before = previous === undefined ? null : commaAfter(text, endOf(previous), node.offset);
  const rest = previous === undefined ? withoutBlank(text, end, endOf(parent) - 1) : text.slice(end);
  return before === null
    ? text.slice(0, from) + rest
    : text.slice(0, before) + text.slice(before + 1, Math.max(from, before + 1)) + rest;
}

/** The last of a container leaves `{}`, not an empty line within. */
const withoutBlank = (text: string, from: number, closing: number): string =>
  text.slice(from, closing).trim() === "" ? text.slice(closing) : text.slice(from);

const endOf = (node: Node): number => node.offset + node.length;

const replace = (text: string, node: Node, by: string): string =>
  text.slice(0, node.offset) + by + text.slice(endOf(node));

interface Style {
  indent: string;
  eol: string;
  /** All in one line, as programs write it. */
  isCompact: boolean;
}

function styleOf(text: string): Style {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const indent = /\n([ \t]+)["/[{]/.exec(text)?.[1] ?? "  ";
  return { indent, eol, isCompact: /\S/.test(text) && text.trim() !== "{}" && !text.trim().includes("\n") };
}

const spansLines = (text: string, node: Node): boolean => text.slice(node.offset, endOf(node)).includes("\n");

function render(value: unknown, depth: number, style: Style, inLines: boolean): string {
  if (style.isCompact || !inLines) return JSON.stringify(value);
  const lines = JSON.stringify(value, null, style.indent.startsWith("\t") ? "\t" : style.indent).split("\n");
  return lines.join(style.eol + style.indent.repeat(depth));
}

function insert(text: string, parent: Node, value: unknown, style: Style, key?: string): string {
  const siblings = parent.children ?? [];
  const inLines = !style.isCompact && (siblings.length === 0 || spansLines(text, parent));
  const depth = depthOf(parent) + 1;
  const name = key === undefined ? "" : `${JSON.stringify(key)}:${inLines || !style.isCompact ? " " : ""}`;
  const piece = name + render(value, depth, style, inLines);
  const gap = inLines ? style.eol + style.indent.repeat(depth) : style.isCompact ? "" : " ";
  const closing = endOf(parent) - 1;
  const last = siblings.at(-1);
  if (last === undefined) {
    const inside = text.slice(parent.offset + 1, closing).replace(/\s+$/, "");
    const end = inLines ? style.eol + style.indent.repeat(depth - 1) : "";
    return text.slice(0, parent.offset + 1) + inside + gap.replace(/^ $/, "") + piece + end + text.slice(closing);
  }
  const comma = commaAfter(text, endOf(last), closing);
  if (comma !== null) {
    const at = endOfLine(text, comma + 1, closing);
    return `${text.slice(0, at)}${gap}${piece},${text.slice(at)}`;
  }
  const at = endOfLine(text, endOf(last), closing);
  return `${text.slice(0, endOf(last))},${text.slice(endOf(last), at)}${gap}${piece}${text.slice(at)}`;
}

/** Objects and arrays around a node. */
function depthOf(node: Node): number {
  let depth = 0;
  for (let parent = node.parent; parent !== undefined; parent = parent.parent) if (parent.type !== "property") depth++;
  return depth;
}

/** Where the comma stands between two offsets, outside of comments. */
function commaAfter(text: string, from: number, to: number): number | null {
  for (let at = from; at < to; at++) {
    const past = pastComment(text, at);
    if (past !== null) at = past - 1;
    else if (text[at] === ",") return at;
  }
  return null;
}

/** Behind the comments that follow on the same line: they speak of what stands before them. */
function endOfLine(text: string, from: number, to: number): number {
  let end = from;
  for (let at = from; at < to; at++) {
    const past = pastComment(text, at);
    if (past !== null) {
      end = past;
      at = past - 1;
    } else if (text[at] !== " " && text[at] !== "\t") break;
  }
  return end;
}

/** The end of a comment that begins here. */
function pastComment(text: string, at: number): number | null {
  if (text.startsWith("//", at)) {
    const end = text.slice(at).search(/\r?\n/);
    return end === -1 ? text.length : at + end;
  }
  if (!text.startsWith("/*", at)) return null;
  const end = text.indexOf("*/", at + 2);
  return end === -1 ? text.length : end + 2;
}

/** The white space in front of `at`, back to `least`. */
function startOfGap(text: string, at: number, least: number): number {
  let from = at;
  while (from > least && /\s/.test(text[from - 1] ?? "")) from--;
  return from;
}
