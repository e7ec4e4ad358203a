/** `keepsake review`: what waits for a person, and the decision between two statements. */
import { Argument, Command } from "commander";
import type { PairResolution, ReviewFinding, ReviewItem, ReviewKind, ReviewPair } from "../../lib/contract/review";
import { plural } from "../../lib/format";
import { connect } from "./connect";
import { parseId } from "./id";
import { projectLabel, type ProjectLabel } from "./project-label";
import { typed } from "./typed";

interface Options {
  project?: string;
  json?: boolean;
}

/** As one types them; the API writes them with underscores. */
const DECISIONS = { "keep-older": "keep_older", "take-newer": "take_newer", "keep-both": "keep_both" } as const;
type Decision = keyof typeof DECISIONS;

const DONE: Record<PairResolution, string> = {
  keep_older: "the older one stays",
  take_newer: "the newer one holds",
  keep_both: "both hold",
};
const MAX_SHOWN = 50;

export const reviewCommand = (): Command =>
  new Command("review")
    .description("List what waits for you, or decide between two statements")
    .argument("[pair]", "number of the pair to decide", parseId)
    .addArgument(new Argument("[decision]", "which of the two holds").choices(Object.keys(DECISIONS)))
    .option("--project <project>", "key, name or alias; only with the list")
    .option("--json", "as JSON")
    .action(async (pair: number | undefined, decision: Decision | undefined, options: Options, command: Command) => {
      if (pair === undefined) return list(options);
      if (decision === undefined) {
        command.error(`error: say how to decide pair ${pair}: ${Object.keys(DECISIONS).join(", ")}`);
      }
      const { client } = await connect();
      const answer = await client.review.resolve(pair, { resolution: DECISIONS[decision] });
      if (options.json === true) return console.log(JSON.stringify(answer, null, 2));
      console.log(`Decided pair ${pair}: ${DONE[DECISIONS[decision]]}.`);
      console.log(`To take it back: ${typed(`undo ${answer.operation_id}`)}`);
    });

async function list({ project, json }: Options): Promise<void> {
  const { client } = await connect();
  const page = await client.review.list({ limit: MAX_SHOWN, ...(project === undefined ? {} : { project }) });
  if (json === true) return console.log(JSON.stringify(page, null, 2));
  if (page.total === 0) return console.log("Nothing waits for you.");
  const label = projectLabel((await client.projects()).items);
  console.log(linesOf(page.items, page.total, label).join("\n"));
}

/** What `keepsake review` prints for a page. */
export function linesOf(items: ReviewItem[], total: number, label: ProjectLabel = projectLabel([])): string[] {
  const shown = items.flatMap((item) => ["", ...linesOfItem(item, label)]);
  const pair = items.find((item) => item.type === "pair");
  const held = items.find((item) => item.type === "memory" && item.memory.review_state !== null);
  const rest = items.find((item) => item.type === "finding" || item.kind in TIDYING);
  return [
    `${plural(total, "question waits", "questions wait")} for you.`,
    ...shown,
    "",
    ...(total > items.length ? [`… and ${total - items.length} more.`] : []),
    ...(pair === undefined ? [] : [`Decide: ${typed("review <pair>")} ${Object.keys(DECISIONS).join(" | ")}`]),
    ...(held === undefined ? [] : [`Let it be injected: ${typed("approve <memory>")}`]),
    ...(rest === undefined ? [] : ["Decide the rest in the console, under Review."]),
  ];
}

const linesOfItem = (item: ReviewItem, label: ProjectLabel): string[] =>
  item.type === "pair"
    ? pairLines(item.pair, label)
    : item.type === "finding"
      ? findingLines(item.finding, label)
      : memoryLines(item, label);

const WHY = {
  conflict: "can't both hold",
  supersedes: "the newer seems to replace the older",
};

function pairLines({ id, kind, older, newer, candidate, project_id }: ReviewPair, label: ProjectLabel): string[] {
  const project = label(project_id, older?.project ?? newer?.project ?? null);
  const later = newer === null ? `not stored yet  ${oneLine(candidate?.value ?? "")}` : said(newer);
  return [
    `pair ${id}  ${WHY[kind]} (${project})`,
    `  older  ${older === null ? "deleted for good" : said(older)}`,
    `  newer  ${later}`,
  ];
}

/** What nobody has to settle. */
const TIDYING: Partial<Record<ReviewKind, string>> = {
  expiring: "expires within a week",
  low_confidence: "is doubtful",
  unused: "was not used for long",
};
const HELD: Partial<Record<ReviewKind, string>> = {
  ...TIDYING,
  pending: "waits for your yes",
  held: "was in conflict with one that is gone",
  instruction: "looks like an order to the agent",
  secret: "looks like a secret",
};

function memoryLines({ kind, memory }: Extract<ReviewItem, { type: "memory" }>, label: ProjectLabel): string[] {
  const why = HELD[kind] ?? kind;
  return [`memory ${memory.id}  ${why} (${label(memory.project_id, memory.project)})`, `  ${oneLine(memory.value)}`];
}

function findingLines({ memory, other, changed }: ReviewFinding, label: ProjectLabel): string[] {
  const project = label(memory.project_id, memory.project);
  if (other === null) {
    return [
      `memory ${memory.id}  ${oneLine(changed?.file ?? "a file")} changed since (${project})`,
      `  ${oneLine(memory.value)}`,
    ];
  }
  return [
    `memories ${memory.id} and ${other.id}  say nearly the same (${project})`,
    `  ${said(memory)}`,
    `  ${said(other)}`,
  ];
}

const said = ({ id, value }: { id: number; value: string }): string => `memory ${id}  ${oneLine(value)}`;

/** Control characters of stored text must not reach a terminal. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();
