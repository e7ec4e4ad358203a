/** What a chart is given: plain data, so that it can come from the server. */

/** Each has one hue in both themes (globals.css); a series never changes it. */
export type ChartColour = "accent" | "blue" | "teal" | "green" | "amber" | "soft";

export interface ChartSeries {
  label: string;
  colour: ChartColour;
  /** Already written in the page's language: what the series comes to. */
  total: string;
}

export interface ChartRow {
  /** Day key of its zone, or the first of the days that it stands for. */
  day: string;
  /** The last of them. */
  until: string;
  /** One a series. */
  values: number[];
}

/** Where a day's rows are: `path` with the project, `more`, and the day in `from` and `to`. */
export interface DayLink {
  path: string;
  project: string | null;
  more?: Record<string, string>;
  /** False where the view knows no days: then `path` is all. */
  hasDays: boolean;
}

export type ChartUnit = "count" | "tokens" | "dollars";
