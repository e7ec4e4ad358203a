/** The one log entry of a session: the model gives its words, everything else is made here (E78). Pure. */
import { checkQuality } from "../memories/gate";
import { cleanText } from "../text/clean";
import { type GateRules, hasHan, isSensitive } from "./gates";
import { redactForSending } from "./redact";

export interface SessionLog {
  key: string;
  value: string;
  attribute: "fact";
  tags: string[];
  importance: 5;
  tier: "normal";
  confidence: 1;
}

/** null: the words are no usable log, and the session is to be asked about again. `at` = time of the wire file. */
export function sessionLog(summary: string, project: string, at: number, rules: GateRules): SessionLog | null {
  const cleaned = cleanText(redactForSending(summary).text);
  const value = cleaned.text.trim();
  const key = logKey(project, at);
  if (cleaned.isPrivate || checkQuality(key, value, rules) !== null || isSensitive(value)) return null;
  if (rules.language === "zh" && !hasHan(value)) return null;
  return {
    key,
    value,
    attribute: "fact",
    tags: ["日志", `分类:${project}`],
    importance: 5,
    tier: "normal",
    confidence: 1,
  };
}

/** `project:<project>:progress:log:<YYYY-MM-DD-HHMM>`, local time. */
export function logKey(project: string, at: number): string {
  const time = new Date(at);
  const two = (number: number): string => String(number).padStart(2, "0");
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `project:${project}:progress:log:${date}-${two(time.getHours())}${two(time.getMinutes())}`;
}
