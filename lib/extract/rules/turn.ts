/** The rule-based extractor: one turn of evidence in, observations, a summary and memories out. Pure and linear. */
import type { Extraction, TurnEvidence } from "../../contract/extraction";
import { carriedOut } from "./carried-out";
import { causesWithRemedy } from "./causes";
import { addsTo } from "../../text/likeness";
import { readFindings } from "./findings";
import { memoriesOf } from "./memories";
import { hasFailed, INTERRUPTION, observationsOf, type TurnReading } from "./observations";
import { readOutcomes } from "./outcomes";
import { ownAnswer } from "./own-answer";
import {
  isAsking,
  isGreeting,
  isOnlyQuestions,
  leansOnEarlier,
  MAX_GIST,
  requestGist,
  subjectOf,
  wantedOf,
} from "./request";
import { bareEnd, clip } from "./script";
import { sentencesOf } from "./sentences";
import { type Answer, shortAnswer } from "./short-answer";
import { statementsOf } from "./statements";
import { summaryOf } from "./summary";
import { withdrawalsOf } from "./withdrawals";

/** C21: turns of transcripts below this say nothing, unless somebody settled something in them. */
const TRIVIAL_TOKENS = 50;
/** Items beyond are left out from the middle: openings say what was wanted, endings what came of it. */
const MAX_ITEMS = 4000;

const NOTHING: Extraction = { observations: [], summary: null, memories: [] };

function bounded(evidence: TurnEvidence): TurnEvidence {
  const { items } = evidence;
  return items.length <= MAX_ITEMS
    ? evidence
    : { ...evidence, items: [...items.slice(0, MAX_ITEMS / 4), ...items.slice(-MAX_ITEMS * 0.75)] };
}

function isTrivial(evidence: TurnEvidence): boolean {
  if (evidence.items.length === 0 && (evidence.prompt.trim() === "" || isGreeting(evidence.prompt))) return true;
  if (isGreeting(evidence.prompt) && !evidence.items.some((item) => item.kind === "tool")) return true;
  if (!evidence.fromTranscript) return false;
  let chars = evidence.prompt.length;
  for (const item of evidence.items)
    chars += item.kind === "message" ? item.text.length : item.output.length + JSON.stringify(item.input).length;
  return Math.ceil(chars / 4) < TRIVIAL_TOKENS;
}

/** For "the first one" what it chose; the answer as given where it names that itself. */
const answeredRequest = (request: string, { chosen }: Answer): string =>
  addsTo(chosen, request) ? clip(chosen, MAX_GIST) : request;

/**
 * Observations (what came out), the session-wide summary, and memories (what was settled) of one turn.
 * Never throws on any text; every length is bounded; the same evidence always gives the same result.
 */
export function extractTurn(source: TurnEvidence): Extraction {
  const evidence = bounded(source);
  const prompt = INTERRUPTION.test(evidence.prompt) ? "" : evidence.prompt;
  const outcomes = readOutcomes(evidence);
  const asked = sentencesOf(prompt);
  const isInterrupted = evidence.outcome === "interrupted" || (outcomes.refused && outcomes.openPlan !== null);
  const isQuestion = isAsking(prompt);
  const hasWork = outcomes.filesModified.length > 0 || outcomes.commits.length > 0 || outcomes.toolCount === 0;
  const findings = readFindings(
    evidence,
    hasWork && !isInterrupted,
    isQuestion && outcomes.toolCount > 0 && outcomes.filesModified.length === 0,
  );
  const requests = evidence.earlier
    .slice(-100)
    .flatMap((turn) => turn.request.split("\n", 20))
    .map(bareEnd)
    .filter((line) => line !== "");
  const request = requestGist(prompt);
  const stands = !isInterrupted && !hasFailed(outcomes);
  const changed = stands ? outcomes.filesModified : [];
  const statements = [
    ...statementsOf(asked, "user"),
    ...(stands ? carriedOut(asked, findings.closing, changed.length > 0) : []),
    ...(isInterrupted
      ? []
      : causesWithRemedy(statementsOf(findings.closing, "assistant", 4), stands ? findings.closing : [], changed)),
  ];
  const withdrawals = withdrawalsOf(asked);
  const answer =
    statements.length > 0
      ? null
      : (shortAnswer(prompt, evidence.previousMessage, requests) ?? ownAnswer(prompt, requests));
  const reading: TurnReading = {
    request: answer === null ? request : answeredRequest(request, answer),
    wanted: wantedOf(prompt),
    backdrop: leansOnEarlier(prompt) ? (requests.find((line) => line !== request) ?? null) : null,
    subject: subjectOf(prompt, asked),
    isInterrupted,
    isOnlyQuestions: isOnlyQuestions(asked),
    outcomes,
    findings,
    changed,
    statements,
    answer,
  };
  const memories = memoriesOf(evidence, reading.statements, reading.answer, findings.closingEventId);
  const hasSettled = reading.statements.length > 0 || reading.answer !== null || withdrawals.length > 0;
  if (isTrivial(evidence) && !hasSettled) return NOTHING;
  const observations = observationsOf(reading);
  const discoveries = observations.filter(({ obsType }) => obsType === "discovery").map(({ title }) => title);
  return {
    observations,
    summary: summaryOf(evidence, reading, discoveries),
    memories,
    ...(withdrawals.length > 0 ? { withdrawals } : {}),
  };
}
