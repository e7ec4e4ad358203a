/** What Codex puts beside the person's words, and into them. Pure. */
import { partsText } from "../text/content-parts";

const INJECTED = [
  "<environment_context>",
  "<user_instructions>",
  "<INSTRUCTIONS>",
  "# AGENTS.md instructions",
  "<turn_aborted>",
  "<skill>",
  "<user_shell_command>",
  "<subagent_notification>",
  "<permissions instructions>",
  "<collaboration_mode>",
];
const IDE_CONTEXT = "# Context from my IDE setup";
const IDE_REQUEST = "## My request for Codex:";

/** True for items of the role `user` that the program wrote. */
export const isInjected = (text: string): boolean => {
  const head = text.trimStart();
  return head === "" || INJECTED.some((mark) => head.startsWith(mark));
};

/** Without what an editor put before the request; a note where there were only pictures, null where there was nothing. */
export function codexPrompt(text: string, payload: Record<string, unknown>): string | null {
  const at = text.trimStart().startsWith(IDE_CONTEXT) ? text.indexOf(IDE_REQUEST) : -1;
  const words = (at === -1 ? text : text.slice(at + IDE_REQUEST.length)).trim();
  if (words !== "") return words;
  const pictures = [payload["images"], payload["local_images"]].some((list) => Array.isArray(list) && list.length > 0);
  return pictures ? "[image]" : null;
}

const FOLDER = /<cwd>([^<\n]{1,4096})<\/cwd>|^Current working directory: ([^\n]{1,4096})$/m;

/** Older versions tell the folder in the environment block alone. */
export function environmentFolder(payload: Record<string, unknown>): string | undefined {
  const text = partsText(payload["content"]).trimStart();
  if (!text.startsWith("<environment_context>")) return undefined;
  const found = FOLDER.exec(text.slice(0, 20_000));
  return (found?.[1] ?? found?.[2])?.trim();
}
