/** What the page of a session shows beside its turns. */
import type { App } from "../context";
import type { Reflection } from "../contract/codewatch";
import type { Session } from "../contract/evidence";
import { reflectionsOfSession, taskOfSession } from "../reflections/list";
import { estimateTokens } from "../text/estimate";
import {
  type Beside,
  injectedInto,
  type LearnedMemory,
  memoriesOfSession,
  sessionsBeside,
  type TouchedFile,
  touchedFiles,
  type TurnHead,
  turnHeads,
  turnsBeingRead,
} from "./around-query";

const SOON_MS = 3_000;

export interface SessionAround {
  turns: TurnHead[];
  beside: Beside;
  injected: { blocks: number; tokens: number };
  /** What it is about now, where somebody said so. */
  task: string | null;
  /** Turns that wait to be read or are being read. */
  reading: number;
}

export function aroundSession(app: App, session: Session): SessionAround {
  const { blocks, chars } = injectedInto(app.db, session.claude_session_id);
  return {
    turns: turnHeads(app.db, session.id),
    beside: sessionsBeside(app.db, session),
    injected: { blocks, tokens: estimateTokens(chars) },
    task: taskOfSession(app, session.id)?.content ?? null,
    reading: turnsBeingRead(app.db, session.id, app.now() + SOON_MS),
  };
}

export interface SessionYield {
  files: TouchedFile[];
  memories: LearnedMemory[];
  /** Made in it, newest first. */
  reflections: Reflection[];
}

/** So many reflections of a session are shown; the timeline has all. */
const MAX_REFLECTIONS = 10;

/** What came of it: reads all memories' sources, so ask for it apart from what is shown at once. */
export const yieldOfSession = (app: App, id: number): SessionYield => ({
  files: touchedFiles(app.db, id),
  memories: memoriesOfSession(app.db, id),
  reflections: reflectionsOfSession(app, id, MAX_REFLECTIONS),
});
