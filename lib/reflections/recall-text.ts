/** How a recall reads (C12). Pure. */
import type { RecallAnswer, RecalledItem } from "../contract/codewatch";
import { clockOf, dayOf } from "../inject/when";
import { fenceText, oneLine } from "../text/fence";
import { EMOJI } from "./entries";

const SECTIONS = ["observations", "reflections", "current-task"];
const FILES_SHOWN = 5;
/** A text that names one of the tags must not end or begin a section. */
const fenced = (text: string): string => fenceText(oneLine(text), "codewatch-memory", SECTIONS);

/** Observations by day, the reflection, the current task; last how many there are, and of which branch. */
export function recallText(answer: RecallAnswer): string {
  const { items, reflections, current_task, branch } = answer;
  const parts = [
    ...(items.length === 0 ? [] : [tagged("observations", byDay(items))]),
    ...(reflections.length === 0
      ? []
      : [
          tagged(
            "reflections",
            reflections.flatMap(({ level, ratio, content }) => [
              `[level ${level}, ${ratio.toFixed(1)}x]`,
              ...content.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => fenced(line)),
            ]),
          ),
        ]),
    ...(current_task === null ? [] : [tagged("current-task", [fenced(current_task)])]),
    `${items.length} ${items.length === 1 ? "observation" : "observations"} on branch ${fenced(branch)}.`,
  ];
  return parts.join("\n\n");
}

const tagged = (name: string, lines: string[]): string => [`<${name}>`, ...lines, `</${name}>`].join("\n");

function byDay(items: RecalledItem[]): string[] {
  let day = "";
  return items.flatMap((item) => {
    const own = dayOf(item.observed_at);
    const heading = own === day ? [] : [`## ${own}`];
    day = own;
    return [...heading, lineOf(item)];
  });
}

/** `🔴 10:24 [architecture] The cart cache is Redis. [src/cart.ts]`. */
function lineOf({ priority, category, content, files, observed_at }: RecalledItem): string {
  const named = files.slice(0, FILES_SHOWN);
  const more = files.length > named.length ? `, +${files.length - named.length}` : "";
  const shown = named.length === 0 ? "" : ` [${named.join(", ")}${more}]`;
  return fenced(`${EMOJI[priority]} ${clockOf(observed_at).slice(0, 5)} [${category}] ${content}${shown}`);
}
