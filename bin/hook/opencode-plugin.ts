/**
 * Our plugin for OpenCode, `dist/opencode-plugin.mjs`: hands on what happens in a session, and lays before the model what memory
 * says. Written against `@opencode-ai/plugin` of OpenCode 1 (opencode.ai/docs/plugins, as of November 2026). What OpenCode does
 * not promise is not relied upon, and nothing here ever throws into it.
 */
import { createRequire } from "node:module";
import { type HookFile, homeFolder, keyAt, portOf, readHookFile, type Undelivered } from "./hook-file";
import type { keepForLater as Keep } from "./spool";

type Fields = Record<string, unknown>;
interface Input {
  directory?: unknown;
  worktree?: unknown;
}
interface Message {
  message?: { id?: unknown };
  parts?: unknown[];
}

/** What is remembered of a running session. */
interface Session {
  /** The session that started this one for a task. */
  parent: string | null;
  folder: string;
  /** Ids of messages that the agent wrote. */
  answers: Set<string>;
  /** Parts of the last one, in order. */
  last: Map<string, string>;
  lastMessage: string;
}
const MAX_SESSIONS = 200;
const MAX_MESSAGES = 500;

/** OpenCode calls each export of a plugin file, of which two are this one. */
const begun = new WeakSet<object>();

export const KeepsakePlugin = (input: Input): Promise<Fields> => {
  if (begun.has(input)) return Promise.resolve({});
  begun.add(input);
  const home = homeFolder();
  const folder = text(input.directory) || text(input.worktree) || process.cwd();
  const sessions = new Map<string, Session>();

  const sessionOf = (id: string): Session => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const session = {
      parent: null,
      folder,
      answers: new Set<string>(),
      last: new Map<string, string>(),
      lastMessage: "",
    };
    sessions.set(id, session);
    const oldest = sessions.size > MAX_SESSIONS ? sessions.keys().next().value : undefined;
    if (oldest !== undefined) sessions.delete(oldest);
    return session;
  };
  const tell = (id: string, event: string, more: Fields = {}): Promise<string> => {
    const { parent, folder: cwd } = sessionOf(id);
    const whose = parent === null ? { session_id: id } : { session_id: parent, agent_id: id };
    return deliver(home, event, { hook_event_name: event, ...whose, cwd, ...more });
  };
  const onEvent = async (type: string, properties: Fields): Promise<void> => {
    const info = fields(properties["info"]);
    const id = text(properties["sessionID"]) || text(info["sessionID"]);
    switch (type) {
      case "session.created": {
        const session = sessionOf(text(info["id"]));
        session.parent = text(info["parentID"]) || null;
        session.folder = text(info["directory"]) || folder;
        if (session.parent === null) await tell(text(info["id"]), "SessionStart", { source: "startup" });
        return;
      }
      case "message.updated":
        if (info["role"] === "assistant" && id !== "") remember(sessionOf(id), text(info["id"]));
        return;
      case "message.part.updated": {
        const part = fields(properties["part"]);
        if (part["type"] === "text") collect(sessionOf(text(part["sessionID"])), part);
        return;
      }
      case "session.idle": {
        const said = [...sessionOf(id).last.values()].join("\n");
        sessionOf(id).last.clear();
        await tell(id, "Stop", { last_assistant_message: said });
        return;
      }
      case "session.error":
        if (id !== "") await tell(id, "StopFailure");
        return;
      case "session.compacted":
        await tell(id, "PostCompact");
        return;
      case "session.deleted":
        await tell(text(info["id"]), "SessionEnd", { reason: "deleted" });
        sessions.delete(text(info["id"]));
    }
  };

  return Promise.resolve({
    "chat.message": quietly(async (asked: Fields, output: Message) => {
      const id = text(asked["sessionID"]);
      const parts = output.parts ?? [];
      const prompt = parts.map(fields).filter((part) => part["type"] === "text" && part["synthetic"] !== true);
      const context = await tell(id, "UserPromptSubmit", {
        prompt: prompt.map((part) => text(part["text"])).join("\n"),
      });
      if (context === "") return;
      const messageID = text(output.message?.id);
      // Synthetic: the model reads it, and neither a person nor we take it for the prompt.
      parts.push({
        id: `prt_${keyAt(Date.now())}`,
        sessionID: id,
        messageID,
        type: "text",
        text: context,
        synthetic: true,
      });
    }),
    "tool.execute.after": quietly(async (asked: Fields, output: Fields) => {
      const { exit } = fields(output["metadata"]);
      await tell(text(asked["sessionID"]), "PostToolUse", {
        tool_name: asked["tool"],
        tool_use_id: asked["callID"],
        tool_input: asked["args"],
        // Tools of MCP servers answer in parts.
        tool_response: output["output"] ?? output["content"],
        is_error: typeof exit === "number" ? exit !== 0 : undefined,
      });
    }),
    event: quietly(async ({ event }: { event?: { type?: unknown; properties?: unknown } }) => {
      await onEvent(text(event?.type), fields(event?.properties));
    }),
  });
};
export default KeepsakePlugin;

function remember(session: Session, message: string): void {
  if (message === session.lastMessage) return;
  session.answers.add(message);
  if (session.answers.size > MAX_MESSAGES) session.answers.clear();
  session.lastMessage = message;
  session.last.clear();
}

/** A part comes again as it grows. */
function collect(session: Session, part: Fields): void {
  if (text(part["messageID"]) === session.lastMessage && session.answers.has(session.lastMessage))
    session.last.set(text(part["id"]), text(part["text"]));
}

/** The text that memory has for the model, or none. What no server takes is kept for later. */
async function deliver(home: string, event: string, body: Fields): Promise<string> {
  const at = Date.now();
  const file = readHookFile(home);
  const key = keyAt(at);
  const content = JSON.stringify(body);
  const answer = await post(file, event, key, content);
  if (answer !== null) return answer;
  const undelivered: Undelivered = {
    home,
    host: "opencode",
    event,
    key,
    at,
    folder: text(body["cwd"]),
    body: content,
    start: file.start ?? null,
    isServed: portOf(file) !== null,
  };
  const { keepForLater } = createRequire(import.meta.url)("./hook-spool.cjs") as { keepForLater: typeof Keep };
  keepForLater(undelivered);
  return "";
}

/** null = the server did not take it, and might later. */
async function post(file: HookFile, event: string, key: string, body: string): Promise<string | null> {
  const port = portOf(file);
  if (port === null) return null;
  const { recall = 1_500, capture = 1_000 } = file.timeouts ?? {};
  const host = file.host ?? "127.0.0.1";
  try {
    const response = await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${port}/api/hooks/opencode`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-keepsake-key": key,
        "x-keepsake-client": "opencode",
        ...(file.token ? { authorization: `Bearer ${file.token}` } : {}),
      },
      signal: AbortSignal.timeout(event === "UserPromptSubmit" ? recall : capture),
    });
    if ([400, 404, 413, 415].includes(response.status)) return "";
    if (!response.ok) return null;
    return text(fields(await response.json())["context"]);
  } catch {
    // Nobody listens, or not in time.
    return null;
  }
}

/** OpenCode goes on whatever goes wrong here. */
const quietly =
  <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
  async (...args: A): Promise<void> => {
    try {
      await work(...args);
    } catch {
      // Memory must not stand in the way of the session.
    }
  };

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const fields = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
