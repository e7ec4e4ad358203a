/** Answers that cost a walk through an index: kept as long as what they were counted from stays the same. */
import type { App } from "../context";

const MAX_ANSWERS = 64;

/** Per app, so that two stores of one process (tests) share nothing; the latest asked for come last. */
const answers = new WeakMap<App, Map<string, { version: string; value: unknown }>>();

/** `version`: anything that changes when the answer could. */
export function remembered<T>(app: App, name: string, version: string, read: () => T): T {
  let known = answers.get(app);
  if (known === undefined) answers.set(app, (known = new Map()));
  const last = known.get(name);
  known.delete(name);
  const entry = last?.version === version ? last : { version, value: read() };
  if (known.size >= MAX_ANSWERS) known.delete(known.keys().next().value ?? "");
  known.set(name, entry);
  return entry.value as T;
}
