/** `codewatch-memory --setup`: the four hooks of codewatch-memory in this folder's `.claude/settings.local.json` (C3, C4). */
import { join } from "node:path";
import { getNodeValue } from "jsonc-parser";
import { AppError } from "../../../lib/contract/errors";
import { nodeAt, parseJson, setValue } from "./json-text";
import { codewatchCommand } from "./marks";
import type { Place } from "./place";
import { isRefusal, refuse, type Refusal } from "./refusal";
import { backupOf, bytesOf, readTextFile, writeBytes } from "./text-file";

type Program = Pick<Place, "root" | "dataHome" | "platform">;

/** C3; the program is named by its file, since the package of that name is another's. */
function codewatchHooks(place: Program): Record<string, unknown[]> {
  const save = { type: "command", command: codewatchCommand(place, "hook") };
  const recall = { type: "command", command: codewatchCommand(place, "recall") };
  return {
    Stop: [{ hooks: [{ ...save, timeout: 30, async: true }] }],
    PreCompact: [{ hooks: [{ ...save, timeout: 60, async: true }] }],
    UserPromptSubmit: [{ hooks: [recall] }],
    SessionStart: [{ matcher: "startup|resume|compact", hooks: [recall] }],
  };
}

/** Appends to each event that does not mention codewatch-memory yet; the same text where all do. */
function withCodewatchHooks(text: string, place: Program): string | Refusal {
  let edited = text;
  for (const [event, groups] of Object.entries(codewatchHooks(place))) {
    const root = parseJson(edited);
    if (isRefusal(root)) return root;
    const hooks = root === null ? undefined : nodeAt(root, ["hooks"]);
    if (hooks !== undefined && hooks.type !== "object") return refuse('Its "hooks" is no object.');
    const list = root === null ? undefined : nodeAt(root, ["hooks", event]);
    if (list !== undefined && list.type !== "array") return refuse(`Its "hooks.${event}" is no list.`);
    if (list !== undefined && JSON.stringify(getNodeValue(list)).includes("codewatch-memory")) continue;
    if (list === undefined) edited = setValue(edited, ["hooks", event], groups);
    else edited = setValue(edited, ["hooks", event, list.children?.length ?? 0], groups[0]);
  }
  return edited;
}

/** Answers the lines to print. Throws `conflict` where the file cannot be read as settings; nothing is changed then. */
export function setUpCodewatch(place: Program & Pick<Place, "cwd">): string[] {
  const path = join(place.cwd, ".claude", "settings.local.json");
  const file = readTextFile(path);
  const edited = isRefusal(file) ? file : withCodewatchHooks(file.text, place);
  if (isRefusal(file) || isRefusal(edited))
    throw new AppError(
      "conflict",
      `${path} was left alone. ${isRefusal(file) ? file.refused : (edited as Refusal).refused}`,
      {
        hint: "Mend or move that file, then run --setup again.",
      },
    );
  if (edited === file.text) return [`${path}: the hooks of codewatch-memory are there already; nothing was changed.`];
  if (file.bytes !== null) writeBytes(backupOf(file.real), file.bytes, file.mode);
  writeBytes(file.real, bytesOf(file, edited), file.mode);
  return [`Wrote the hooks of codewatch-memory into ${path}.`, "New sessions of Claude Code in this folder use them."];
}
