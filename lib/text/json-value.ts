/** JSON as TypeScript sees it, read where it may be none, and the bounded walk over it: no recursion, so no nesting can overflow the stack. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** True for what JSON calls an object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** undefined = not JSON, which is an answer here: tool inputs that were capped are cut in the middle. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export interface WalkLimits {
  /** Containers below this depth are replaced by a mark. */
  depth: number;
  /** Values (leaves and containers) visited in all; what comes later is left out, with a mark. */
  nodes: number;
}

export interface WalkVisitor {
  /**
   * `key` is what names the string: the nearest object key above it (array items inherit it), or the sibling `name` of a
   * `{ name, value }` pair; null at the top.
   */
  string(text: string, key: string | null): string;
  /** A number below a key; most visitors leave it alone. */
  number?(value: number, key: string | null): JsonValue;
  key(text: string): string;
}

export const DEFAULT_LIMITS: WalkLimits = { depth: 64, nodes: 50_000 };

type Container = JsonValue[] | { [key: string]: JsonValue };

interface Frame {
  source: object;
  target: Container;
  /** Null for arrays. */
  keys: string[] | null;
  next: number;
  depth: number;
  key: string | null;
}

/**
 * A copy of `value` with every string and key passed through the visitor. Takes anything: what JSON cannot hold
 * becomes null (or is left out of objects, as `JSON.stringify` does).
 */
export function walkJson(value: unknown, visitor: WalkVisitor, limits: WalkLimits = DEFAULT_LIMITS): JsonValue {
  const stack: Frame[] = [];
  let nodes = 0;

  const convert = (item: unknown, key: string | null, depth: number): JsonValue | undefined => {
    nodes += 1;
    switch (typeof item) {
      case "string":
        return visitor.string(item, key);
      case "boolean":
        return item;
      case "number":
        if (!Number.isFinite(item)) return null;
        return visitor.number ? visitor.number(item, key) : item;
      case "bigint":
        return visitor.string(item.toString(), key);
      case "undefined":
      case "function":
      case "symbol":
        return undefined;
      case "object":
        break;
    }
    if (item === null) return null;
    if (item instanceof Date) return Number.isFinite(item.getTime()) ? item.toISOString() : null;
    if (depth >= limits.depth) return `[left out: nested deeper than ${limits.depth} levels]`;
    const isArray = Array.isArray(item);
    const target: Container = isArray ? [] : {};
    stack.push({ source: item, target, keys: isArray ? null : Object.keys(item), next: 0, depth, key });
    return target;
  };

  const top = convert(value, null, 0) ?? null;
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const size = frame.keys ? frame.keys.length : (frame.source as unknown[]).length;
    if (frame.next >= size) {
      stack.pop();
      continue;
    }
    if (nodes >= limits.nodes) {
      leaveOut(frame, size - frame.next);
      stack.pop();
      continue;
    }
    const index = frame.next++;
    if (frame.keys === null) {
      (frame.target as JsonValue[]).push(
        convert((frame.source as unknown[])[index], frame.key, frame.depth + 1) ?? null,
      );
    } else {
      const key = frame.keys[index] ?? "";
      const item = convert((frame.source as Record<string, unknown>)[key], nameOf(frame.source, key), frame.depth + 1);
      if (item !== undefined) setOwn(frame.target as Record<string, JsonValue>, visitor.key(key), item);
    }
  }
  return top;
}

function nameOf(source: object, key: string): string {
  if (key !== "value") return key;
  const { name, key: other } = source as Record<string, unknown>;
  return typeof name === "string" ? name : typeof other === "string" ? other : key;
}

function leaveOut(frame: Frame, count: number): void {
  const mark = `[left out: ${count} more]`;
  if (Array.isArray(frame.target)) frame.target.push(mark);
  else setOwn(frame.target, "…", mark);
}

/** `__proto__` becomes a plain property; keys that became equal by cleaning are numbered, so that none is lost. */
function setOwn(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  let name = key;
  for (let copy = 2; Object.hasOwn(target, name) && copy < 100; copy += 1) name = `${key} (${copy})`;
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
