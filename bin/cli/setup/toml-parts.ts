/** Our entries in TOML settings: a list of hook tables, and one MCP server's table. Comments and layout of everybody else stay. */
import { isDeepStrictEqual } from "node:util";
import { parse, patch, stringify } from "@decimalturn/toml-patch";
import type { Edited, Part } from "./part";
import { isRefusal, refuse, type Refusal } from "./refusal";

type Table = Record<string, unknown>;

function read(text: string): Table | Refusal {
  try {
    return parse(text) as Table;
  } catch (error) {
    const line = error instanceof Error ? /\((\d+), *\d+\)/.exec(error.message)?.[1] : undefined;
    return refuse(`It is no TOML${line === undefined ? "" : `: line ${line} is not understood`}.`);
  }
}

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** Behind the last line, where a table of its own is always allowed: no comment there can be taken for ours. */
function append(text: string, tables: Table): string {
  const eol = eolOf(text);
  const piece = stringify(tables).trimEnd().replaceAll("\n", eol) + eol;
  if (text === "") return piece;
  return `${text}${text.endsWith("\n") ? "" : eol}${eol}${piece}`;
}

/** Nothing but what was asked for may differ, else the file is left alone. */
function checked(text: string, edited: string, wanted: Table): Edited {
  const result = read(edited);
  if (!isRefusal(result) && isDeepStrictEqual(plain(result), plain(wanted))) return edited;
  return text === edited ? text : refuse("Its TOML could not be changed without touching what is not ours.");
}

/** Dates are classes of the parser's; their text says what they are. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? `${item}n` : item)));

function change(text: string, wanted: Table): Edited {
  try {
    return checked(text, patch(text, wanted), wanted);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refuse("Its TOML could not be changed without touching what is not ours.");
  }
}

export interface TomlHooks {
  /** Name of the list of tables, e.g. `hooks`. */
  name: string;
  wanted: readonly Table[];
  isOurs(entry: Table): boolean;
}

export function tomlHooksPart({ name, wanted, isOurs }: TomlHooks): Part {
  const find = (text: string): { root: Table; list: Table[] } | Refusal => {
    const root = read(text);
    if (isRefusal(root)) return root;
    const list = root[name] ?? [];
    if (!Array.isArray(list) || !list.every(isTable)) return refuse(`Its "${name}" is no list of tables.`);
    return { root, list };
  };
  const take = (text: string): Edited => {
    const found = find(text);
    if (isRefusal(found)) return found;
    const rest = found.list.filter((entry) => !isOurs(entry));
    if (rest.length === found.list.length) return text;
    const { [name]: _, ...others } = found.root;
    return change(text, rest.length === 0 ? others : { ...found.root, [name]: rest });
  };
  return {
    add(text) {
      const found = find(text);
      if (isRefusal(found)) return found;
      if (isDeepStrictEqual(plain(found.list.filter(isOurs)), plain(wanted))) return text;
      const cleared = take(text);
      if (isRefusal(cleared)) return cleared;
      const rest = found.list.filter((entry) => !isOurs(entry));
      const whole = { ...found.root, [name]: [...rest, ...wanted] };
      // A list within brackets cannot be gone on with in tables.
      const appended = append(cleared, { [name]: wanted });
      return isRefusal(read(appended)) ? change(cleared, whole) : checked(text, appended, whole);
    },
    remove: take,
    isIn(text) {
      const found = find(text);
      return !isRefusal(found) && found.list.some(isOurs);
    },
  };
}

export interface TomlServer {
  /** Name of the table of servers, e.g. `mcp_servers`. */
  table: string;
  name: string;
  entry: Table;
  isOurs(entry: Table): boolean;
}

export function tomlServerPart({ table, name, entry, isOurs }: TomlServer): Part {
  const find = (text: string): { root: Table; servers: Table; ours: unknown } | Refusal => {
    const root = read(text);
    if (isRefusal(root)) return root;
    const servers = root[table] ?? {};
    if (!isTable(servers)) return refuse(`Its "${table}" is no table.`);
    return { root, servers, ours: servers[name] };
  };
  return {
    add(text) {
      const found = find(text);
      if (isRefusal(found)) return found;
      const { root, servers, ours } = found;
      if (ours === undefined) {
        const whole = { ...root, [table]: { ...servers, [name]: entry } };
        const appended = appendServer(text, table, name, entry);
        return isRefusal(read(appended)) ? change(text, whole) : checked(text, appended, whole);
      }
      if (!isTable(ours) || !isOurs(ours)) return refuse(`It has another MCP server by the name "${name}".`);
      const merged = { ...ours, ...entry };
      if (!("env" in entry)) delete merged.env;
      if (isDeepStrictEqual(plain(merged), plain(ours))) return text;
      return change(text, { ...root, [table]: { ...servers, [name]: merged } });
    },
    remove(text) {
      const found = find(text);
      if (isRefusal(found)) return found;
      const { root, servers, ours } = found;
      if (!isTable(ours) || !isOurs(ours)) return text;
      const { [name]: _, ...rest } = servers;
      const { [table]: __, ...others } = root;
      return change(text, Object.keys(rest).length === 0 ? others : { ...root, [table]: rest });
    },
    isIn(text) {
      const found = find(text);
      return !isRefusal(found) && isTable(found.ours) && isOurs(found.ours);
    },
  };
}

/** `[table.name]` with its values beneath, as people write it. */
function appendServer(text: string, table: string, name: string, entry: Table): string {
  const eol = eolOf(text);
  const lines = Object.entries(entry).map(([key, value]) => stringify({ [key]: value }, inline).trim());
  const piece = [`[${table}.${name}]`, ...lines].join(eol) + eol;
  if (text === "") return piece;
  return `${text}${text.endsWith("\n") ? "" : eol}${eol}${piece}`;
}

/** Tables within the entry stay in its lines. */
const inline = { inlineTableStart: 0 };

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
