/** What a finished turn teaches beside its summary: a case, a skill once two cases went the same way, traits that recur. Pure. */
import type { TurnEvidence, TurnTool } from "../contract/extraction";
import { headOf } from "../text/caps";

/** Steps of one case. */
const MAX_STEPS = 8;
const MAX_PART_CHARS = 120;
/** Steps that two cases must share, in order, to be one procedure. */
const SKILL_STEPS = 2;

export interface Case {
  /** Names the case in its key. */
  topic: string;
  intent: string;
  steps: string[];
  outcome: string;
}

export interface Skill {
  topic: string;
  name: string;
  steps: string[];
}

const flat = (text: string, most = MAX_PART_CHARS): string => headOf(text.replace(/\s+/g, " ").trim(), most).trim();

/** First sentence, or the first line. */
const firstSentence = (text: string): string =>
  flat(/^[^\n]{1,400}?(?:[.!?。！？](?=\s|$)|$)/mu.exec(text)?.[0] ?? text);

/** null where no tool was used to an end: then nothing was done that could be done again. */
export function caseOf({ prompt, items, outcome }: TurnEvidence): Case | null {
  if (prompt.trim() === "" || outcome !== "done") return null;
  const tools = items.flatMap((item) => (item.kind === "tool" && item.isError !== true ? [item] : []));
  const steps = [...new Set(tools.map(stepOf))].slice(0, MAX_STEPS);
  const last = items.findLast((item) => item.kind === "message");
  if (steps.length === 0 || last === undefined) return null;
  const intent = firstSentence(prompt);
  const topic = topicOf(intent);
  return topic === "" ? null : { topic, intent, steps, outcome: firstSentence(last.text) };
}

/** `npm test`, `Edit src/cart.ts`: the tool, or the command that it ran, without what differs from time to time. */
function stepOf(tool: TurnTool): string {
  const { name, files } = tool;
  const command = commandOf(tool);
  if (command !== null) return command;
  const file = files[0]?.split(/[\\/]/).at(-1);
  return flat(file === undefined ? name : `${name} ${file}`, 60);
}

function commandOf({ input }: TurnTool): string | null {
  const command = input["command"] ?? input["cmd"];
  return typeof command === "string" && command.trim() !== "" ? flat(command, 60) : null;
}

/** Looking around says nothing of how somebody works. */
const LOOKING =
  /^(?:ls|cd|cat|pwd|echo|head|tail|less|wc|which|tree|find|grep|rg|sed|awk|git (?:status|diff|log|show))(?![\w-])/i;
/** Tasks in which a command was run that make it a habit. */
const HABIT_TASKS = 3;

/** A command that belongs to task after task: the one that most of them ran; null where none was run in three. */
export function habitOf(
  { items }: TurnEvidence,
  earlier: readonly string[][],
): { command: string; topic: string } | null {
  const commands = new Set(items.flatMap((item) => (item.kind === "tool" ? (commandOf(item) ?? []) : [])));
  const counted = [...commands]
    .filter((command) => !LOOKING.test(command))
    .map((command) => ({ command, times: 1 + earlier.filter((steps) => steps.includes(command)).length }))
    .sort((a, b) => b.times - a.times);
  const [most] = counted;
  if (most === undefined || most.times < HABIT_TASKS) return null;
  const topic = topicOf(most.command);
  return topic === "" ? null : { command: most.command, topic };
}

/** Words of a text as one segment of a key. */
const topicOf = (text: string): string =>
  (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .slice(0, 8)
    .join("-")
    .slice(0, 60);

export const caseText = ({ intent, steps, outcome }: Case): string =>
  headOf(`Task: ${intent}\nApproach: ${headOf(steps.join(" → "), 200)}. ${outcome}`, 480);

/** Steps of a case as its text tells them. */
export function stepsOf(text: string): string[] {
  const told = /\nApproach: ([^\n]*)/.exec(text)?.[1] ?? "";
  return told.split(" → ").map((step, at, all) => (at === all.length - 1 ? step.replace(/\. .*$/, "") : step));
}

/** The longest run of steps that both took in this order; null below two. */
export function skillOf(one: Case, earlier: readonly string[][]): Skill | null {
  const shared = earlier.map((steps) => commonSteps(one.steps, steps)).sort((a, b) => b.length - a.length)[0] ?? [];
  if (shared.length < SKILL_STEPS) return null;
  return { topic: topicOf(shared.join(" ")), name: shared.join(", then "), steps: shared };
}

function commonSteps(a: readonly string[], b: readonly string[]): string[] {
  let best: string[][] = Array.from({ length: b.length + 1 }, () => []);
  for (const step of a) {
    const next: string[][] = [[]];
    b.forEach((other, at) => {
      const along = step === other ? [...(best[at] ?? []), step] : [];
      const options = [along, best[at + 1] ?? [], next[at] ?? []];
      next.push(options.reduce((most, some) => (some.length > most.length ? some : most)));
    });
    best = next;
  }
  return best.at(-1) ?? [];
}

export function skillText({ name, steps }: Skill, times: number): string {
  const told = steps.map((step, at) => `${at + 1}. ${step}`).join(" ");
  return headOf(`Skill: ${headOf(name, 150)}\nDescription: Went well ${times} times, in this order: ${told}`, 480);
}

const SCRIPTS = [
  ["Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["Korean", /\p{Script=Hangul}/u],
  ["Chinese", /\p{Script=Han}/u],
  ["Russian", /\p{Script=Cyrillic}/u],
] as const;

/** The language that a person writes to agents in, where its script tells; null for Latin letters, which many share. */
export const languageOf = (text: string): string | null => SCRIPTS.find(([, script]) => script.test(text))?.[0] ?? null;

/** A fact's two parts as its text tells them: `Task: …\nApproach: …`. */
export function partsOf(text: string, first: string, second: string): [string, string] {
  const at = text.indexOf(`\n${second}: `);
  const head = (at < 0 ? text : text.slice(0, at)).replace(new RegExp(`^${first}: `), "");
  return [head.trim(), at < 0 ? "" : text.slice(at + second.length + 3).trim()];
}
