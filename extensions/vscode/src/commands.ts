/** Commands of the palette: search, and the context of this workspace (M53). */
import {
  type CancellationToken,
  commands,
  type Disposable,
  ProgressLocation,
  type QuickPickItem,
  window,
} from "vscode";
import type { Documents } from "./documents";
import type { FoundHit } from "./found";
import { hitMarkdown, verbatim } from "./markdown";
import { explain, NO_FOLDER, searchMemory, workspaceContext, workspaceFolder } from "./memory";

const HITS = 30;

export const registerCommands = (documents: Documents): Disposable[] => [
  commands.registerCommand("keepsake.searchMemory", () => search(documents)),
  commands.registerCommand("keepsake.showContext", () => showContext(documents)),
];

async function search(documents: Documents): Promise<void> {
  const query = (
    await window.showInputBox({ title: "Search memory", prompt: "Words, identifiers or a question" })
  )?.trim();
  if (query === undefined || query === "") return;
  const answer = await working("Searching memory", (token) => searchMemory({ query, limit: HITS }, token));
  if (answer === undefined) return;
  const { hits } = answer;
  if (hits.length === 0) {
    await window.showInformationMessage("Nothing is remembered about this.");
    return;
  }
  const chosen = await window.showQuickPick(hits.map(itemOf), {
    title: "Search memory",
    placeHolder: `${hits.length} found`,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen !== undefined) await documents.show(chosen.hit.title, hitMarkdown(chosen.hit));
}

async function showContext(documents: Documents): Promise<void> {
  const folder = workspaceFolder();
  if (folder === undefined) {
    await window.showWarningMessage(NO_FOLDER);
    return;
  }
  const text = await working("Reading what is known", (token) => workspaceContext(folder, true, token));
  if (text === undefined) return;
  if (text.trim() === "") await window.showInformationMessage("Nothing is remembered about this workspace yet.");
  else await documents.show("Context of this workspace", verbatim(text));
}

/** undefined = it failed, which was said, or was cancelled. */
async function working<T>(title: string, work: (token: CancellationToken) => Promise<T>): Promise<T | undefined> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      try {
        return await work(token);
      } catch (error) {
        if (!token.isCancellationRequested) void window.showErrorMessage(explain(error));
        return undefined;
      }
    },
  );
}

interface HitItem extends QuickPickItem {
  hit: FoundHit;
}

/** `$(…)` in a label would be an icon. */
const plain = (text: string): string => text.replace(/\$\(/g, "$ (");

const itemOf = (hit: FoundHit): HitItem => ({
  label: plain(hit.title) || "(no title)",
  description: plain([hit.project ?? "all projects", hit.type].join(", ")),
  detail: plain(hit.preview),
  hit,
});
