/** Our entries in JSON settings: hooks in the two layouts that hosts have, MCP servers, and single keys that a host asks for. */
import { isDeepStrictEqual } from "node:util";
import { getNodeValue } from "jsonc-parser";
import { nodeAt, parseJson, type Path, removeValue, setValue } from "./json-text";
import type { Edited, Part } from "./part";
import { isRefusal, refuse, type Refusal } from "./refusal";
import { readTextFile } from "./text-file";

/** What stands at a path: undefined for nothing. Ask only where `parseJson` succeeded. */
function valueAt(text: string, path: Path): unknown {
  const root = parseJson(text);
  if (root === null || isRefusal(root)) return undefined;
  const node = nodeAt(root, path);
  return node === undefined ? undefined : (getNodeValue(node) as unknown);
}

type Rows = Record<string, unknown[]>;

/** Event → its entries. What is no list is no event, such as a switch; where we want to write there it is refused. */
function rowsAt(text: string, path: Path, wanted: readonly string[]): Rows | Refusal {
  const root = parseJson(text);
  if (isRefusal(root)) return root;
  const value = valueAt(text, path);
  if (value === undefined) return {};
  const name = path.join(".");
  if (!isObject(value)) return refuse(`Its "${name}" is no object.`);
  const odd = wanted.find((event) => Object.hasOwn(value, event) && !Array.isArray(value[event]));
  if (odd !== undefined) return refuse(`Its "${name}.${odd}" is no list.`);
  return Object.fromEntries(Object.entries(value).filter(([, rows]) => Array.isArray(rows))) as Rows;
}

export interface HookLayout {
  path: Path;
  /** Event → the one entry that we want there. */
  wanted: Readonly<Record<string, unknown>>;
  /** The entry without what is ours in it; null where nothing is left, the same object where nothing is ours. */
  without(entry: unknown): unknown;
}

/** Hooks by event: ours are brought to what is wanted, one an event, and everybody else's stay as they are, in their order. */
export function hooksPart({ path, wanted, without }: HookLayout): Part {
  const settle = (text: string, want: Readonly<Record<string, unknown>>): Edited => {
    const rows = rowsAt(text, path, Object.keys(want));
    if (isRefusal(rows)) return rows;
    let edited = text;
    for (const event of new Set([...Object.keys(rows), ...Object.keys(want)]))
      edited = settleEvent(edited, [...path, event], rows[event] ?? [], want[event], without);
    return edited;
  };
  return {
    add: (text) => settle(text, wanted),
    remove(text) {
      const edited = settle(text, {});
      if (isRefusal(edited) || edited === text) return edited;
      // What only held ours was made for it.
      return withoutEmpty(edited, path);
    },
    isIn(text) {
      const rows = rowsAt(text, path, []);
      return !isRefusal(rows) && Object.values(rows).some((list) => list.some((entry) => without(entry) !== entry));
    },
  };
}

function settleEvent(
  text: string,
  path: Path,
  entries: readonly unknown[],
  wanted: unknown,
  without: HookLayout["without"],
): string {
  const ours = entries.flatMap((entry, index) => (without(entry) === entry ? [] : [index]));
  // One that stands as it is wanted stays where it is, else the first that is wholly ours gives its place.
  const asWanted = ours.find((index) => isDeepStrictEqual(entries[index], wanted));
  const place = wanted === undefined ? undefined : (asWanted ?? ours.find((index) => without(entries[index]) === null));
  let edited = text;
  if (place !== undefined && asWanted === undefined) edited = setValue(edited, [...path, place], wanted);
  for (const index of ours.toReversed()) {
    if (index === place) continue;
    const rest = without(entries[index]);
    edited = rest === null ? removeValue(edited, [...path, index]) : setValue(edited, [...path, index], rest);
  }
  if (wanted !== undefined && place === undefined)
    edited = Array.isArray(valueAt(edited, path))
      ? setValue(edited, [...path, (valueAt(edited, path) as unknown[]).length], wanted)
      : setValue(edited, path, [wanted]);
  else if (ours.length > 0 && (valueAt(edited, path) as unknown[]).length === 0) edited = removeValue(edited, path);
  return edited;
}

/** `{ hooks: [ … ] }`, as Claude Code, Codex and Gemini CLI have it: a group may hold handlers of several. */
export function withoutHandlers(isOurs: (handler: Record<string, unknown>) => boolean): HookLayout["without"] {
  return (group) => {
    if (!isObject(group) || !Array.isArray(group.hooks)) return group;
    const rest = (group.hooks as unknown[]).filter((handler) => !(isObject(handler) && isOurs(handler)));
    if (rest.length === group.hooks.length) return group;
    return rest.length === 0 ? null : { ...group, hooks: rest };
  };
}

/** `{ command }` alone, as Cursor and Windsurf have it. */
export function withoutEntry(isOurs: (entry: Record<string, unknown>) => boolean): HookLayout["without"] {
  return (entry) => (isObject(entry) && isOurs(entry) ? null : entry);
}

export interface ServerLayout {
  /** Of the object that holds the servers by name. */
  path: Path;
  name: string;
  entry: Record<string, unknown>;
  isOurs(entry: Record<string, unknown>): boolean;
}

/** One MCP server under our name. Another's server of that name stays, and is said. */
export function serverPart({ path, name, entry, isOurs }: ServerLayout): Part {
  const full = [...path, name];
  const find = (text: string): { entry: unknown } | Refusal => {
    const root = parseJson(text);
    if (isRefusal(root)) return root;
    for (let depth = 1; depth <= path.length; depth++) {
      const value = valueAt(text, path.slice(0, depth));
      if (value !== undefined && !isObject(value))
        return refuse(`Its "${path.slice(0, depth).join(".")}" is no object.`);
    }
    return { entry: valueAt(text, full) };
  };
  return {
    add(text) {
      const found = find(text);
      if (isRefusal(found)) return found;
      if (found.entry === undefined) return setValue(text, full, entry);
      if (!isObject(found.entry) || !isOurs(found.entry))
        return refuse(`It has another MCP server by the name "${name}".`);
      // What a person added to our entry, such as a switch or a list of tools, is theirs.
      const merged = { ...found.entry, ...entry };
      if (!("env" in entry)) delete merged.env;
      return isDeepStrictEqual(merged, found.entry) ? text : setValue(text, full, merged);
    },
    remove(text) {
      const found = find(text);
      if (isRefusal(found)) return found;
      if (!isObject(found.entry) || !isOurs(found.entry)) return text;
      let edited = removeValue(text, full);
      for (let depth = path.length; depth > 0; depth--) edited = withoutEmpty(edited, path.slice(0, depth));
      return edited;
    },
    isIn(text) {
      const found = find(text);
      return !isRefusal(found) && isObject(found.entry) && isOurs(found.entry);
    },
  };
}

/** A key that a host asks every such file for; it stays where somebody else's entries need it too. */
export function requiredKey(path: Path, value: unknown): Part {
  return {
    add(text) {
      const root = parseJson(text);
      if (isRefusal(root)) return root;
      return valueAt(text, path) === undefined ? setValue(text, path, value) : text;
    },
    remove: (text) => text,
    isIn: () => false,
  };
}

/** Whether nothing is left but keys that say nothing by themselves. */
export function isBlankJson(...meaningless: string[]): (text: string) => boolean {
  return (text) => {
    if (text.trim() === "") return true;
    const value = valueAt(text, []);
    if (!isObject(value) || /\/\/|\/\*/.test(text)) return false;
    return Object.keys(value).every((key) => meaningless.includes(key));
  };
}

function withoutEmpty(text: string, path: Path): string {
  const value = valueAt(text, path);
  return isObject(value) && Object.keys(value).length === 0 ? removeValue(text, path) : text;
}

/** Whether a settings file holds this value; false where it cannot be read, which is said elsewhere. */
export function holds(file: string, path: Path, wanted: unknown): boolean {
  const read = readTextFile(file);
  return !isRefusal(read) && isDeepStrictEqual(valueAt(read.text, path), wanted);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
