/** Where a session stands, the block that begins one, and pauses of it or its project. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { PauseInput, PauseWhat } from "../../contract/codewatch";
import type { CORE_TOOLS } from "../../contract/mcp-core";
import { AppError } from "../../contract/errors";
import { takenBackIn } from "../../inject/taken-back";
import { buildInjection } from "../../inject/service";
import { isPaused, setPause } from "../../pauses/service";
import { getProject } from "../../projects/query";
import { recentContext } from "../../worker/recent";
import { DEFAULT_TOKENS, fitEntries, framed, plain } from "../answer";
import { type Caller, projectOf, reachOf, sessionOf } from "../caller";
import { countsOf, line, summaryEntry } from "../lines";
import type { Handlers } from "./handler";

const RECENT = 3;
const BOTH: readonly PauseWhat[] = ["capture", "recall"];
type PauseScope = PauseInput["scope"];

export const coreSession: Handlers<Pick<typeof CORE_TOOLS, "keepsake_session">> = {
  keepsake_session(caller, { action, what, scope, max_tokens }) {
    switch (action) {
      case "info":
        return info(caller, max_tokens);
      case "start":
        return start(caller, max_tokens);
      case "pause":
      case "resume":
        return pause(caller, scope, what === undefined ? BOTH : [what], action === "pause");
    }
  },
};

function info(caller: Caller, maxTokens: number | undefined): CallToolResult {
  const { app, actor, where } = caller;
  const row = projectOf(caller);
  if (row === null) {
    const place = where.project ?? where.cwd;
    const from =
      place === undefined ? "No project: what holds everywhere is told." : `Nothing is stored for ${line(place)} yet.`;
    return plain(`You are ${actor.name}. ${from}`);
  }
  const project = getProject(app.db, row.id);
  const reach = reachOf(caller);
  const state = [
    `You are ${actor.name}. Project ${line(row.name)} (key ${line(row.key)}), mode ${row.mode}.`,
    reach.closed ?? (reach.branch === null ? "" : `Branch ${line(reach.branch)}.`),
    project === null ? "" : `${countsOf(project)}.`,
    isPaused(app.db, "capture", { projectId: row.id, sessionId: sessionOf(caller)?.id ?? null })
      ? "Capture is paused."
      : "",
  ].filter((part) => part !== "");
  const head = state.join("\n");
  if (reach.closed !== null) return plain(head);
  const recent = recentContext(app, { project: row.key, limit: RECENT }).summaries;
  if (recent.length === 0) return plain(head);
  const taken = takenBackIn(app, [row.id]);
  const told = recent.map((summary) =>
    summaryEntry({
      ...summary,
      request: taken.without(summary.request),
      investigated: taken.without(summary.investigated),
      learned: taken.without(summary.learned),
      completed: taken.without(summary.completed),
      next_steps: taken.without(summary.next_steps),
      notes: taken.without(summary.notes),
    }),
  );
  const { text } = fitEntries(told, maxTokens, "keepsake_get reads the whole.");
  return framed(`${head}\n\nWhat was done last, newest first:\n\n${text}`);
}

function start(caller: Caller, maxTokens: number | undefined): CallToolResult {
  const { app, actor, where } = caller;
  const reach = reachOf(caller);
  if (reach.closed !== null) return plain(reach.closed);
  if (reach.ref === undefined) {
    throw new AppError("validation_failed", "Which project this session is about is not known.", {
      hint: "Start the MCP server in the project's folder, or with --project.",
    });
  }
  const { text } = buildInjection(app, {
    ...(where.project === undefined ? { cwd: where.cwd } : { project: where.project }),
    ...(reach.branch === null ? {} : { branch: reach.branch }),
    host: actor.name,
    maxChars: Math.max(200, (maxTokens ?? DEFAULT_TOKENS) * 4),
  });
  return plain(text === "" ? "Nothing is stored for this project yet." : text);
}

function pause(caller: Caller, scope: PauseScope, what: readonly PauseWhat[], paused: boolean): CallToolResult {
  const { app, actor } = caller;
  const project = projectOf(caller);
  if (project === null) {
    throw new AppError("not_found", "Nothing is stored for this project yet, so there is nothing to pause.", {
      hint: "A person can pause it once it has a first session.",
    });
  }
  const session = sessionOf(caller);
  if (scope === "session" && session === undefined) {
    throw new AppError("not_found", "Nothing of a session is stored here yet, so there is nothing to pause.", {
      hint: "Pause the project instead, with scope=project.",
    });
  }
  const id = scope === "session" && session !== undefined ? session.id : project.id;
  const done = what.map((each) => {
    const { operation_id } = setPause(app, { scope, id, what: each, paused }, actor);
    const word = paused ? "paused" : "resumed";
    return operation_id === null ? `${each} was ${word} already` : `${each} ${word} (operation ${operation_id})`;
  });
  const whose = scope === "session" ? `Session ${id} of ${line(project.name)}` : `Project ${line(project.name)}`;
  return plain(`${whose}: ${done.join(", ")}.`);
}
