/** Extraction of a whole session: locate, read, ask the model or the rules, write; every way it can end is an outcome (E61–E91). */
import type { App } from "../context";
import type { SessionOutcome } from "../contract/session-extract";
import { sourceSession } from "../extract/source-session";
import { type KimiMessage, type KimiTurn, messagesOf } from "../hosts/kimi/conversation";
import { type KimiLog, locateSession } from "../hosts/kimi/locate";
import { readKimiLog } from "../hosts/kimi/read";
import { readSetup } from "../metering/setup";
import { writeRules } from "../memories/rules";
import { readSettings } from "../settings/service";
import { askForMemories, type Asked } from "./ask";
import { readByRules } from "./by-rules";
import type { GateRules } from "./gates";
import { persistSession, type SessionPlan } from "./persist";
import { projectOfSession, type SessionProject } from "./project";
import { type Ranked, rankCandidates } from "./rank";
import { isForgotten, undoneAt } from "./repo";
import { advanceState } from "./state";
import { sessionLog } from "./summary";

/** E64: characters of a conversation that is worth a look. */
const MIN_CHARS = 200;

const skipped = (reason: string): SessionOutcome => ({ status: "skipped", persisted: 0, reason, rate_limited: false });
const retry = (reason: string, rateLimited = false): SessionOutcome => ({
  status: "retry",
  persisted: 0,
  reason,
  rate_limited: rateLimited,
});

/** E62: `retry` where there is no such session. Rejects on what nobody expected; then nothing was written. */
export async function extractSession(app: App, sessionId: string, projectId: number | null): Promise<SessionOutcome> {
  const log = await locateSession(app.env.kimiHome, sessionId);
  return log === null ? retry("not_found") : extractLog(app, log, projectId);
}

/** One log to its outcome; `completed` and `skipped` move the checkpoint on to the log's time as it was before reading (E95). */
export async function extractLog(app: App, log: KimiLog, projectId: number | null): Promise<SessionOutcome> {
  const id = sourceSession(log.sessionId);
  const { outcome, via, line } = await extract(app, log, id, projectId);
  const { status, reason } = outcome;
  // E89: numbers and names of reasons, never what was said.
  app.log.info({ session: id, status, reason, ...line, persisted: outcome.persisted }, "session extracted");
  if (status !== "retry") advanceState(app.env.home, id, { mtime: log.mtimeMs, via, status });
  return outcome;
}

interface Line {
  provider: string;
  redacted: number;
  accepted: number;
  rejected: Record<string, number>;
}

interface Extracted {
  outcome: SessionOutcome;
  via: "rules" | "llm";
  line: Line;
}

async function extract(app: App, log: KimiLog, id: string, projectId: number | null): Promise<Extracted> {
  const setup = readSetup(app);
  const via = setup.choice === null ? "rules" : "llm";
  const line: Line = { provider: setup.choice?.provider ?? "rules", redacted: 0, accepted: 0, rejected: {} };
  const end = (outcome: SessionOutcome): Extracted => ({ outcome, via, line });

  const project = projectOfSession(app, log, projectId);
  const mode = project.row?.mode ?? "auto";
  if (mode === "off" || mode === "read-only") return end(skipped(`project_${mode.replace("-", "_")}`));
  if (isForgotten(app.db, "kimi", [log.sessionId, log.sessionId.replace(/^session_/, ""), id]))
    return end(skipped("forgotten"));
  // Undone stays undone, until the session goes on.
  if (log.mtimeMs <= (undoneAt(app.db, id) ?? -1)) return end(skipped("undone"));
  const turns = await readKimiLog(log.path);
  const messages = messagesOf(turns);
  if (charsOf(messages) < MIN_CHARS) return end(skipped("too_short"));
  // A provider was asked for, but cannot be used: what the model would have said is not lost to the rules.
  if (setup.choice === null && setup.problems.length > 0 && app.env.unknownProvider === null)
    return end(retry("no_credentials"));

  const read = await (via === "rules"
    ? ruleReading(app, turns, project, log)
    : modelReading(app, messages, project, log));
  line.redacted = read.redacted;
  if ("ended" in read) return end(read.ended);
  line.accepted = read.ranked.atomics.length;
  line.rejected = { ...read.ranked.rejected };
  const plan: SessionPlan = {
    project,
    sourceSession: id,
    at: log.mtimeMs,
    log: read.log,
    atomics: read.ranked.atomics,
    via,
  };
  try {
    const { written, left } = await persistSession(app, { ...plan, at: Math.floor(plan.at) });
    for (const [reason, count] of Object.entries(left)) line.rejected[reason] = count;
    return end({ status: "completed", persisted: written, reason: via, rate_limited: false });
  } catch (error) {
    app.log.error({ err: error }, "a session could not be stored; nothing of it was");
    return end(retry("store_failed"));
  }
}

type Reading =
  { redacted: number; log: SessionPlan["log"]; ranked: Ranked } | { redacted: number; ended: SessionOutcome };

const charsOf = (messages: readonly KimiMessage[]): number =>
  messages.reduce((sum, { text }) => sum + text.trim().length, 0);

function gateRules(app: App): GateRules {
  return { ...writeRules(app).bounds, language: readSettings(app).memory_language };
}

async function ruleReading(
  app: App,
  turns: readonly KimiTurn[],
  project: SessionProject,
  log: KimiLog,
): Promise<Reading> {
  const rules = gateRules(app);
  const { summary, candidates } = await readByRules(turns, project.name, rules.max);
  return {
    redacted: 0,
    log: summary === "" ? null : sessionLog(summary, project.name, log.mtimeMs, rules),
    ranked: rankCandidates(candidates, rules),
  };
}

async function modelReading(
  app: App,
  messages: readonly KimiMessage[],
  project: SessionProject,
  log: KimiLog,
): Promise<Reading> {
  const rules = gateRules(app);
  const asked: Asked = await askForMemories(app, {
    messages,
    projectId: project.row?.id ?? 0,
    prompt: { project: project.name, language: rules.language, maxChars: rules.max },
  });
  const { redacted } = asked;
  if (!asked.ok) {
    return { redacted, ended: asked.reason === "empty" ? skipped("private") : retry(asked.reason, asked.rateLimited) };
  }
  const made = sessionLog(asked.summary, project.name, log.mtimeMs, rules);
  if (made === null) return { redacted, ended: retry("bad_summary") };
  return { redacted, log: made, ranked: rankCandidates(asked.candidates, rules) };
}
