/** Tools that a language model calls in chat (M53). A failure is a sentence that the model can act on, not an exception. */
import {
  CancellationError,
  type CancellationToken,
  type Disposable,
  type LanguageModelTool,
  type LanguageModelToolInvocationOptions,
  LanguageModelTextPart,
  LanguageModelToolResult,
  lm,
} from "vscode";
import { z } from "zod";
import { SearchType } from "../../../lib/contract/search";
import { fenced, hitsMarkdown } from "./markdown";
import { explain, NO_FOLDER, searchMemory, workspaceContext, workspaceFolder } from "./memory";

const SEARCH_NAMES = ["claude-mem-search", "keepsake-search"];
const CONTEXT_NAME = "keepsake-context";

/** The same bounds as the schema in package.json, which VS Code checks, and other callers of `invokeTool` may not. */
export const SearchInput = z.object({
  query: z.string().trim().min(1).max(4000),
  type: SearchType.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});
export type SearchInput = z.input<typeof SearchInput>;

export const registerTools = (): Disposable[] => [
  ...SEARCH_NAMES.map((name) => lm.registerTool(name, searchTool)),
  lm.registerTool(CONTEXT_NAME, contextTool),
];

const searchTool: LanguageModelTool<SearchInput> = {
  prepareInvocation: ({ input }) => ({ invocationMessage: `Searching memory for “${shorten(input.query)}”` }),
  invoke: (options: LanguageModelToolInvocationOptions<unknown>, token) =>
    answer(token, () => search(options.input, token)),
};

const contextTool: LanguageModelTool<Record<string, never>> = {
  prepareInvocation: () => ({ invocationMessage: "Reading what is known about this workspace" }),
  invoke: (_, token) => answer(token, () => context(token)),
};

async function search(input: unknown, token: CancellationToken): Promise<string> {
  const asked = SearchInput.safeParse(input);
  if (!asked.success) {
    const [issue] = asked.error.issues;
    return `The search was not made: ${issue?.path.join(".") || "input"}: ${issue?.message ?? "is not valid"}.`;
  }
  return fenced(hitsMarkdown(await searchMemory(asked.data, token)));
}

async function context(token: CancellationToken): Promise<string> {
  const folder = workspaceFolder();
  if (folder === undefined) return NO_FOLDER;
  const block = await workspaceContext(folder, false, token);
  // The server fences what it hands to agents.
  return block.trim() === "" ? "Nothing is remembered about this workspace yet." : block;
}

async function answer(token: CancellationToken, make: () => Promise<string>): Promise<LanguageModelToolResult> {
  const text = await make().catch(explain);
  if (token.isCancellationRequested) throw new CancellationError();
  return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
}

const shorten = (text: unknown): string => String(text).replace(/\s+/g, " ").slice(0, 80);
