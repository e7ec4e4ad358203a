/** A search answer as text blocks, for agents and terminals (`format=text`). */
import { DISPLAY_ORDER, type SearchAnswer, type SearchHit, type SearchType } from "../contract/search";

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

/** Blocks by kind, memories first; says when a half of the search is missing. */
export function textAnswer(answer: SearchAnswer, query: string | undefined): string {
  const count = DISPLAY_ORDER.reduce((sum, type) => sum + answer[type].length, 0);
  const asked = query === undefined ? "" : ` for "${query.replaceAll(/\s+/g, " ").trim()}"`;
  const head = count === 0 ? `No results${asked}.` : `${count} result${count === 1 ? "" : "s"}${asked}.`;
  const missing =
    answer.degraded === null ? [] : [`Searched without ${answer.degraded.missing}: ${answer.degraded.reason}`];
  const blocks = DISPLAY_ORDER.filter((type) => answer[type].length > 0).map((type) => block(type, answer[type]));
  return `${[[head, ...missing].join("\n"), ...blocks].join("\n\n")}\n`;
}

const block = (type: SearchType, hits: SearchHit[]): string =>
  [`## ${HEADINGS[type]}`, ...hits.map((hit) => entry(type, hit))].join("\n\n");

function entry(type: SearchType, hit: SearchHit): string {
  const when = new Date(hit.created_at_epoch).toISOString().slice(0, 16).replace("T", " ");
  const facts = [hit["obs_type"], hit["tier"], hit.project].filter((fact) => typeof fact === "string");
  const head = `[${MARKS[type]}${hit.id}] ${hit.title} (${[when, ...facts].join(", ")})`;
  return hit.preview === "" || hit.preview === hit.title ? head : `${head}\n${hit.preview}`;
}
