/** Our reading tools: what bears on a task, what a search finds, what happened, and the whole of single rows. */
import type { CORE_TOOLS } from "../../contract/mcp-core";
import { AppError, noSuch } from "../../contract/errors";
import { type SearchType } from "../../contract/search";
import { TimelineQuery } from "../../contract/timeline";
import { TimeInput } from "../../contract/common";
import { getMemory, memoriesById } from "../../memories/query";
import { recallForPrompt } from "../../recall/service";
import { requireObservationRow, requirePromptRow, requireSummaryRow } from "../../worker/single";
import { isoTime } from "../../worker/rows";
import { timeline } from "../../worker/timeline";
import { DEFAULT_TOKENS, fitEntries, framed, plain } from "../answer";
import { type Caller, reachOf } from "../caller";
import { eventById } from "../event-query";
import { countTold, findFor } from "../find";
import { eventEntry, memoryEntry, momentEntry, observationEntry, promptEntry, summaryEntry } from "../lines";
import type { Handlers } from "./handler";

type Reading = Pick<typeof CORE_TOOLS, "keepsake_recall" | "keepsake_search" | "keepsake_timeline" | "keepsake_get">;
const USUAL: SearchType[] = ["memories", "observations", "sessions"];

export const coreReading: Handlers<Reading> = {
  async keepsake_recall(caller, { query, project, max_tokens }) {
    const reach = reachOf(caller, project);
    if (reach.closed !== null) return plain(reach.closed);
    const { app, actor, where } = caller;
    const { text } = await recallForPrompt(app, {
      prompt: query,
      ...(reach.ref === undefined ? {} : { project: reach.ref }),
      ...(reach.project === null || project !== undefined ? {} : { cwd: where.cwd }),
      ...(reach.branch === null ? {} : { branch: reach.branch }),
      host: actor.name,
      // An agent that asks twice wants it twice: no session, so that nothing counts as told already.
      mayBeAnywhere: true,
      maxChars: Math.max(200, (max_tokens ?? DEFAULT_TOKENS) * 4),
    });
    if (text !== "") return plain(text);
    return plain("Nothing that is remembered bears on this. keepsake_search looks further.");
  },

  async keepsake_search(caller, { query, kinds, project, since, until, limit, max_tokens }) {
    const reach = reachOf(caller, project);
    if (reach.closed !== null) return plain(reach.closed);
    const asked = {
      ...(query === undefined || query.trim() === "" ? {} : { query }),
      ...(since === undefined ? {} : { since: timeOf(since, "since") }),
      ...(until === undefined ? {} : { until: timeOf(until, "until") }),
      limit: limit ?? 8,
    };
    const found = await findFor(caller.app, reach, asked, kinds ?? USUAL);
    if (found.entries.length === 0) return plain(`${found.head} Other words, or project=*, may find more.`);
    const { text, left } = fitEntries(found.entries, max_tokens, "Ask for fewer kinds, a lower limit, or more tokens.");
    countTold(caller.app, found.memories.slice(0, found.entries.length - left));
    return framed(`${found.head} keepsake_get reads the whole of an id.\n\n${text}`);
  },

  async keepsake_timeline(caller, { anchor, query, before, after, project, max_tokens }) {
    const reach = reachOf(caller, project);
    if (reach.closed !== null) return plain(reach.closed);
    if (reach.isNew) return plain("Nothing happened in this project yet.");
    const { app } = caller;
    const isNow = (anchor ?? "") === "" && (query ?? "").trim() === "";
    const items = await timeline(
      app,
      TimelineQuery.parse({
        anchor: isNow ? isoTime(app.now()) : anchorOf(caller, anchor),
        query,
        depth_before: before ?? 10,
        depth_after: after ?? 10,
        project: reach.ref,
      }),
    );
    const told = items.filter((item) => reach.tells({ project: item.project }));
    if (told.length === 0) return plain("Nothing is stored around that moment.");
    return framed(
      fitEntries(told.map(momentEntry), max_tokens, "Ask for fewer before and after, or more tokens.").text,
    );
  },

  keepsake_get(caller, { ids, max_tokens }) {
    const entries = [...new Set(ids)].map((ref) => entryOf(caller, ref));
    countTold(
      caller.app,
      entries.map(({ memory }) => memory),
    );
    const texts = entries.map(({ text }) => text);
    return framed(fitEntries(texts, max_tokens, "Ask for fewer ids at once, or more tokens.").text);
  },
};

interface Entry {
  text: string;
  memory: number | null;
}

/** One row that cannot be told is no reason not to tell the others. */
function entryOf(caller: Caller, ref: string): Entry {
  try {
    return readRef(caller, ref);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { text: `[${ref}] ${error.message}`, memory: null };
  }
}

/** Throws `not_found`, `forbidden` for what agents are not told. */
export function readRef(caller: Caller, ref: string): Entry {
  const { app } = caller;
  const [, mark = "", digits = ""] = /^([MOSPE#]?)(\d+)$/i.exec(ref) ?? [];
  const id = Number(digits);
  const open = reachOf(caller, "*");
  const told = (row: { project?: string | null; project_id?: number }, text: () => string): Entry => {
    if (open.closed !== null || !open.tells(row))
      throw new AppError("forbidden", "Its project is off: it is not told.");
    return { text: text(), memory: null };
  };
  switch (mark.toUpperCase()) {
    case "O":
    case "#": {
      const row = requireObservationRow(app, id);
      return told(row, () => observationEntry(row));
    }
    case "S": {
      const row = requireSummaryRow(app, id);
      return told(row, () => summaryEntry(row));
    }
    case "P": {
      const row = requirePromptRow(app, id);
      return told(row, () => promptEntry(row));
    }
    case "E": {
      const row = eventById(app.db, id);
      if (row === undefined) throw noSuch("event", id);
      return told(row, () => eventEntry(row));
    }
    default:
      return { ...readMemory(caller, id, told), memory: id };
  }
}

function readMemory(
  { app }: Caller,
  id: number,
  told: (row: { project_id: number }, text: () => string) => Entry,
): Entry {
  const memory = getMemory(app, id);
  if (memory === undefined || memory.status === "deleted") throw noSuch("memory", id);
  if (memory.review_state !== null) {
    throw new AppError("forbidden", `Memory ${id} waits for a person's review: agents are not told it until then.`);
  }
  return told(memory, () => memoryEntry(memoriesById(app.db, [id])[0] ?? memory));
}

/**
 * What a timeline takes as its anchor: `O41` as `41`, and of what has no place in it, a memory or an event, its moment. Throws as
 * {@link readRef}.
 */
export function anchorOf(caller: Caller, anchor: string | undefined): string | undefined {
  const [, mark = "", digits = ""] = /^\[?([MOSPE#])(\d{1,15})\]?$/i.exec(anchor?.trim() ?? "") ?? [];
  switch (mark.toUpperCase()) {
    case "O":
    case "#":
      return digits;
    case "S":
    case "P":
      return mark + digits;
    case "M":
    case "E":
      return isoTime(momentOf(caller, mark, Number(digits)));
    default:
      return anchor;
  }
}

function momentOf(caller: Caller, mark: string, id: number): number {
  readRef(caller, `${mark}${id}`);
  return (/m/i.test(mark) ? getMemory(caller.app, id)?.created_at : eventById(caller.app.db, id)?.at) ?? 0;
}

/** Throws `validation_failed` for what is neither a day nor a time. */
function timeOf(text: string, name: string): string | number {
  const parsed = TimeInput.safeParse(text.trim());
  if (parsed.success) return parsed.data;
  throw new AppError("validation_failed", `${name} must be a day (2026-12-31) or a time (2026-12-31T18:00:00Z).`, {
    details: [{ path: name, message: "must be a day or a time" }],
  });
}
