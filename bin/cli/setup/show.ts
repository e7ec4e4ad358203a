/** Tells a person what is about to change, as differences by lines. */
import { createTwoFilesPatch } from "diff";
import { stripControl } from "../../../lib/text/control";
import { redactSecrets } from "../../../lib/text/secrets";
import { type AgentPlan, type Change, isRefused } from "./plan";

const CONTEXT = 2;
/** Of one line: agents keep whole conversations in single lines of such files. */
const MAX_LINE = 200;
const MAX_READ = 4_000;

/** Lines to print for one agent, its title first. */
export const planLines = (plan: AgentPlan): string[] => {
  // Where one file is left alone, the others are too: what would have changed in them is no news.
  const lines = isRefused(plan) ? plan.changes.map(leftLine) : plan.changes.flatMap(changeLines);
  return [plan.title, ...lines.map((line) => `  ${line}`)];
};

const leftLine = ({ path, ...change }: Change): string =>
  change.kind === "refused" ? `${path}: left alone. ${change.why}` : `${path}: left as it is with it`;

function changeLines(change: Change): string[] {
  switch (change.kind) {
    case "same":
      return [`${change.path}: nothing to change`];
    case "refused":
      return [`${change.path}: left alone. ${change.why}`];
    case "delete":
      return [`${change.path}: is deleted, since it holds nothing else`, ...difference(change.file.text, "")];
    case "write":
      return [
        `${change.path}${change.file.bytes === null ? ": is new" : ""}`,
        ...difference(change.file.text, change.afterText),
      ];
  }
}

function difference(before: string, after: string): string[] {
  const patch = createTwoFilesPatch("before", "after", before, after, undefined, undefined, { context: CONTEXT });
  return patch
    .split("\n")
    .filter((line) => !/^(={3,}|--- before|\+\+\+ after|\\ No newline)/.test(line) && line !== "")
    .map(printable);
}

/** A settings file may hold anything: keys are not shown, and the terminal must not take its text for orders. */
function printable(line: string): string {
  const plain = stripControl(redactSecrets(line.slice(0, MAX_READ)).text).trimEnd();
  return plain.length > MAX_LINE ? `${plain.slice(0, MAX_LINE)} …` : plain;
}
