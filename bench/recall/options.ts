/** The command line of `npm run bench:recall`. */
import { parseArgs } from "node:util";
import { broken } from "./conversation";
import { chineseSet, heldOutSet, KINDS, type Kind, type RecallSet, syntheticSet } from "./questions";
import { RANKERS } from "./rankers";

export interface Options {
  sets: RecallSet[];
  kinds: Kind[];
  /** Ask only what would be injected. */
  abstain: boolean;
  /** Also when only some kinds were asked for. */
  isWhole: boolean;
  /** The one ranker to ask. */
  only: string | undefined;
  misses: boolean;
  json: string | undefined;
  locomo: string | undefined;
  beam: string | undefined;
  /** Conversations of a file. */
  limit: number;
}

export const USAGE = `npm run bench:recall [-- OPTIONS]
  --set NAME            zh, synthetic or held-out; default all
  --kind KIND           ${KINDS.join(", ")}; may be repeated
  --only RANKER         one of ${RANKERS.map((name) => `"${name}"`).join(", ")}
  --abstain             only what is injected for questions that no note answers
  --misses              name the questions that hybrid search does not answer first
  --locomo FILE         a file in LoCoMo's layout instead of the sets
  --beam PATH           a folder or file in BEAM's layout instead of the sets
  --limit N             at most N conversations of it
  --json FILE           write the numbers there as JSON`;

const SETS = new Map<string, () => RecallSet>([
  ["zh", chineseSet],
  ["synthetic", syntheticSet],
  ["held-out", heldOutSet],
]);

/** Throws `validation_failed` for what is not known. */
export function readOptions(args: string[]): Options {
  const values = parse(args);
  const names = values.set === undefined ? [...SETS.keys()] : [values.set];
  return {
    sets: names.map((name) => one(SETS.get(name), "--set", [...SETS.keys()])()),
    kinds: (values.kind ?? [...KINDS]).map((name) =>
      one(
        KINDS.find((kind) => kind === name),
        "--kind",
        KINDS,
      ),
    ),
    abstain: values.abstain === true,
    isWhole: values.kind === undefined,
    only:
      values.only === undefined
        ? undefined
        : one(
            RANKERS.find((name) => name === values.only),
            "--only",
            RANKERS,
          ),
    misses: values.misses === true,
    json: values.json,
    locomo: values.locomo,
    beam: values.beam,
    limit: values.limit === undefined ? Infinity : limitOf(values.limit),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        set: { type: "string" },
        kind: { type: "string", multiple: true },
        only: { type: "string" },
        abstain: { type: "boolean" },
        misses: { type: "boolean" },
        json: { type: "string" },
        locomo: { type: "string" },
        beam: { type: "string" },
        limit: { type: "string" },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw broken(error.message, USAGE);
    throw error;
  }
}

function one<T>(found: T | undefined, option: string, known: readonly string[]): T {
  if (found === undefined) throw broken(`${option} is one of ${known.join(", ")}.`, USAGE);
  return found;
}

function limitOf(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw broken("--limit is a number from 1.", USAGE);
  return Number(text);
}
