/** Between parsing and drawing: what is left of a Markdown tree when nothing in it may load, run, or hide. Pure. */
import type { Element, ElementContent, Root, RootContent, Text } from "hast";
import { markHidden } from "./marks";

const MAX_NODES = 4_000;
const MAX_DEPTH = 60;

/** Addresses that a link may have. */
const SCHEMES = new Set(["http:", "https:", "mailto:"]);

/** Thrown for a tree that is too large to draw. */
export class TooMuch extends Error {}

interface Place {
  depth: number;
  /** Text in here keeps its line breaks and its spelling: code. */
  isCode: boolean;
  isLink: boolean;
  /** Text stands directly in here, so that a line break in it is one. */
  isPhrasing: boolean;
}

const PHRASING = new Set(["p", "li", "em", "strong", "del", "a", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6"]);

/** A rehype plugin. `under` is the level of the heading that the text stands below. */
export function safeTree({ under }: { under: number }): (tree: Root) => void {
  return (tree) => {
    let nodes = 0;
    /** Levels of the headings that the current place is below. */
    const open: number[] = [];

    const each = (children: RootContent[], place: Place): RootContent[] =>
      children.flatMap((child) => safe(child, place));

    const safe = (node: RootContent, place: Place): RootContent[] => {
      nodes += 1;
      if (nodes > MAX_NODES || place.depth > MAX_DEPTH) throw new TooMuch();
      if (node.type === "text") return place.isCode ? [node] : safeText(node.value, place.isPhrasing);
      // Markup is text: it is shown, and does nothing.
      if ((node.type as string) === "raw") return safeText((node as unknown as Text).value, place.isPhrasing);
      return node.type === "element" ? safeElement(node, place) : [];
    };

    const safeElement = (node: Element, place: Place): RootContent[] => {
      if (node.tagName === "img") return safeImage(node, place);
      const level = /^h([1-6])$/.exec(node.tagName)?.[1];
      if (level !== undefined) {
        if (textOf(node).trim() === "") return [];
        node.tagName = `h${levelled(open, Number(level), under)}`;
      }
      // A header without words is none.
      if (node.tagName === "th" && textOf(node).trim() === "") node.tagName = "td";
      node.children = each(node.children, {
        depth: place.depth + 1,
        isCode: place.isCode || node.tagName === "code",
        isLink: place.isLink || node.tagName === "a",
        isPhrasing: PHRASING.has(node.tagName),
      }) as ElementContent[];
      if (node.tagName !== "a") return [node];
      const href = String(node.properties.href ?? "");
      if (addressOf(href) === null) return [...node.children, { type: "text", value: " " }, code(href)];
      if (textOf(node).trim() === "") node.children = [{ type: "text", value: href }];
      return [node];
    };

    tree.children = each(tree.children, { depth: 0, isCode: false, isLink: false, isPhrasing: false });
  };
}

/** Never loaded: its words, and a link to it where there is not one already. */
function safeImage(node: Element, place: Place): RootContent[] {
  const src = String(node.properties.src ?? "");
  const alt = String(node.properties.alt ?? "").trim();
  const words = safeText(alt, true);
  if (place.isLink) return words;
  if (addressOf(src) === null) return [...words, { type: "text", value: alt === "" ? "" : " " }, code(src)];
  const children = (alt === "" ? [{ type: "text", value: src }] : words) as ElementContent[];
  return [{ type: "element", tagName: "a", properties: { href: src, dataImage: true }, children }];
}

/** Line breaks become breaks; text in which something is hidden becomes `bdi`, which is drawn with marks. */
function safeText(value: string, isPhrasing: boolean): RootContent[] {
  const lines = isPhrasing && value.trim() !== "" ? value.split("\n") : [value];
  return lines.flatMap((line, index): RootContent[] => {
    const text: Text = { type: "text", value: line };
    const shown: RootContent = markHidden(line).some((piece) => piece.kind === "mark")
      ? { type: "element", tagName: "bdi", properties: {}, children: [text] }
      : text;
    return index === 0 ? [shown] : [{ type: "element", tagName: "br", properties: {}, children: [] }, shown];
  });
}

/** Levels follow one another without a gap, however the text counts them. */
function levelled(open: number[], level: number, under: number): number {
  while ((open.at(-1) ?? 0) >= level) open.pop();
  open.push(level);
  return Math.min(6, under + open.length);
}

const code = (value: string): Element => ({
  type: "element",
  tagName: "code",
  properties: {},
  children: [{ type: "text", value }],
});

export const textOf = (node: RootContent): string =>
  node.type === "text" ? node.value : node.type === "element" ? node.children.map(textOf).join("") : "";

/** The address as the browser would read it, if a link may go there. */
export function addressOf(href: string): URL | null {
  let address: URL;
  try {
    address = new URL(href);
  } catch {
    return null;
  }
  return SCHEMES.has(address.protocol) ? address : null;
}

/** What says where a link goes: `example.org`; of mail the receiver. */
export const hostOf = (address: URL): string =>
  address.protocol === "mailto:" ? decodeMail(address.pathname) : address.host;

function decodeMail(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
