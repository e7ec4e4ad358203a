/** Read-only pages for what was found: they need no file and ask nobody to save them. */
import { type Disposable, Uri, window, workspace } from "vscode";

const SCHEME = "keepsake-memory";
/** Pages that are kept; one that was opened long ago says how to get it back. */
const MAX_PAGES = 50;

export interface Documents extends Disposable {
  show(title: string, text: string): Promise<void>;
}

export function createDocuments(): Documents {
  const pages = new Map<string, string>();
  let count = 0;
  const provider = workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => pages.get(uri.query) ?? "This page is no longer here: search again.",
  });
  return {
    async show(title, text) {
      const key = String((count += 1));
      pages.set(key, text);
      const [oldest] = pages.keys();
      if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
      const path = `/${
        title
          .replace(/[\\/:*?"<>|\s]+/g, " ")
          .trim()
          .slice(0, 60) || "memory"
      }.md`;
      const document = await workspace.openTextDocument(Uri.from({ scheme: SCHEME, path, query: key }));
      await window.showTextDocument(document, { preview: true });
    },
    dispose() {
      provider.dispose();
      pages.clear();
    },
  };
}
