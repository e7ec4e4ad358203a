/** What a tool was given, read for people: edits as pairs of texts, everything else as it is. Pure. */

export interface Edit {
  /** null = the text is new. */
  before: string | null;
  after: string;
}

/** null for a call that edits nothing, or whose input was cut when it was stored. */
export function editsOf(tool: string | null, input: string): Edit[] | null {
  const value = parse(input);
  if (!isRecord(value)) return null;
  const single = editOf(value);
  if (single !== null) return [single];
  const { edits } = value;
  if (Array.isArray(edits)) {
    const found = edits.map((edit) => (isRecord(edit) ? editOf(edit) : null));
    return found.length > 0 && found.every((edit) => edit !== null) ? found : null;
  }
  const text = value["content"] ?? value["file_text"] ?? value["contents"];
  return typeof text === "string" && /write|create/i.test(tool ?? "") ? [{ before: null, after: text }] : null;
}

function editOf(value: Record<string, unknown>): Edit | null {
  const before = value["old_string"] ?? value["old_str"] ?? value["old_source"];
  const after = value["new_string"] ?? value["new_str"] ?? value["new_source"];
  return typeof before === "string" && typeof after === "string" ? { before, after } : null;
}

/** Commands as they were typed; else indented JSON. A capped input is no JSON any more and stays as it is. */
export function shownInput(input: string): string {
  const value = parse(input);
  if (value === undefined) return input;
  if (isRecord(value)) {
    const command = value["command"] ?? value["cmd"];
    const rest = Object.keys(value).filter((name) => !["command", "cmd", "description", "timeout"].includes(name));
    if (typeof command === "string" && rest.length === 0) return command;
  }
  return JSON.stringify(value, null, 2);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parse(input: string): unknown {
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return undefined;
  }
}
