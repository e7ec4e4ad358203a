/** A search answer as text blocks, for agents and terminals (`format=text`, M30). Pure. */
import { DISPLAY_ORDER, type SearchAnswer, type SearchHit, type SearchType } from "../contract/search";
import { fenceText, oneLine } from "../text/fence";
import { isoTime } from "../worker/rows";

const HEADINGS: Record<SearchType, string> = {
  memories: "Memories",
  observations: "Observations",
  sessions: "Session summaries",
  prompts: "Prompts",
  events: "Events",
};
/** The marks that the worker API's clients use in front of ids. */
const MARKS: Record<SearchType, string> = {
  memories: "M",
  observations: "#",
  sessions: "S",
  prompts: "P",
  events: "E",
};

/**
 * First what was found, and which half of the search is missing; then a block a kind, memories first. Stored text stands in lines of
 * its own: it holds no line end, no terminal sequence, and no tag that speaks to a model.
 */
export function textBlocks(answer: SearchAnswer, query: string | undefined): string[] {
  const count = DISPLAY_ORDER.reduce((sum, type) => sum + answer[type].length, 0);
  const asked = query === undefined ? "" : ` for "${safe(query)}"`;
  const head = count === 0 ? `No results${asked}.` : `${count} result${count === 1 ? "" : "s"}${asked}.`;
  const missing =
    answer.degraded === null ? [] : [`Searched without ${answer.degraded.missing}: ${answer.degraded.reason}`];
  const blocks = DISPLAY_ORDER.filter((type) => answer[type].length > 0).map((type) => block(type, answer[type]));
  return [[head, ...missing].join("\n"), ...blocks];
}

const safe = (text: string): string => fenceText(oneLine(text));

const block = (type: SearchType, hits: SearchHit[]): string =>
  [`## ${HEADINGS[type]}`, ...hits.map((hit) => entry(type, hit))].join("\n\n");

function entry(type: SearchType, hit: SearchHit): string {
  const when = isoTime(hit.created_at_epoch).slice(0, 16).replace("T", " ");
  const facts = [hit["obs_type"], hit["tier"], hit.project].filter((fact) => typeof fact === "string").map(safe);
  const [title, preview] = [safe(hit.title), safe(hit.preview)];
  const head = `[${MARKS[type]}${hit.id}] ${title} (${[when, ...facts].join(", ")})`;
  return preview === "" || preview === title ? head : `${head}\n${preview}`;
}
