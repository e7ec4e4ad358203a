/** The shape that a model's answer about a turn has: what is asked for, and what is taken. */
import { z } from "zod";
import { Category, ObsType, Priority } from "../../contract/evidence";

export const CONCEPTS = [
  "how-it-works",
  "why-it-exists",
  "what-changed",
  "problem-solution",
  "gotcha",
  "pattern",
  "trade-off",
] as const;
export type Concept = (typeof CONCEPTS)[number];

export const MEMORY_KINDS = ["decision", "preference", "constraint", "fact", "cause", "user_profile"] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/**
 * What providers are handed as JSON schema. Plain on purpose: bounds of length and number are refused by some of them, and
 * every field is required, as others demand; "" and [] say "nothing".
 */
export const TurnAnswerSchema = z.object({
  observations: z.array(
    z.object({
      type: ObsType,
      title: z.string(),
      subtitle: z.string(),
      narrative: z.string(),
      facts: z.array(z.string()),
      concepts: z.array(z.enum(CONCEPTS)),
      category: Category,
      priority: Priority,
      uses: z.array(z.number()),
    }),
  ),
  summary: z.object({
    request: z.string(),
    investigated: z.string(),
    learned: z.string(),
    completed: z.string(),
    next_steps: z.string(),
    notes: z.string(),
  }),
  memories: z.array(
    z.object({
      kind: z.enum(MEMORY_KINDS),
      subject: z.string(),
      statement: z.string(),
      everywhere: z.boolean(),
      importance: z.number(),
      uses: z.array(z.number()),
    }),
  ),
});

/** An answer with more than this is none to our question. */
const MAX_ITEMS = 200;

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? "");
/** A list that came as one text, or as nothing, is a list too; what is no text in it is left out. */
const Texts = z
  .union([z.array(z.unknown()).max(MAX_ITEMS), z.string()])
  .nullish()
  .transform((list) => (typeof list === "string" ? [list] : (list ?? [])).filter((one) => typeof one === "string"));
/** Numbers of tool uses, also as "3" or "#3"; anything else is left out. */
const Uses = z
  .array(z.unknown())
  .max(1000)
  .nullish()
  .transform((list) => (list ?? []).map(toNumber).filter((number) => Number.isInteger(number)));
const Word = z
  .unknown()
  .optional()
  .transform((word) => (typeof word === "string" ? word : ""));
const Rank = z.unknown().optional().transform(toNumber);

function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^#?\d{1,9}(?:\.\d{1,9})?$/.test(value.trim())
    ? Number(value.trim().replace("#", ""))
    : NaN;
}

const ReadObservation = z.object({
  type: Word,
  title: z.string(),
  subtitle: Text,
  narrative: Text,
  facts: Texts,
  concepts: Texts,
  category: Word,
  priority: Word,
  uses: Uses,
});
export type ReadObservation = z.infer<typeof ReadObservation>;

const ReadMemory = z.object({
  kind: Word,
  subject: Text,
  statement: z.string(),
  everywhere: z
    .unknown()
    .optional()
    .transform((word) => word === true || word === "true"),
  importance: Rank,
  uses: Uses,
});
export type ReadMemory = z.infer<typeof ReadMemory>;

const ReadSummary = z.object({
  request: Text,
  investigated: Text,
  learned: Text,
  completed: Text,
  next_steps: Text,
  notes: Text,
});
export type ReadSummary = z.infer<typeof ReadSummary>;

/**
 * What is taken: forgiving in form, since a field that is left out costs less than a turn that is not told, but strict in
 * what carries the meaning. Unknown fields, files among them, are dropped.
 */
export const ReadAnswer = z.object({
  observations: z.array(ReadObservation).max(MAX_ITEMS),
  summary: ReadSummary.nullish().transform((summary) => summary ?? null),
  memories: z
    .array(ReadMemory)
    .max(MAX_ITEMS)
    .nullish()
    .transform((list) => list ?? []),
});
export type ReadAnswer = z.infer<typeof ReadAnswer>;
