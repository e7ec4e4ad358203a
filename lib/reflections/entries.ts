/** Observations as entries of a reflection: one line each, and how such a line is read again. Pure. */
import { Category, Priority } from "../contract/evidence";
import { stringList } from "../db/json";
import { dayOf } from "../inject/when";
import { oneLine } from "../text/fence";
import { cutText, MAX_ITEM_CHARS } from "../text/degenerate";
import type { ObservationRow } from "./observations-query";

export const EMOJI: Readonly<Record<Priority, string>> = { high: "🔴", medium: "🟡", low: "🟢" };

export interface Entry {
  /** Milliseconds. */
  at: number;
  priority: Priority;
  category: Category;
  /** One line. */
  text: string;
  files: string[];
}

const FILES_SHOWN = 5;

/** C36: what no compression may lose. */
export const isSacred = ({ priority, category }: Pick<Entry, "priority" | "category">): boolean =>
  priority === "high" && (category === "architecture" || category === "user_preference");

/** What an observation says: its text, below the title where that says more, with its facts. */
export function contentOf(row: Pick<ObservationRow, "title" | "summary" | "facts">): string {
  const [title, summary] = [oneLine(row.title), oneLine(row.summary)];
  const known = `${title} ${summary}`;
  const facts = stringList(row.facts)
    .map(oneLine)
    .filter((fact) => fact !== "" && !known.includes(fact));
  const head =
    summary === "" || summary.startsWith(title.replace(/…$/u, "")) ? summary || title : `${title}: ${summary}`;
  return [head, ...facts].join("; ");
}

export const filesOf = (row: Pick<ObservationRow, "filesModified" | "filesRead">): string[] => [
  ...new Set([...stringList(row.filesModified), ...stringList(row.filesRead)]),
];

export const entryOf = (row: ObservationRow): Entry => {
  const [priority, category] = [
    Priority.catch("low").parse(row.priority),
    Category.catch("learning").parse(row.category),
  ];
  const text = contentOf(row);
  const isWhole = isSacred({ priority, category });
  return { at: row.createdAt, priority, category, text: isWhole ? text : cutText(text), files: filesOf(row) };
};

/** `- 🔴 [architecture] text [a.ts, b.ts]`. */
export function entryLine({ priority, category, text, files }: Entry): string {
  const named = files.filter((file) => !text.includes(file)).slice(0, FILES_SHOWN);
  return `- ${EMOJI[priority]} [${category}] ${text}${named.length === 0 ? "" : ` [${named.join(", ")}]`}`;
}

/** Under a heading for each day, oldest first. */
export function entriesByDay(entries: readonly Entry[]): string {
  const days = new Map<string, Entry[]>();
  for (const entry of [...entries].sort((a, b) => a.at - b.at)) {
    const day = dayOf(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, some]) => [`## ${day}`, ...some.map(entryLine)].join("\n")).join("\n\n");
}

const LINE = /^\s*[-*•]?\s*(🔴|🟡|🟢)\s*(?:\d{1,2}:\d{2}\s+)?\[([a-z_]{3,20})\]\s+(\S.*)$/u;
const DAY = /^#{1,4}\s*(\d{4}-\d{2}-\d{2})/;

/** What a reflection says, line by line; lines of another form are of no category and medium priority. */
export function readEntries(content: string, at: number): Entry[] {
  let time = at;
  return content.split("\n").flatMap((line): Entry[] => {
    const day = DAY.exec(line)?.[1];
    if (day !== undefined) time = Date.parse(`${day}T12:00:00`) || time;
    const text = line.replace(/^[\s#>*•-]+/, "").trim();
    if (day !== undefined || line.startsWith("#") || text === "") return [];
    const found = LINE.exec(line);
    if (found === null) return [{ at: time, priority: "medium", category: "learning", text: cutText(text), files: [] }];
    const priority = (Object.keys(EMOJI) as Priority[]).find((one) => EMOJI[one] === found[1]) ?? "medium";
    const category = Category.catch("learning").parse(found[2]);
    const said = found[3] ?? "";
    return [
      {
        at: time,
        priority,
        category,
        text: isSacred({ priority, category }) ? said : cutText(said, MAX_ITEM_CHARS),
        files: [],
      },
    ];
  });
}
