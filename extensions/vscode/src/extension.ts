/** Where VS Code comes in: registers everything, and hands over what is to be let go. */
import type { ExtensionContext } from "vscode";
import { registerCommands } from "./commands";
import { createDocuments } from "./documents";
import { registerParticipant } from "./participant";
import { createStatusBar } from "./status-bar";
import { registerTools } from "./tools";

export function activate({ subscriptions }: ExtensionContext): void {
  const documents = createDocuments();
  subscriptions.push(
    documents,
    ...registerTools(),
    registerParticipant(),
    ...registerCommands(documents),
    createStatusBar(),
  );
}

/** All there is to let go stands in the context's subscriptions, which VS Code disposes. */
export function deactivate(): void {}
