/** A thin fake of the `vscode` module: what the extension uses of it, and what a test wants to see or say. */

export interface Disposable {
  dispose(): void;
}
type Listener<T> = (event: T) => void;

export class CancellationError extends Error {}
export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}
export class LanguageModelToolResult {
  constructor(readonly content: LanguageModelTextPart[]) {}
}
export class ThemeIcon {
  constructor(readonly id: string) {}
}
export class ThemeColor {
  constructor(readonly id: string) {}
}
export class CancellationTokenSource {
  readonly #listeners = new Set<() => void>();
  readonly token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void): Disposable => {
      this.#listeners.add(listener);
      return { dispose: () => this.#listeners.delete(listener) };
    },
  };
  get listeners(): number {
    return this.#listeners.size;
  }
  cancel(): void {
    this.token.isCancellationRequested = true;
    for (const listener of this.#listeners) listener();
  }
}
export enum StatusBarAlignment {
  Left = 1,
  Right = 2,
}
export enum ProgressLocation {
  SourceControl = 1,
  Window = 10,
  Notification = 15,
}

interface UriParts {
  scheme: string;
  path: string;
  query?: string;
}
const uri = ({ scheme, path, query = "" }: UriParts) => ({ scheme, path, query, fsPath: path });
export type FakeUri = ReturnType<typeof uri>;
export const Uri = { from: uri, file: (path: string) => uri({ scheme: "file", path }) };

interface Item {
  text: string;
  tooltip: string | undefined;
  backgroundColor: ThemeColor | undefined;
  command: string | undefined;
  isShown: boolean;
}
interface Page {
  title: string;
  text: string;
}

/** What was registered and shown, and what a person answers. */
export const fake = {
  settings: {} as Record<string, unknown>,
  /** Everything that is registered now, by name; disposing takes it away. */
  registered: new Map<string, unknown>(),
  item: undefined as Item | undefined,
  messages: [] as string[],
  pages: [] as Page[],
  picks: [] as { label: string; description?: string; detail?: string }[],
  folders: [] as { uri: FakeUri }[],
  active: undefined as FakeUri | undefined,
  input: undefined as string | undefined,
  /** Index of the picked entry; undefined = none. */
  choice: undefined as number | undefined,
  progress: new CancellationTokenSource(),
  configurationListeners: new Set<Listener<{ affectsConfiguration(section: string): boolean }>>(),

  reset(): void {
    Object.assign(fake, {
      settings: {},
      item: undefined,
      messages: [],
      pages: [],
      picks: [],
      folders: [],
      active: undefined,
    });
    Object.assign(fake, { input: undefined, choice: undefined, progress: new CancellationTokenSource() });
    fake.registered.clear();
    fake.configurationListeners.clear();
  },
  configure(settings: Record<string, unknown>): void {
    fake.settings = settings;
    for (const listener of fake.configurationListeners)
      listener({ affectsConfiguration: (section) => section === "keepsake" });
  },
  get<T>(name: string): T {
    if (!fake.registered.has(name)) throw new Error(`${name} is not registered`);
    return fake.registered.get(name) as T;
  },
};

function register(name: string, value: unknown): Disposable {
  if (fake.registered.has(name)) throw new Error(`${name} is registered twice`);
  fake.registered.set(name, value);
  return { dispose: () => void fake.registered.delete(name) };
}

export const lm = { registerTool: (name: string, tool: unknown) => register(`tool ${name}`, tool) };
export const chat = {
  createChatParticipant(id: string, handler: unknown) {
    return { id, iconPath: undefined, ...register(`participant ${id}`, handler) };
  },
};
export const commands = { registerCommand: (id: string, run: unknown) => register(`command ${id}`, run) };

export const workspace = {
  getConfiguration: (section: string) => ({
    get: (name: string, fallback: unknown) => fake.settings[`${section}.${name}`] ?? fake.settings[name] ?? fallback,
  }),
  onDidChangeConfiguration(listener: Listener<{ affectsConfiguration(section: string): boolean }>): Disposable {
    fake.configurationListeners.add(listener);
    return { dispose: () => fake.configurationListeners.delete(listener) };
  },
  get workspaceFolders() {
    return fake.folders.length === 0 ? undefined : fake.folders;
  },
  getWorkspaceFolder: (of: FakeUri) => fake.folders.find(({ uri: root }) => of.path.startsWith(`${root.path}/`)),
  registerTextDocumentContentProvider: (scheme: string, provider: unknown) => register(`documents ${scheme}`, provider),
  openTextDocument(of: FakeUri): Promise<Page> {
    const provider = fake.get<{ provideTextDocumentContent(of: FakeUri): string }>(`documents ${of.scheme}`);
    return Promise.resolve({ title: of.path, text: provider.provideTextDocumentContent(of) });
  },
};

const say = (message: string): Promise<undefined> => {
  fake.messages.push(message);
  return Promise.resolve(undefined);
};
export const window = {
  get activeTextEditor() {
    return fake.active === undefined ? undefined : { document: { uri: fake.active } };
  },
  createStatusBarItem(): Item & Disposable & { show(): void } {
    const handle = register("status bar", null);
    const item = {
      text: "",
      tooltip: undefined,
      backgroundColor: undefined,
      command: undefined,
      isShown: false,
      show: () => void (item.isShown = true),
      dispose: () => handle.dispose(),
    };
    fake.item = item;
    return item;
  },
  showInputBox: () => Promise.resolve(fake.input),
  showQuickPick<T extends (typeof fake.picks)[number]>(items: T[]): Promise<T | undefined> {
    fake.picks = items;
    return Promise.resolve(fake.choice === undefined ? undefined : items[fake.choice]);
  },
  showInformationMessage: say,
  showWarningMessage: say,
  showErrorMessage: say,
  showTextDocument(page: Page): Promise<void> {
    fake.pages.push(page);
    return Promise.resolve();
  },
  withProgress: <T>(_: unknown, work: (progress: unknown, token: CancellationTokenSource["token"]) => Promise<T>) =>
    work({}, fake.progress.token),
};
