/** Statements that hold no longer, for whoever tells agents evidence: observations, summaries and prompts say what was said, whatever became of it. */
import type { App } from "../context";
import { createSaid } from "../text/likeness";
import { dropSentences } from "../text/sentence-ends";
import { beyondReminder, createWithdrawn } from "./withdrawn";
import { valuesInForce, withdrawnIn } from "./withdrawn-query";

export interface TakenBack {
  /** All that the text says was taken back, corrected or replaced since, and no memory in force says it. */
  is(text: string): boolean;
  /** The text without the sentences of which that is so; empty where nothing is left. */
  without(text: string): string;
}

/** Memories in force that are looked at, newest first. */
const MOST_IN_FORCE = 300;

/** In these projects and everywhere; null = of every project. */
export function takenBackIn({ db, now }: App, projects: number[] | null): TakenBack {
  const projectIds = projects === null ? null : [...new Set([0, ...projects])];
  const withdrawn = createWithdrawn(withdrawnIn(db, projectIds));
  const inForce = beyondReminder(
    createSaid(valuesInForce(db, projectIds, now(), MOST_IN_FORCE).map((value) => [value, true] as const)),
  );
  const is = (text: string): boolean => withdrawn.find(text) !== undefined && inForce.find(text) === undefined;
  return { is, without: (text) => dropSentences(text, is) };
}

/** A hit of evidence without what was taken back or corrected since; null where it says nothing else. */
export function stillTrue<H extends { title: string; preview: string }>(hit: H, taken: TakenBack): H | null {
  const [title, preview] = [taken.without(hit.title), taken.without(hit.preview)];
  if (title === "" && (preview === "" || hit.preview === hit.title)) return null;
  return { ...hit, title: title === "" ? preview : title, preview };
}
