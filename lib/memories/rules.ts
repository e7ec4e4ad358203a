/** What the settings say about writing memories (E133, E135), as one value for the synchronous write path. */
import type { App } from "../context";
import { readSettings } from "../settings/service";
import type { GateBounds } from "./gate";

export interface WriteRules {
  bounds: GateBounds;
  /** Similarity from which a new memory supersedes a like one under another key (E45). */
  mergeThreshold: number;
}

export function writeRules(app: App): WriteRules {
  const { value_min_chars, value_max_chars, add_merge_threshold } = readSettings(app);
  return { bounds: { min: value_min_chars, max: value_max_chars }, mergeThreshold: add_merge_threshold };
}
