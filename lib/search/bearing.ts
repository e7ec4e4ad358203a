/** Whether a row bears on a prompt surely enough to be told unasked. Pure. */
import type { CosineFloor } from "../context";
import type { Held } from "./bridge";
import { ABSTAIN } from "./recipe";
import { scriptOf } from "./scripts";

/** What search knows of a row. */
export interface Evidence {
  /** Share of the prompt's words that the row holds, by rarity, 0–1. */
  words: number;
  /** The same by whatever name. */
  held: Held;
  /** null when meaning did not find it. */
  cosine: number | null;
}

/** What the row stands among. */
export interface Among {
  text: string;
  floor: CosineFloor;
  /** The best cosine of any row, whatever its kind; null = meaning was not asked. */
  best: number | null;
  /** Rows that the nearest memory was chosen from, where this is it: it is sure earlier. null for all others. */
  nearestOf: number | null;
  /** Another row holds what was asked, so that one that holds nothing of it must be about as near as the best. */
  isAnswered: boolean;
  /** The row is an observation, and a memory holds all that was asked: then it is not asked what else was done. */
  isTold: boolean;
  /** The prompt states something and asks nothing: what only sounds alike ("we use …", "I prefer …") is no answer to it. */
  isStated?: boolean;
}

/** By words, by names, by meaning, or by some of each; nothing is known of a model without `floor.sure`, so that it decides nothing. */
export function bearsOn({ words, held, cosine }: Evidence, among: Among): boolean {
  const sure = sureOf(among);
  if (held.isOfKind === true && held.share >= ABSTAIN.ofKind) return true;
  if (held.concepts >= 2 && held.share >= ABSTAIN.twoNames) return true;
  if (cosine === null || sure === null) return words >= ABSTAIN.words;
  if (words >= ABSTAIN.mostWords || (words >= ABSTAIN.words && cosine >= sure * ABSTAIN.halfSure)) return true;
  if (held.share >= ABSTAIN.allNames && cosine >= sure * ABSTAIN.halfSure) return true;
  if (words >= ABSTAIN.someWords || held.share >= ABSTAIN.someNames) return cosine >= sure * ABSTAIN.nearlySure;
  if (among.isTold || among.isStated === true) return false;
  const share = among.isAnswered ? ABSTAIN.asNear : ABSTAIN.nearBest;
  return cosine >= sure && cosine >= (among.best ?? cosine) * share;
}

/** The cosine that is sure; null = nothing is known of the model. */
function sureOf({ text, floor: { sure, nearest }, nearestOf }: Among): number | null {
  if (sure === undefined) return null;
  const script = scriptOf(text);
  const always = script === "other" ? Math.max(sure.latin, sure.unspaced) : sure[script];
  if (nearestOf === null || nearest === undefined) return always;
  return Math.min(always, nearest.base + nearest.growth * Math.log(Math.max(ABSTAIN.fewest, nearestOf)));
}
