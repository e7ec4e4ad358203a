/** Test helper: values of a JSON schema, as fast-check arbitraries. Knows the keywords that zod writes, no others. */
import fc from "fast-check";
import { z } from "zod";

export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  format?: string;
  pattern?: string;
  default?: unknown;
}

const MAX_DEPTH = 5;
/** Rows of a small store have small ids: most ids should name one. */
const MOST_IDS = 8;

export interface Words {
  /** Texts that mean something to the server; they come oftener than others. */
  texts: readonly string[];
  /** Fields that objects may have whose schema lets in any. */
  fields: readonly string[];
  /** Values that fields of a name mostly have, where the schema says no more than "text" or nothing. */
  byName: Readonly<Record<string, readonly unknown[]>>;
}

/** What a schema takes in (`io: "input"`). What is only known after parsing (`z.coerce`, `z.preprocess`) comes as it leaves. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const made = (io: "input" | "output") => z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
  const input = made("input");
  if (input.properties === undefined || !(schema instanceof z.ZodObject)) return input;
  const output = made("output").properties ?? {};
  const properties = Object.entries(input.properties).map(([name, property]) => [
    name,
    isOpen(property) ? { ...output[name], ...property } : property,
  ]);
  return { ...input, properties: Object.fromEntries(properties) as Record<string, JsonSchema> };
}

const isOpen = (schema: JsonSchema): boolean => Object.keys(schema).every((key) => key === "default");

/** Mostly good values; bounds that a schema cannot say (`refine`) may refuse some. Throws on a keyword it does not know. */
export function valuesOf(schema: JsonSchema, words: Words): fc.Arbitrary<unknown> {
  const definitions = schema.$defs ?? {};
  const make = (part: JsonSchema, depth: number): fc.Arbitrary<unknown> => {
    if (part.$ref !== undefined) {
      const name = part.$ref.split("/").at(-1) ?? "";
      const target = part.$ref === "#" ? schema : definitions[name];
      if (target === undefined) throw new Error(`no definition ${part.$ref}`);
      return depth > MAX_DEPTH ? fc.constant(null) : make(target, depth + 1);
    }
    if ("const" in part) return fc.constant(part.const);
    if (part.enum !== undefined) return fc.constantFrom(...part.enum);
    const choices = part.anyOf ?? part.oneOf;
    if (choices !== undefined) return fc.oneof(...choices.map((choice) => make(choice, depth + 1)));
    if (part.allOf !== undefined) {
      return fc
        .tuple(...part.allOf.map((one) => make(one, depth + 1)))
        .map((all) => Object.assign({}, ...(all as object[])) as unknown);
    }
    if (Array.isArray(part.type)) {
      return fc.oneof(...part.type.map((type) => make({ ...part, type }, depth)));
    }
    switch (part.type) {
      case "string":
        return textOf(part, words);
      case "integer":
      case "number":
        return numberOf(part);
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "array":
        return depth > MAX_DEPTH ? fc.constant([]) : listOf(part, (item) => make(item, depth + 1));
      case "object":
        return depth > MAX_DEPTH ? fc.constant({}) : objectOf(part, words, (property) => make(property, depth + 1));
      case undefined:
        return fc.oneof(fc.constantFrom(...words.texts), fc.integer({ min: 0, max: 9 }), fc.jsonValue({ maxDepth: 2 }));
      default:
        throw new Error(`no values of type ${part.type}`);
    }
  };
  return make(schema, 0);
}

function named(name: string, schema: JsonSchema, any: fc.Arbitrary<unknown>, { byName }: Words): fc.Arbitrary<unknown> {
  const usual = byName[name];
  if (usual === undefined || "const" in schema || schema.enum !== undefined) return any;
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, any);
}

function textOf(schema: JsonSchema, words: Words): fc.Arbitrary<string> {
  if (schema.format === "date-time" || schema.format === "date") {
    const days = { min: new Date("1970-01-02"), max: new Date("2040-01-01"), noInvalidDate: true };
    return fc.date(days).map((day) => day.toISOString().slice(0, schema.format === "date" ? 10 : undefined));
  }
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern, "u"));
  const { minLength = 0, maxLength = 4000 } = schema;
  const fitting = words.texts.filter(({ length }) => length >= minLength && length <= maxLength);
  const free = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)), unit: "grapheme" });
  // Graphemes may be longer than one unit.
  const cut = free.map((text) => text.slice(0, maxLength));
  return fitting.length === 0 ? cut : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...fitting) }, cut);
}

function numberOf(schema: JsonSchema): fc.Arbitrary<number> {
  const isWhole = schema.type === "integer";
  const step = isWhole ? 1 : 1e-9;
  const min = schema.minimum ?? (schema.exclusiveMinimum === undefined ? -1000 : schema.exclusiveMinimum + step);
  const max = schema.maximum ?? (schema.exclusiveMaximum === undefined ? min + 1e6 : schema.exclusiveMaximum - step);
  if (!isWhole) return fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
  const all = fc.integer({
    min: Math.max(min, Number.MIN_SAFE_INTEGER),
    max: Math.min(max, Number.MAX_SAFE_INTEGER),
  });
  const low = Math.max(min, 1);
  if (low + MOST_IDS > max) return all;
  return fc.oneof({ weight: 4, arbitrary: fc.integer({ min: low, max: low + MOST_IDS - 1 }) }, all);
}

function listOf(schema: JsonSchema, make: (schema: JsonSchema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (schema.prefixItems !== undefined) return fc.tuple(...schema.prefixItems.map(make));
  const { minItems = 0, maxItems = minItems + 4 } = schema;
  return fc.array(make(schema.items ?? {}), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) });
}

function objectOf(
  schema: JsonSchema,
  words: Words,
  make: (schema: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const known = fc.record(
    Object.fromEntries(properties.map(([name, property]) => [name, named(name, property, make(property), words)])),
    { requiredKeys: schema.required ?? [] },
  );
  const rest = schema.additionalProperties;
  if (rest === undefined || rest === false) return known;
  const inside = make(rest === true ? {} : rest);
  const names = schema.propertyNames === undefined ? fc.string({ maxLength: 20 }) : make(schema.propertyNames);
  const others = fc.dictionary(names as fc.Arbitrary<string>, inside, { maxKeys: 4 });
  if (schema.propertyNames !== undefined) return others;
  const fields = Object.fromEntries(words.fields.map((name) => [name, named(name, {}, inside, words)]));
  return fc
    .tuple(others, fc.record(fields, { requiredKeys: [] }), known)
    .map(([more, usual, declared]) => ({ ...more, ...usual, ...declared }));
}
