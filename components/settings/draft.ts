/** What a setting looks like while it is edited: the kind of its editor, the text in it, and the value that this text means. Pure. */

/** Read from the JSON schema of the setting. */
export type SettingShape =
  | { kind: "number"; isWhole: boolean; min: number | null; max: number | null }
  | { kind: "switch" }
  | { kind: "choice"; choices: string[]; isOptional: boolean }
  | { kind: "text"; maxLength: number | null }
  | { kind: "list"; maxItems: number | null }
  | { kind: "pairs" }
  | { kind: "prices" };

export interface MapRow {
  name: string;
  /** One cell of pairs, two of prices. */
  cells: string[];
}
export type Draft = string | boolean | MapRow[];

type Json = Record<string, unknown>;

export function shapeOf(schema: Json): SettingShape {
  const options = Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as Json[]) : [schema];
  const isOptional = options.some((option) => option["type"] === "null");
  const own = options.find((option) => option["type"] !== "null") ?? schema;
  if (Array.isArray(own["enum"])) return { kind: "choice", choices: own["enum"].map(String), isOptional };
  switch (own["type"]) {
    case "boolean":
      return { kind: "switch" };
    case "integer":
    case "number":
      return {
        kind: "number",
        isWhole: own["type"] === "integer",
        min: numberOr(own["minimum"]),
        max: numberOr(own["maximum"]),
      };
    case "array":
      return { kind: "list", maxItems: numberOr(own["maxItems"]) };
    case "object":
      return { kind: (own["additionalProperties"] as Json | undefined)?.["type"] === "object" ? "prices" : "pairs" };
    default:
      return { kind: "text", maxLength: numberOr(own["maxLength"]) };
  }
}

const numberOr = (value: unknown): number | null => (typeof value === "number" ? value : null);

export function draftOf(shape: SettingShape, value: unknown): Draft {
  switch (shape.kind) {
    case "switch":
      return value === true;
    case "list":
      return Array.isArray(value) ? value.map(String).join("\n") : "";
    case "pairs":
      return Object.entries((value ?? {}) as Record<string, unknown>).map(([name, text]) => ({
        name,
        cells: [String(text)],
      }));
    case "prices":
      return Object.entries((value ?? {}) as Record<string, { input: number; output: number }>).map(
        ([name, { input, output }]) => ({ name, cells: [String(input), String(output)] }),
      );
    case "number":
    case "choice":
    case "text":
      return value === null || value === undefined ? "" : String(value as string | number);
  }
}

/** A key of `settings.form`. */
export type DraftProblem = "notNumber" | "notWhole" | "outOfBounds" | "mustHave" | "twice" | "tooMany";
export type ParsedDraft = { ok: true; value: unknown } | { ok: false; problem: DraftProblem };

const ok = (value: unknown): ParsedDraft => ({ ok: true, value });
const bad = (problem: DraftProblem): ParsedDraft => ({ ok: false, problem });

/** The value that is sent; the server has the last word. */
export function parseDraft(shape: SettingShape, draft: Draft): ParsedDraft {
  if (typeof draft === "boolean") return ok(draft);
  if (typeof draft !== "string") return parseRows(shape.kind === "prices", draft);
  const text = draft.trim();
  switch (shape.kind) {
    case "number":
      return parseNumber(shape, text);
    case "list": {
      const items = draft.split("\n").flatMap((line) => line.trim() || []);
      return shape.maxItems !== null && items.length > shape.maxItems ? bad("tooMany") : ok(items);
    }
    case "switch":
    case "pairs":
    case "prices":
    case "choice":
    case "text":
      // No text takes the value away: then nothing is named.
      return ok(text === "" ? null : text);
  }
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

function parseNumber(shape: { isWhole: boolean; min: number | null; max: number | null }, text: string): ParsedDraft {
  if (text.length > 40 || !NUMBER.test(text)) return bad("notNumber");
  const value = Number(text);
  if (shape.isWhole && !Number.isInteger(value)) return bad("notWhole");
  const fits = (shape.min === null || value >= shape.min) && (shape.max === null || value <= shape.max);
  return fits ? ok(value) : bad("outOfBounds");
}

function parseRows(isPrices: boolean, rows: MapRow[]): ParsedDraft {
  const filled = rows.filter(({ name, cells }) => name.trim() !== "" || cells.some((cell) => cell.trim() !== ""));
  const entries: [string, unknown][] = [];
  for (const { name, cells } of filled) {
    const texts = cells.map((cell) => cell.trim());
    if (name.trim() === "" || texts.some((text) => text === "")) return bad("mustHave");
    if (isPrices && !texts.every((text) => NUMBER.test(text))) return bad("notNumber");
    entries.push([name.trim(), isPrices ? { input: Number(texts[0]), output: Number(texts[1]) } : texts[0]]);
  }
  const value = Object.fromEntries(entries);
  return Object.keys(value).length < entries.length ? bad("twice") : ok(value);
}

/** Names in another order are the same map. */
export const isSame = (a: unknown, b: unknown): boolean => stable(a) === stable(b);

const stable = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
