/** The settings that one block is made by: the saved ones, what a look tries in their place, and what its projects may have. */
import type { App } from "../context";
import type { Settings } from "../contract/settings";
import { readSettings } from "../settings/service";
import type { Place } from "./place";

/** What a person tries before saving it. A block that is made by it is never stored. */
export interface Trial {
  /** Take the place of the saved ones; a project's own size holds all the same. */
  settings?: Partial<Settings> | undefined;
  /** Characters of the block, whatever is set. */
  maxChars?: number | undefined;
}

/** A project's own size takes the place of the usual one, and no block of any event is longer; of several projects the smallest holds. */
export function blockSettings(app: App, { projects }: Pick<Place, "projects">, trial: Trial = {}): Settings {
  const settings = { ...readSettings(app), ...trial.settings };
  const { maxChars } = trial;
  if (maxChars !== undefined) return { ...settings, inject_max_chars: maxChars, recall_max_chars: maxChars };
  const own = ownMaxChars(projects, settings.inject_max_chars);
  if (own === null) return settings;
  return { ...settings, inject_max_chars: own, recall_max_chars: Math.min(own, settings.recall_max_chars) };
}

/** null = none of them has a size of its own; `usual` holds for the others among several. */
export function ownMaxChars(projects: Place["projects"], usual: number): number | null {
  if (projects.every(({ injectMaxChars }) => injectMaxChars === null)) return null;
  return Math.min(...projects.map(({ injectMaxChars }) => injectMaxChars ?? usual));
}
