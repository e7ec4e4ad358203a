/** Colours of series as the tokens of the theme. */
import type { ChartColour } from "./types";

export const INK: Record<ChartColour, string> = {
  accent: "var(--chart-accent)",
  blue: "var(--blue)",
  teal: "var(--teal)",
  green: "var(--green)",
  amber: "var(--amber)",
  soft: "var(--chart-soft)",
};
