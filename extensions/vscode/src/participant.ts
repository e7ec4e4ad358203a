/** `@memory` in chat: shows the best hits for a prompt, or with `/context` what an agent of this workspace gets (M53). */
import { chat, type ChatRequestHandler, type Disposable, ThemeIcon } from "vscode";
import { hitsMarkdown, verbatim } from "./markdown";
import { explain, NO_FOLDER, searchMemory, workspaceContext, workspaceFolder } from "./memory";

const PARTICIPANT = "claude-mem";
const HITS = 5;
const MAX_QUERY = 4000;

export function registerParticipant(): Disposable {
  const participant = chat.createChatParticipant(PARTICIPANT, handle);
  participant.iconPath = new ThemeIcon("database");
  return participant;
}

const handle: ChatRequestHandler = async (request, _context, stream, token) => {
  const command = request.command === "context" ? "context" : "search";
  const show = async (): Promise<string> => {
    if (command === "context") {
      stream.progress("Reading what is known about this workspace");
      const folder = workspaceFolder();
      if (folder === undefined) return NO_FOLDER;
      const block = await workspaceContext(folder, true, token);
      return block.trim() === "" ? "Nothing is remembered about this workspace yet." : verbatim(block);
    }
    const query = request.prompt.trim().slice(0, MAX_QUERY);
    if (query === "") return "Say what to look for: `@memory why did we choose NATS?`";
    stream.progress("Searching memory");
    return hitsMarkdown(await searchMemory({ query, limit: HITS }, token));
  };
  const text = await show().catch((error: unknown) => (token.isCancellationRequested ? "" : explain(error)));
  // A plain string is not trusted: its links run no commands.
  if (text !== "") stream.markdown(text);
  return { metadata: { command } };
};
