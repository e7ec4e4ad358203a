/**
 * Reads the public LoCoMo layout. Expected is a JSON array of
 * `{sample_id, conversation: {speaker_a, speaker_b, session_N: [{speaker, dia_id, text, blip_caption?}], session_N_date_time}, qa}`
 * with `qa: [{question, answer, evidence: ["D1:3"], category: 1–5}]`. What else there is, is ignored. Tolerated: several
 * ids in one string ("D8:6; D9:17"), leading zeros, ids that no turn has, turns without text (a picture's caption serves).
 */
import { z } from "zod";
import {
  broken,
  type Conversation,
  dateOf,
  type EvidenceQuestion,
  fillTimes,
  readJson,
  type Session,
} from "./conversation";

const Sample = z.looseObject({
  sample_id: z.union([z.string(), z.number()]),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(
    z.looseObject({
      question: z.string().min(1),
      evidence: z.union([z.array(z.unknown()), z.string()]).nullish(),
      category: z.union([z.number(), z.string()]).nullish(),
    }),
  ),
});
const Samples = z.array(Sample).min(1);
const TurnList = z.array(
  z.looseObject({
    speaker: z.string(),
    dia_id: z.string(),
    text: z.string().nullish(),
    blip_caption: z.string().nullish(),
  }),
);

const CATEGORIES: Record<string, string> = {
  1: "multi-hop",
  2: "temporal",
  3: "open-domain",
  4: "single-hop",
  5: "adversarial",
};
const FIRST = Date.UTC(2023, 0, 1);

/** Conversations of the file, at most `limit`. Throws `validation_failed` for another layout. */
export function readLocomo(path: string, limit = Infinity): Conversation[] {
  const parsed = Samples.safeParse(readJson(path));
  if (!parsed.success) throw broken(`${path} is not in LoCoMo's layout: ${z.prettifyError(parsed.error)}`, HINT);
  return parsed.data.slice(0, limit).map((sample) => toConversation(path, sample));
}

const HINT = "Expected is an array of {sample_id, conversation, qa}, as in locomo10.json.";

function toConversation(path: string, { sample_id, conversation, qa }: z.infer<typeof Sample>): Conversation {
  const id = String(sample_id);
  const numbers = Object.keys(conversation)
    .flatMap((key) => (/^session_\d{1,5}$/.test(key) ? [Number(key.slice("session_".length))] : []))
    .sort((a, b) => a - b);
  const times = fillTimes(
    numbers.map((number) => timeOf(conversation[`session_${number}_date_time`])),
    FIRST,
  );
  const sessions = numbers.map((number, i): Session => {
    const turns = TurnList.safeParse(conversation[`session_${number}`]);
    if (!turns.success) {
      throw broken(`${path}: session_${number} of ${id} is no list of turns: ${z.prettifyError(turns.error)}`, HINT);
    }
    return {
      id: `session_${number}`,
      at: times[i] ?? FIRST,
      turns: turns.data.flatMap(({ speaker, dia_id, text, blip_caption }) => {
        const caption = blip_caption ? `[picture: ${blip_caption}]` : "";
        const said = [text ?? "", caption].filter((part) => part.trim() !== "").join(" ");
        if (said === "") return [];
        const role = speaker === conversation["speaker_b"] ? ("assistant" as const) : ("user" as const);
        return [{ id: normal(dia_id) ?? dia_id, role, text: `${speaker}: ${said}` }];
      }),
    };
  });
  if (sessions.length === 0) throw broken(`${path}: ${id} has no session_N.`, HINT);
  const known = new Set(sessions.flatMap((session) => session.turns.map((turn) => turn.id)));
  const questions = qa.flatMap(({ question, evidence, category }): EvidenceQuestion[] => {
    const ids = [...new Set(idsIn(evidence ?? []))].filter((each) => known.has(each));
    const name = CATEGORIES[String(category)] ?? String(category ?? "none");
    return ids.length === 0 ? [] : [{ text: question, category: name, evidence: ids }];
  });
  return { id, sessions, questions, unscored: qa.length - questions.length };
}

function idsIn(evidence: unknown): string[] {
  const texts = (Array.isArray(evidence) ? evidence : [evidence]).filter((each) => typeof each === "string");
  return texts.flatMap((text) => (text.match(/D:?\d{1,5}:\d{1,6}/g) ?? []).flatMap((id) => normal(id) ?? []));
}

/** "D08:06" as "D8:6"; undefined for what is no such id. */
function normal(id: string): string | undefined {
  const match = /^D:?(\d{1,5}):(\d{1,6})$/.exec(id);
  return match === null ? undefined : `D${Number(match[1])}:${Number(match[2])}`;
}

/** "1:56 pm on 8 May, 2023", UTC. */
function timeOf(text: unknown): number | undefined {
  if (typeof text !== "string" || text.length > 100) return undefined;
  const match = /^\s?(\d{1,2}):(\d{2}) ?([ap])\.?m\.? on (\d{1,2}) ([a-z]{3,9}),? (\d{4})/i.exec(text);
  if (match === null) return undefined;
  const hour = (Number(match[1]) % 12) + (match[3]?.toLowerCase() === "p" ? 12 : 0);
  return dateOf(Number(match[4]), match[5] ?? "", Number(match[6]), hour, Number(match[2]));
}
