/** How the list of memories is drawn: table or cards, how dense, which columns. The URL says it; a cookie remembers it for when the URL does not. Pure. */
import type { MemorySort } from "@/lib/contract/memory-list";

export type ListShape = "table" | "cards";
export type Density = "compact" | "comfortable";

export interface ListView {
  as: ListShape;
  density: Density;
  /** Beside the statement, which is always there; in the order of {@link COLUMNS}. The key has a column in a compact table and a line above the statement elsewhere. */
  columns: ColumnName[];
}

interface Column {
  /** Width in pixels; names and words grow, numbers do not. */
  width: number;
  /** How wide the list has to be: 2 = some room, 3 = a usual window, 4 = a wide one, while nobody chose columns. */
  need: 2 | 3 | 4;
  sort?: MemorySort;
  isNumber?: boolean;
}

/** In the order in which they stand: the key before the statement, the others after it. */
export const COLUMNS = {
  key: { width: 0, need: 4 },
  id: { width: 60, need: 3, isNumber: true },
  tier: { width: 108, need: 3 },
  status: { width: 96, need: 3 },
  attribute: { width: 92, need: 3 },
  kind: { width: 92, need: 3 },
  project: { width: 112, need: 4 },
  branch: { width: 110, need: 3 },
  host: { width: 100, need: 3 },
  origin: { width: 100, need: 3 },
  tags: { width: 160, need: 3 },
  importance: { width: 88, need: 3, sort: "importance", isNumber: true },
  confidence: { width: 88, need: 3, sort: "confidence", isNumber: true },
  hits: { width: 58, need: 2, sort: "access_count", isNumber: true },
  last_accessed: { width: 76, need: 4, sort: "last_accessed", isNumber: true },
  created: { width: 76, need: 3, sort: "created_at", isNumber: true },
  changed: { width: 84, need: 2, sort: "updated_at", isNumber: true },
  expires: { width: 76, need: 3, sort: "expires_at", isNumber: true },
} as const satisfies Record<string, Column>;

export type ColumnName = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];

export const columnOf = (name: ColumnName): Column => COLUMNS[name];

export const DEFAULT_COLUMNS: ColumnName[] = [
  "key",
  "tier",
  "attribute",
  "project",
  "importance",
  "hits",
  "last_accessed",
  "changed",
];

/** Parameters of the URL, and of the cookie. */
export const VIEW_PARAMS = ["as", "density", "columns"] as const;
export const VIEW_COOKIE = "keepsake-memories";
/** What `columns=` says for none at all. */
const NO_COLUMNS = "none";

type Said = Record<string, string | undefined>;

/** What the URL says, else what the cookie remembers, else the default. */
export function viewOf(url: Said, cookie: string | undefined): ListView {
  const remembered = Object.fromEntries(new URLSearchParams(cookie ?? ""));
  const said = (name: (typeof VIEW_PARAMS)[number]): string | undefined => url[name] ?? remembered[name];
  return {
    as: said("as") === "cards" ? "cards" : "table",
    density: said("density") === "compact" ? "compact" : "comfortable",
    columns: columnsOf(said("columns")),
  };
}

/** Unknown names are left out; none that is known is as good as nothing said. */
function columnsOf(text: string | undefined): ColumnName[] {
  if (text === undefined) return DEFAULT_COLUMNS;
  if (text === NO_COLUMNS) return [];
  const names = new Set(text.split(","));
  const chosen = COLUMN_NAMES.filter((name) => names.has(name));
  return chosen.length === 0 ? DEFAULT_COLUMNS : chosen;
}

/** As the URL and the cookie say it. */
export function viewParams({ as, density, columns }: ListView): Record<(typeof VIEW_PARAMS)[number], string> {
  return { as, density, columns: columns.length === 0 ? NO_COLUMNS : columns.join(",") };
}

export const ROW_HEIGHT: Record<Density, number> = { compact: 32, comfortable: 44 };
export const HEAD_HEIGHT = 32;

const CHECK = "36px";
const MENU = "40px";

export type Need = 1 | Column["need"];

/** Who chose columns sees all of them in a usual window, even if they have to be scrolled sideways. */
export function needOf({ columns }: Pick<ListView, "columns">, name: ColumnName): Column["need"] {
  const { need } = columnOf(name);
  return need === 4 && columns.join() !== DEFAULT_COLUMNS.join() ? 3 : need;
}

/** Widths of the grid where all columns up to `need` are in sight: box, key in a compact list, statement, columns, menu. */
export function gridOf(view: ListView, need: Need): string {
  const shown = view.columns.filter((name) => needOf(view, name) <= need);
  const hasKey = hasKeyColumn(view) && shown.includes("key");
  return [
    CHECK,
    ...(hasKey ? ["minmax(110px, 0.4fr)"] : []),
    need < 3 ? "minmax(0, 1fr)" : `minmax(${hasKey ? 220 : 260}px, 1fr)`,
    ...shown.flatMap((name) => (name === "key" ? [] : `${columnOf(name).width}px`)),
    MENU,
  ].join(" ");
}

export const hasKeyColumn = ({ columns, density }: Pick<ListView, "columns" | "density">): boolean =>
  density === "compact" && columns.includes("key");

/** The heat of a number of hits: 0, 1–2, 3–5, 6–9, 10 and more (E108). */
export function heatOf(hits: number): 0 | 1 | 2 | 3 | 4 {
  if (hits <= 0) return 0;
  if (hits < 3) return 1;
  if (hits < 6) return 2;
  return hits < 10 ? 3 : 4;
}
