/** The status bar item: whether the memory server answers, asked every 30 s and at each change of the settings (M53). */
import {
  commands,
  type Disposable,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  window,
  workspace,
} from "vscode";
import { z } from "zod";
import { WorkerRequestError } from "../../../lib/sdk/worker-client";
import { openClient, SECTION } from "./config";
import { explain } from "./memory";

const CHECK_EVERY_MS = 30_000;

export type Health =
  | { state: "ok"; version: string }
  | { state: "degraded"; problems: string[] }
  | { state: "down" | "refused"; reason: string };

/** Other servers of this API say their status alone. */
const Answered = z.object({
  status: z.string(),
  /** Absent from workers that are not ours. */
  state: z.string().optional(),
  version: z.string().max(100).catch(""),
  problems: z.array(z.object({ what: z.string(), hint: z.string() })).catch([]),
});

/** Shows itself at once, and the first answer as soon as there is one. */
export function createStatusBar(): Disposable {
  const item = window.createStatusBarItem("keepsake.health", StatusBarAlignment.Right, 100);
  item.name = "Keepsake Memory";
  item.command = "keepsake.checkServer";
  item.text = "$(database) Memory";
  item.tooltip = "Looking for the memory server";
  item.show();

  let asked: AbortController | undefined;
  const check = async (): Promise<Health | null> => {
    asked?.abort();
    const own = (asked = new AbortController());
    const health = await readHealth(own.signal);
    // A later question, or the end of all, goes before this answer.
    if (own.signal.aborted) return null;
    render(item, health);
    return health;
  };
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  const settings = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) void check();
  });
  const command = commands.registerCommand("keepsake.checkServer", async () => {
    const health = await check();
    if (health !== null) await say(health);
  });
  void check();
  return {
    dispose() {
      clearInterval(timer);
      asked?.abort();
      settings.dispose();
      command.dispose();
      item.dispose();
    },
  };
}

/** Throws only what `explain` does. */
async function readHealth(signal: AbortSignal): Promise<Health> {
  try {
    const { status, state = status, version, problems } = Answered.parse(await openClient().getHealth({ signal }));
    if (state === "ok") return { state: "ok", version };
    return { state: "degraded", problems: problems.map(({ what, hint }) => `${what} ${hint}`) };
  } catch (error) {
    const isRefused = error instanceof WorkerRequestError && [401, 403].includes(error.status);
    return { state: isRefused ? "refused" : "down", reason: signal.aborted ? "" : explain(error) };
  }
}

function render(item: StatusBarItem, health: Health): void {
  const icon = { ok: "database", degraded: "warning", refused: "lock", down: "circle-slash" }[health.state];
  item.text = `$(${icon}) Memory`;
  item.tooltip = sentence(health);
  item.backgroundColor = health.state === "ok" ? undefined : new ThemeColor("statusBarItem.warningBackground");
}

async function say(health: Health): Promise<void> {
  if (health.state === "ok") await window.showInformationMessage(sentence(health));
  else await window.showWarningMessage(sentence(health));
}

function sentence(health: Health): string {
  switch (health.state) {
    case "ok":
      return `The memory server answers${health.version === "" ? "" : ` (${health.version})`}.`;
    case "degraded":
      return ["The memory server answers, but not all of it works.", ...health.problems].join("\n");
    case "down":
    case "refused":
      return health.reason;
  }
}
