/**
 * Keeps an event that no server took: cleaned as the server would clean it, as one file of `<home>/spool/` that appears whole or
 * not at all, for this user only, within bounds. `dist/hook-spool.cjs`, which the hook program reads only then.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cleanText, cleanValue, toolText } from "../../lib/text/clean";
import { isRecord, parseJson } from "../../lib/text/json-value";
import { mayHoldTags, removePrivate } from "../../lib/text/private";
import { callerAt, callOf } from "../call";
import type { Undelivered } from "./hook-file";

// Folder and names as the contract has them (`lib/contract/spool`), without its parser, which would cost more than all else here.
const FOLDER = "spool";
/** Files that wait at most, and bytes of all of them: what comes then is lost. */
const MAX_FILES = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
const NAME = /^(\d{13})-(\d{3})-(\d{1,10})-(\d{1,10})\.json$/;
/** A payload beyond this is mostly one tool's output; its strings are kept shorter then. */
const MAX_EVENT_BYTES = 1024 * 1024;
/** As the server takes them; anything else may be text of a person. */
const EVENT_NAME = /^[\w.:-]{1,100}$/;
const CAPS = [65_536, 8_192, 1_024];

/** Hosts that show a person what `systemMessage` says. */
const SPEAKING = /^(?:claude-code|codex|gemini)$/;
const NOT_RUNNING = "Keepsake is not running. What happens now is kept and delivered when it runs again:";
/** Beside this file lies the package. */
const howToStart = (): string =>
  `${NOT_RUNNING} ${callOf(callerAt(join(dirname(__filename), "..")))} start --background`;

/** Answers what to print: once, until a server ran, how to start it. Where nothing can be kept, nothing is said. */
export function keepForLater(undelivered: Undelivered): string {
  const { home, host, start, isServed } = undelivered;
  const payload = parseJson(undelivered.body);
  if (!isRecord(payload)) return "";
  const event = undelivered.event === "" ? eventOf(payload) : undelivered.event;
  if (event === "") return "";
  const folder = join(home, FOLDER);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const text = textOf({ ...undelivered, event }, payload);
    if (text !== null) store(folder, undelivered.at, text);
  } catch {
    // The disk is full or closed to us: the agent goes on without.
  }
  if (isServed) return "";
  if (start !== null) startServer(start);
  return /^[sS]essionStart$/.test(event) && SPEAKING.test(host) && start === null && tellOnce(folder)
    ? JSON.stringify({ systemMessage: howToStart() })
    : "";
}

/** By the fields that the server reads it from; empty where it would find none. */
function eventOf({ hook_event_name: name, agent_action_name: action }: Record<string, unknown>): string {
  const event = name ?? action;
  return typeof event === "string" && EVENT_NAME.test(event) ? event : "";
}

/** null = it does not get small enough. */
function textOf({ host, event, key, at, folder }: Undelivered, payload: Record<string, unknown>): string | null {
  const joined = withJoinedTexts(payload);
  const place = typeof payload["cwd"] === "string" ? {} : { keepsake_cwd: folder };
  for (const cap of CAPS) {
    const clean = cleanValue(joined, { cap }).value;
    const marked = { ...(isRecord(clean) ? clean : {}), ...place, ...privateMark(payload) };
    const text = JSON.stringify({ host, event, key, at, payload: marked });
    if (Buffer.byteLength(text) <= MAX_EVENT_BYTES) return text;
  }
  return null;
}

/** Text in parts is one text: a private tag may open in one part and close in another. */
function withJoinedTexts(payload: Record<string, unknown>): Record<string, unknown> {
  const joined: Record<string, unknown> = { ...payload };
  for (const [key, value] of Object.entries(payload)) if (!AS_THEY_ARE.has(key)) joined[key] = joinedText(value);
  return joined;
}

/** Fields whose parts are told apart by those who read them; each string of them is whole. */
const AS_THEY_ARE = new Set(["tool_input", "tool_info", "workspace_roots", "edits"]);

function joinedText(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const text = toolText(value);
  const isParts = Array.isArray(value);
  return isParts || (mayHoldTags(text) && removePrivate(text).removedTags > 0) ? text : value;
}

const MARK = "<private>left out</private>";

/** A prompt that is private as a whole stays known as such: nothing of its turn may be captured. */
function privateMark({ prompt, tool_info: info }: Record<string, unknown>): Record<string, unknown> {
  if (isPrivate(prompt)) return { prompt: MARK };
  return isRecord(info) && isPrivate(info["user_prompt"]) ? { tool_info: { user_prompt: MARK } } : {};
}

const isPrivate = (prompt: unknown): boolean => {
  const text = typeof prompt === "object" && prompt !== null ? toolText(prompt) : prompt;
  return typeof text === "string" && cleanText(text).isPrivate;
};

function store(folder: string, at: number, text: string): void {
  const bytes = Buffer.byteLength(text);
  const waiting = readdirSync(folder).filter((name) => NAME.test(name));
  const size = waiting.reduce((sum, name) => sum + Number(NAME.exec(name)?.[4] ?? 0), 0);
  if (waiting.length >= MAX_FILES || size + bytes > MAX_BYTES) return;
  // Two of the same millisecond keep their order by what waits already.
  const stamp = String(at).padStart(13, "0");
  const sequence = waiting.filter((name) => name.startsWith(stamp)).length % 1_000;
  const name = `${stamp}-${String(sequence).padStart(3, "0")}-${process.pid}-${bytes}.json`;
  const temporary = join(folder, `${name}.tmp`);
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    renameSync(temporary, join(folder, name));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function startServer([program, ...args]: string[]): void {
  if (program === undefined) return;
  const child = spawn(program, [...args, "start", "--background"], { detached: true, stdio: "ignore" });
  child.on("error", () => undefined);
  child.unref();
}

/** True for the first that asks, until the server takes the mark away. */
function tellOnce(folder: string): boolean {
  try {
    writeFileSync(join(folder, "told"), "", { mode: 0o600, flag: "wx" });
    return true;
  } catch {
    // Told already, or nothing can be written here.
    return false;
  }
}
