/** JSON out of what a model answered: bare, in a code fence, or with words around. Pure, linear. */
import { parseJson } from "./json-value";

/** What the text may be read as, the likeliest first; what is no JSON is left out. */
export function* jsonReadings(text: string): Generator<unknown> {
  for (const body of bodiesOf(text)) {
    const parsed = parseJson(body);
    if (parsed !== undefined) yield parsed;
  }
}

function* bodiesOf(text: string): Generator<string> {
  const trimmed = text.trim();
  yield trimmed;
  const open = trimmed.indexOf("```");
  const close = trimmed.lastIndexOf("```");
  if (open !== -1 && close > open) {
    const fenced = trimmed.slice(open + 3, close);
    const lineEnd = fenced.indexOf("\n");
    yield /^[ \t]*\w*[ \t]*$/.test(fenced.slice(0, Math.max(0, lineEnd))) ? fenced.slice(lineEnd + 1) : fenced;
  }
  const start = trimmed.search(/[{[]/);
  if (start !== -1) yield trimmed.slice(start, Math.max(trimmed.lastIndexOf("}"), trimmed.lastIndexOf("]")) + 1);
}
