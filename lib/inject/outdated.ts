/** Which of two texts about one subject was said later, and no longer lets the other stand. Pure, bounded. */
import { judge, type Read, rememberedReading } from "../contradictions/judge";
import { likeness, tokensOf } from "../text/likeness";

export interface Statement {
  id: number;
  key: string;
  value: string;
  attribute: string;
  /** Milliseconds: when it was said. */
  at: number;
}

/** What is known of work that was done: each line or clause may be about a subject of its own. */
export interface Report {
  texts: string[];
  /** Milliseconds. */
  at: number;
}

/** Clauses of a report and judgements of a block that are looked at; a longer report is told by its head. */
const MAX_CLAUSES = 12;
const MAX_CHARS = 1_000;
const MAX_JUDGED = 250;
/** A full stop inside a name, a path or a number ends nothing. */
const ENDS = /[。；;，,！!？?\r\n]|\.(?=\s|$)|\s[—–]\s/u;

export interface Outdated {
  /** The newest statement that was made after the report and contradicts it; undefined = none. */
  by(report: Report): Statement | undefined;
  /** The statements that the report, which is newer, contradicts. */
  of(report: Report): Statement[];
}

/**
 * Reads each statement once, by `read` where several of these speak of the same. All judgements of one block share a bound: what is beyond
 * it stands.
 */
export function createOutdated(statements: readonly Statement[], read: Read = rememberedReading()): Outdated {
  const newestFirst = [...statements].sort((a, b) => b.at - a.at || b.id - a.id);
  const tokens = new Map(newestFirst.map((statement) => [statement, tokensOf(statement.value)]));
  let judged = 0;
  const contradictor = (report: Report): ((statement: Statement) => boolean) => {
    const clauses = clausesOf(report).map((clause) => ({ clause, words: tokensOf(clause) }));
    return (statement) =>
      clauses.some(({ clause, words }) => {
        // Without a word in common they have no subject in common.
        if (judged >= MAX_JUDGED || likeness(tokens.get(statement) ?? new Set(), words) === 0) return false;
        judged += 1;
        const said = { ...statement, value: clause, at: report.at };
        const verdict = statement.at > report.at ? judge(statement, said, read) : judge(said, statement, read);
        return verdict.kind !== "none";
      });
  };
  return {
    by(report) {
      const contradicts = contradictor(report);
      return newestFirst.find((statement) => statement.at > report.at && contradicts(statement));
    },
    of(report) {
      const contradicts = contradictor(report);
      return newestFirst.filter((statement) => statement.at < report.at && contradicts(statement));
    },
  };
}

export function clausesOf({ texts }: Pick<Report, "texts">): string[] {
  const clauses = texts.flatMap((text) => text.slice(0, MAX_CHARS).split(ENDS));
  return [...new Set(clauses.map((clause) => clause.trim()))].filter((clause) => clause !== "").slice(0, MAX_CLAUSES);
}
