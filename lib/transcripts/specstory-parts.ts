/** What a message that SpecStory wrote is made of: text, tool uses, thoughts. Pure, linear. */

export interface SpecStoryTool {
  type: "tool";
  name: string;
  input: Record<string, string>;
  /** Absent where the file does not hold it: nobody says how the use ended. */
  output?: string;
  isError?: boolean;
}
export type SpecStoryPart = { type: "text"; text: string } | { type: "thought" } | SpecStoryTool;

const OPENINGS = /<(think|tool-use)\b([^>\n]{0,1000})>/g;
const MAX_NAME = 200;

export function specStoryParts(text: string): SpecStoryPart[] {
  const parts: SpecStoryPart[] = [];
  let at = 0;
  OPENINGS.lastIndex = 0;
  for (;;) {
    const opening = OPENINGS.exec(text);
    if (opening === null) break;
    addText(parts, text.slice(at, opening.index));
    const [mark, tag = "", attributes = ""] = opening;
    const from = opening.index + mark.length;
    const end = text.indexOf(`</${tag}>`, from);
    // One that is never closed takes the rest: half a thought is one, too.
    const body = text.slice(from, end === -1 ? text.length : end);
    parts.push(tag === "think" ? { type: "thought" } : toolOf(attributes, body));
    at = end === -1 ? text.length : end + tag.length + 3;
    OPENINGS.lastIndex = at;
    if (end === -1) break;
  }
  addText(parts, text.slice(at));
  return parts;
}

/** The lines between messages are not theirs. */
function addText(parts: SpecStoryPart[], text: string): void {
  const lines = text.split("\n");
  const isEdge = (line: string | undefined): boolean =>
    line !== undefined && (line.trim() === "" || line.trim() === "---");
  let from = 0;
  let to = lines.length;
  while (from < to && isEdge(lines[from])) from += 1;
  while (to > from && isEdge(lines[to - 1])) to -= 1;
  if (from < to) parts.push({ type: "text", text: unescape(lines.slice(from, to).join("\n")) });
}

function toolOf(attributes: string, body: string): SpecStoryTool {
  const close = body.indexOf("</summary>");
  const summary = close === -1 ? "" : body.slice(body.indexOf("<summary>") + "<summary>".length, close);
  const output = unescape(
    (close === -1 ? body : body.slice(close + "</summary>".length)).replace(/<\/?details>/g, ""),
  ).trim();
  const name = attribute(attributes, "data-tool-name") ?? /\*\*([^*\n]{1,200})\*\*/.exec(summary)?.[1] ?? "unknown";
  const bullet = summary.indexOf("•");
  const about = bullet === -1 ? "" : unescape(summary.slice(bullet + 1)).trim();
  return {
    type: "tool",
    name: name.slice(0, MAX_NAME),
    input: inputOf(attribute(attributes, "data-tool-type") ?? "", about),
    ...(output === "" ? {} : { output, isError: /^(?:error|failed)\b/i.test(output) }),
  };
}

const attribute = (attributes: string, name: string): string | undefined => {
  const at = attributes.indexOf(`${name}="`);
  if (at === -1) return undefined;
  const from = at + name.length + 2;
  const end = attributes.indexOf('"', from);
  return end <= from ? undefined : attributes.slice(from, end);
};

/** What the line beside the tool's name tells, under the field where tools put it. */
function inputOf(type: string, about: string): Record<string, string> {
  const bare = about.replace(/^`([^`]*)`$/, "$1");
  if (bare === "") return {};
  const named = /^(?:Read|Edit|Write|Create|Delete|Edited|View) file: (.{1,4096})$/i.exec(bare)?.[1]?.trim();
  if (named !== undefined) return { file_path: named };
  const command = /^(?:Run|Ran)(?: terminal)? command: (.*)$/is.exec(bare)?.[1]?.trim();
  if (command !== undefined && command !== "") return { command };
  if (type === "shell") return { command: bare };
  if (type === "search") return { query: bare };
  if ((type === "read" || type === "write") && !/\s/.test(bare)) return { file_path: bare };
  return { description: bare };
}

const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&#96;": "`",
};
const unescape = (text: string): string =>
  text.replace(/&(?:lt|gt|amp|quot|#39|#96);/g, (entity) => ENTITIES[entity] ?? entity);
