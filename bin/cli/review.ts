/** `keepsake review`: what waits for a person, and the decision between two statements. */
import { Argument, Command } from "commander";
import type { PairResolution, ReviewItem, ReviewPair } from "../../lib/contract/review";
import { plural } from "../../lib/format";
import { connect } from "./connect";
import { parseId } from "./id";

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
      console.log(`To take it back: keepsake undo ${answer.operation_id}`);
    });

async function list({ project, json }: Options): Promise<void> {
  const { client } = await connect();
  const page = await client.review.list({ limit: MAX_SHOWN, ...(project === undefined ? {} : { project }) });
  if (json === true) return console.log(JSON.stringify(page, null, 2));
  if (page.total === 0) return console.log("Nothing waits for you.");
  console.log(linesOf(page.items, page.total).join("\n"));
}

/** What `keepsake review` prints for a page. */
export function linesOf(items: ReviewItem[], total: number): string[] {
  const shown = items.flatMap((item) => ["", ...(item.type === "pair" ? pairLines(item.pair) : memoryLines(item))]);
  const pair = items.find((item) => item.type === "pair");
  const held = items.find((item) => item.type === "memory");
  return [
    `${plural(total, "question waits", "questions wait")} for you.`,
    ...shown,
    "",
    ...(total > items.length ? [`… and ${total - items.length} more.`] : []),
    ...(pair === undefined ? [] : [`Decide: keepsake review <pair> ${Object.keys(DECISIONS).join(" | ")}`]),
    ...(held === undefined ? [] : ["Let it be injected: keepsake approve <memory>"]),
  ];
}

const WHY = {
  conflict: "can't both hold",
  supersedes: "the newer seems to replace the older",
};

function pairLines({ id, kind, older, newer, candidate }: ReviewPair): string[] {
  const project = older?.project ?? newer?.project ?? "all projects";
  const later = newer === null ? `not stored yet  ${oneLine(candidate?.value ?? "")}` : said(newer);
  return [
    `pair ${id}  ${WHY[kind]} (${project})`,
    `  older  ${older === null ? "deleted for good" : said(older)}`,
    `  newer  ${later}`,
  ];
}

const HELD = {
  pending: "waits for your yes",
  conflict: "was in conflict with one that is gone",
  quarantined: "looks like a secret or an order to the agent",
};

function memoryLines({ memory }: Extract<ReviewItem, { type: "memory" }>): string[] {
  const why = memory.review_state === null ? "" : HELD[memory.review_state];
  return [`memory ${memory.id}  ${why} (${memory.project ?? "all projects"})`, `  ${oneLine(memory.value)}`];
}

const said = ({ id, value }: { id: number; value: string }): string => `memory ${id}  ${oneLine(value)}`;

/** Control characters of stored text must not reach a terminal. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();
