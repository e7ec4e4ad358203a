/** Reads a value as Python prints it: single quotes, `True`, `None`, tuples. One pass, no evaluation, bounded depth. */

const MAX_DEPTH = 64;
const WORDS: Record<string, unknown> = { True: true, False: false, None: null, true: true, false: false, null: null };
const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "\n": "" };

/** Throws a `SyntaxError` that names the place. Lists and tuples become arrays, dictionaries objects. */
export function parsePythonLiteral(text: string): unknown {
  let at = 0;
  const fail = (what: string): SyntaxError => new SyntaxError(`${what} at character ${at}`);

  function skip(): void {
    while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  }

  function take(sign: string): boolean {
    skip();
    if (text.charAt(at) !== sign) return false;
    at += 1;
    return true;
  }

  function value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw fail("too deep");
    skip();
    const sign = text.charAt(at);
    if (take("{")) return dictionary(depth);
    if (take("[")) return list("]", depth);
    if (take("(")) return list(")", depth);
    if (sign === "'" || sign === '"') return string(sign);
    return word();
  }

  function list(end: string, depth: number): unknown[] {
    const items: unknown[] = [];
    while (!take(end)) {
      items.push(value(depth + 1));
      if (!take(",")) {
        if (take(end)) return items;
        throw fail(`no , or ${end}`);
      }
    }
    return items;
  }

  function dictionary(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    while (!take("}")) {
      const key = value(depth + 1);
      if (!take(":")) throw fail("no :");
      entries.push([String(key), value(depth + 1)]);
      if (!take(",")) {
        if (take("}")) break;
        throw fail("no , or }");
      }
    }
    return Object.fromEntries(entries);
  }

  function string(quote: string): string {
    const parts: string[] = [];
    at += 1;
    for (let start = at; at < text.length; at += 1) {
      const sign = text.charAt(at);
      if (sign === quote) {
        parts.push(text.slice(start, at));
        at += 1;
        return parts.join("");
      }
      if (sign !== "\\") continue;
      parts.push(text.slice(start, at), escape());
      start = at + 1;
    }
    throw fail("no end of a string");
  }

  /** From the backslash on; leaves `at` on the last character that belongs to it. */
  function escape(): string {
    at += 1;
    const sign = text.charAt(at);
    const digits = { x: 2, u: 4, U: 8 }[sign];
    if (digits === undefined) return ESCAPES[sign] ?? sign;
    const code = text.slice(at + 1, at + 1 + digits);
    if (!/^[0-9a-fA-F]+$/.test(code) || code.length < digits || parseInt(code, 16) > 0x10ffff) throw fail("no code");
    at += digits;
    return String.fromCodePoint(parseInt(code, 16));
  }

  function word(): unknown {
    const start = at;
    while (at < text.length && /[\w.+-]/.test(text.charAt(at))) at += 1;
    const found = text.slice(start, at);
    if (Object.hasOwn(WORDS, found)) return WORDS[found];
    if (found !== "" && Number.isFinite(Number(found))) return Number(found);
    throw fail("no value");
  }

  const result = value(0);
  skip();
  if (at < text.length) throw fail("more after the end");
  return result;
}
