/**
 * What leaves the machine: a conversation without its secrets (E75–E77). Works on copies; the marks are EvolvMem's, so
 * that what a model repeats of them is told from text. More is taken out here than before storing: a line too little
 * costs a memory, a secret too many is gone for good.
 */
import { setImmediate } from "node:timers/promises";
import { stripControl } from "../text/control";
import { removePrivate } from "../text/private";
import { redactKeyBlocks } from "../text/secret-blocks";
import { redactLocations } from "../text/secret-locations";
import { isReference } from "../text/secret-marks";
import { redactSecrets } from "../text/secrets";
import { API_KEY_LABELS, PASSWORD_LABELS, redactLabelled, TOKEN_LABELS } from "./redact-labels";
import { redactLoose } from "./redact-loose";

export interface RedactedText {
  text: string;
  /** Secrets replaced; 0 on a text that went through before. */
  count: number;
}

export const MARK_CLASSES = ["private_key", "url凭据", "token", "api_key", "password", "凭据位置"] as const;
export type MarkClass = (typeof MARK_CLASSES)[number];

export const markOf = (kind: MarkClass): string => `[已脱敏:${kind}]`;

/** Marks of ours and of the store's own redaction. Nothing in or across one is ever looked at again (E77). */
const MARK = new RegExp(String.raw`\[(?:已脱敏:(?:${MARK_CLASSES.join("|")})|redacted:[a-z-]{1,32})\]`, "g");
/** A mark can end a run that hid another secret. Each round takes text out, so the bound is for hostile text alone. */
const MAX_ROUNDS = 12;

type Stage = (text: string) => RedactedText;

/** E76, in this order; the last one knows the shapes of single products' keys. */
const STAGES: readonly Stage[] = [
  (text) => translated(redactKeyBlocks(text)),
  redactUserInfo,
  redactBearer,
  redactJwt,
  redactPlaces,
  (text) => redactLabelled(text, API_KEY_LABELS, markOf("api_key")),
  (text) => redactLabelled(text, TOKEN_LABELS, markOf("token")),
  (text) => redactLabelled(text, PASSWORD_LABELS, markOf("password")),
  (text) => redactLoose(text, markOf("password")),
  (text) => translated(redactSecrets(text)),
];

/** E76, E77. Pure; linear in the length of `text`. */
export function redactForSending(text: string): RedactedText {
  let current = text;
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = count;
    for (const stage of STAGES) {
      const next = betweenMarks(current, stage);
      current = next.text;
      count += next.count;
    }
    if (count === before) break;
  }
  return { text: current, count };
}

export interface RedactedMessages<M> {
  messages: M[];
  count: number;
}

/** Characters after which requests get their turn. */
const AT_A_TIME = 50_000;

/** E75: copies without private text and secrets; what was given stays as it is. A message that was private is left out. */
export async function redactMessages<M extends { text: string }>(messages: readonly M[]): Promise<RedactedMessages<M>> {
  let count = 0;
  let chars = 0;
  const copies: M[] = [];
  for (const message of messages) {
    if (chars > AT_A_TIME) {
      await setImmediate();
      chars = 0;
    }
    chars += message.text.length;
    const open = removePrivate(stripControl(message.text).replaceAll("\0", " "));
    const redacted = redactForSending(open.text);
    count += redacted.count;
    if (redacted.text.trim() !== "") copies.push({ ...message, text: redacted.text });
  }
  return { messages: copies, count };
}

function betweenMarks(text: string, stage: Stage): RedactedText {
  let count = 0;
  let kept = 0;
  const pieces: string[] = [];
  const add = (piece: string): void => {
    if (piece === "") return;
    const next = stage(piece);
    count += next.count;
    pieces.push(next.text);
  };
  for (const mark of text.matchAll(MARK)) {
    add(text.slice(kept, mark.index));
    pieces.push(mark[0]);
    kept = mark.index + mark[0].length;
  }
  add(text.slice(kept));
  return count === 0 ? { text, count } : { text: pieces.join(""), count };
}

/** Puts our marks in the place of the store's: every mark in `result` is new, since texts are cut at marks before. */
function translated(result: RedactedText): RedactedText {
  if (result.count === 0) return result;
  return {
    ...result,
    text: result.text.replace(/\[redacted:([a-z-]{1,32})\]/g, (_, kind: string) => markOf(classOf(kind))),
  };
}

function classOf(kind: string): MarkClass {
  if (kind === "private-key") return "private_key";
  if (kind === "credential-location") return "凭据位置";
  if (kind.startsWith("url-")) return "url凭据";
  if (/password|basic-auth|credential/.test(kind)) return "password";
  return /key|secret/.test(kind) ? "api_key" : "token";
}

function replaceCounting(text: string, pattern: RegExp, replace: (...groups: string[]) => string): RedactedText {
  let count = 0;
  const next = text.replace(pattern, (match: string, ...rest: unknown[]) => {
    const groups = rest.map((part) => (typeof part === "string" ? part : ""));
    const replaced = replace(match, ...groups);
    if (replaced !== match) count += 1;
    return replaced;
  });
  return { text: next, count };
}

/** `user:password@`, or a long token alone; `git@` and `me@` are names. A password may hold an `@` itself: the last one ends it. */
function redactUserInfo(text: string): RedactedText {
  if (!text.includes("://")) return { text, count: 0 };
  return replaceCounting(text, /(:\/\/)([^\s/?#"'`<>[\]]{1,512})(?=@[^\s@])/g, (match, head = "", user = "") => {
    const [first = ""] = user.split("@");
    const colon = first.indexOf(":");
    const isToken = first.length >= 20 && /[0-9]/.test(first) && /[A-Za-z]/.test(first);
    if (colon === -1 ? !isToken : user.length === colon + 1 || isReference(user.slice(colon + 1))) return match;
    return head + markOf("url凭据");
  });
}

const SCHEME_WORD =
  /^(?:tokens?|auth\w*|schemes?|headers?|credentials?|realm|grants?|formats?|values?|access|based|only|required|instead|examples?|usage|support|features?|settings?|types?|is|and|or|the|in|with|for|from|must|should|will|not|as|of|shall|who|has)(?![A-Za-z0-9])/i;

function redactBearer(text: string): RedactedText {
  if (!/bearer/i.test(text)) return { text, count: 0 };
  const pattern = /((?:authorization["']?\s{0,4}[:=]\s{0,4}["']?)?\bBearer[\s:]{1,4}["']?)([A-Za-z0-9._~+/=-]{3,})/gi;
  return replaceCounting(text, pattern, (match, head = "", value = "") => {
    const isHeader = /^authorization/i.test(head);
    const isShaped = /[0-9_~+/=]/.test(value) || /[a-z][A-Z]|[.-]\w/.test(value) || value.length >= 16;
    if (SCHEME_WORD.test(value) || !(isHeader || isShaped)) return match;
    const rest = /\.+$/.exec(value)?.[0] ?? "";
    return head + markOf("token") + rest;
  });
}

function redactJwt(text: string): RedactedText {
  if (!text.includes("eyJ")) return { text, count: 0 };
  return replaceCounting(text, /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]{2,}){1,4}/g, () =>
    markOf("token"),
  );
}

/** Where a credential lies; of anything else only places that are one (`stored in Redis` is worth knowing). */
const CREDENTIAL_PLACE =
  /((?:credentials?|凭据|凭证|憑證)(?:[ \t]{1,2}(?:is|are|was|were))?[ \t]{0,2}(?:(?:stored|kept|saved|located)[ \t]{1,2}(?:in|at|under|on|inside)[ \t]{1,2}(?:the[ \t]{1,2})?|(?:存储|保存|存放|储存|放|记录)(?:在|于)[ \t]{0,2}|位于[ \t]{0,2}))([^\s,;，。；！？]{1,300})/gi;

function redactPlaces(text: string): RedactedText {
  const lower = text.toLowerCase();
  const named = /credential|凭据|凭证|憑證/.test(lower)
    ? replaceCounting(text, CREDENTIAL_PLACE, (match, head = "", place = "") =>
        isReference(place) ? match : head + markOf("凭据位置") + (/[.:!?)\]}"'`]+$/.exec(place)?.[0] ?? ""),
      )
    : { text, count: 0 };
  const rest = betweenMarks(named.text, (piece) => translated(redactLocations(piece, piece.toLowerCase())));
  return { text: rest.text, count: named.count + rest.count };
}
