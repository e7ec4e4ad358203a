/** Takes off a query's vector what only says that it is a question, and in which language. Pure. */
import type { QueryLens } from "../context";
import { dot, minus } from "../embed/vector-math";
import { MEANING } from "./recipe";
import { scriptOf } from "./scripts";

/** A unit vector; the given one where the model has no lens. */
export function focusQuery(text: string, vector: Float32Array, lens: QueryLens | null | undefined): Float32Array {
  if (lens == null) return vector;
  const script = scriptOf(text);
  const shared = script === "other" ? null : lens[script];
  let focused = shared === null ? vector : minus(vector, shared, MEANING.sharedByQuestions);
  for (const axis of lens.axes) focused = minus(focused, axis, MEANING.languageAxes * dot(focused, axis));
  const norm = Math.sqrt(dot(focused, focused));
  return norm > 0 ? focused.map((value) => value / norm) : vector;
}
