/** What tools, participant and commands ask the server, and what they say when it does not answer. */
import { CancellationError, type CancellationToken, window, workspace } from "vscode";
import { ZodError } from "zod";
import {
  type CallOptions,
  type WorkerClient,
  WorkerRequestError,
  WorkerTimeoutError,
  WorkerUnavailableError,
} from "../../../lib/sdk/worker-client";
import type { SearchType } from "../../../lib/contract/search";
import { openClient, SettingError } from "./config";
import { type Answer, readAnswer } from "./found";

export interface Asked {
  query: string;
  type?: SearchType | undefined;
  limit: number;
}

export const searchMemory = ({ query, type, limit }: Asked, token: CancellationToken): Promise<Answer> =>
  cancellable(token, async (client, options) =>
    readAnswer(await client.search({ query, type, limit, format: "index" }, options), limit),
  );

/** The block that an agent gets in the folder; `preview` leaves no trace in the store. */
export const workspaceContext = (folder: string, preview: boolean, token: CancellationToken): Promise<string> =>
  cancellable(token, (client, options) => client.getContext({ cwd: folder, host: "vscode", preview }, options));

/** The folder of the active editor, else the first one on disk: it names the project. */
export function workspaceFolder(): string | undefined {
  const active = window.activeTextEditor?.document.uri;
  const folder = active === undefined ? undefined : workspace.getWorkspaceFolder(active);
  const all = [...(folder === undefined ? [] : [folder]), ...(workspace.workspaceFolders ?? [])];
  return all.find(({ uri }) => uri.scheme === "file")?.uri.fsPath;
}

export const NO_FOLDER = "No folder on disk is open, so there is no project to tell about. Open the project's folder.";

/** A sentence for a person or a model. Throws what neither the server nor a setting is to blame for. */
export function explain(error: unknown): string {
  if (error instanceof WorkerUnavailableError) {
    return "The memory server does not answer. Start it with `keepsake start`, or set `keepsake.port` to its port, and ask again.";
  }
  if (error instanceof WorkerTimeoutError) return "The memory server did not answer in time. Ask again in a moment.";
  if (error instanceof WorkerRequestError) {
    if (error.status === 401) {
      return "The memory server asks for its token: put the text of `~/.keepsake/token` into the setting `keepsake.token`.";
    }
    return `The memory server refused. ${error.message.replace(/\.?$/, ".")}`;
  }
  if (error instanceof ZodError) return "What answers is no memory server: set `keepsake.port` to the port of one.";
  if (error instanceof SettingError) return error.message;
  throw error;
}

async function cancellable<T>(
  token: CancellationToken,
  ask: (client: WorkerClient, options: CallOptions) => Promise<T>,
): Promise<T> {
  if (token.isCancellationRequested) throw new CancellationError();
  const controller = new AbortController();
  const cancel = token.onCancellationRequested(() => controller.abort(new CancellationError()));
  try {
    return await ask(openClient(), { signal: controller.signal });
  } finally {
    cancel.dispose();
  }
}
