/** Where a memory or an observation comes from, what else came from there, and what took whose place. */
import type { App } from "../context";
import type { MemoryRelated, SourceTurn } from "../contract/memory-page";
import type { SourceRef } from "../contract/memory";
import { headOf } from "../text/caps";
import { getSessions } from "../sessions/query";
import { chainOf, requireMemory } from "./query";
import { findEvents, findTurn, memoriesOfTurn, memoryBriefs, observationsOfTurn, replacedBy } from "./related-query";

const MAX_TURNS = 20;
const QUOTE_CHARS = 400;

/** Throws `not_found`. */
export function memoryRelated(app: App, id: number): MemoryRelated {
  const memory = requireMemory(app, id);
  const next = memory.superseded_by === null ? [] : memoryBriefs(app.db, [memory.superseded_by]);
  const inForce = memory.status === "active" ? undefined : versionInForce(app, id);
  return {
    turns: sourceTurns(app, memory.sources, { memory: id }),
    turns_total: turnsOf(memory.sources).length,
    replaces: replacedBy(app.db, id),
    replaced_by: next[0] ?? null,
    in_force: inForce ?? null,
  };
}

const versionInForce = (app: App, id: number) =>
  memoryBriefs(app.db, chainOf(app.db, id)).findLast((version) => version.status === "active" && version.id !== id);

/** The turns of `sources`, the first 20, each with what came from it beside the row that asks. */
export function sourceTurns(
  app: App,
  sources: SourceRef[],
  self: { memory?: number; observation?: number },
): SourceTurn[] {
  const turns = turnsOf(sources).slice(0, MAX_TURNS);
  const sessions = getSessions(app.db, [...new Set(turns.map((source) => source.session_id))]);
  return turns.map(({ session_id: sessionId, turn, event_ids: eventIds = [] }): SourceTurn => {
    const session = sessions.get(sessionId);
    const row = session === undefined ? undefined : findTurn(app.db, sessionId, turn);
    const isPrivate = row?.isPrivate === 1;
    const prompt = isPrivate ? null : (row?.prompt ?? null);
    return {
      session_id: sessionId,
      turn,
      session:
        session === undefined
          ? null
          : { title: session.title, host: session.host, project: session.project, branch: session.branch },
      at: row?.startedAt ?? null,
      is_private: isPrivate,
      prompt: prompt === null || prompt === "" ? null : headOf(prompt, QUOTE_CHARS),
      prompt_chars: isPrivate ? 0 : (row?.promptChars ?? 0),
      events: session === undefined ? [] : findEvents(app.db, eventIds),
      memories:
        row === undefined
          ? []
          : memoriesOfTurn(app.db, { sessionId, turn, from: row.startedAt, to: row.endedAt }, self.memory ?? null),
      observations:
        row === undefined
          ? []
          : observationsOfTurn(app.db, sessionId, turn).filter((other) => other.id !== self.observation),
    };
  });
}

/** Each turn once, with all the evidence that is named in it. */
function turnsOf(sources: SourceRef[]): SourceRef[] {
  const turns = new Map<string, SourceRef>();
  for (const source of sources) {
    const name = `${source.session_id}:${source.turn}`;
    const known = turns.get(name);
    const eventIds = [...new Set([...(known?.event_ids ?? []), ...(source.event_ids ?? [])])];
    turns.set(name, { ...source, ...known, event_ids: eventIds });
  }
  return [...turns.values()];
}
