/** A block that is only looked at: the same functions that hand it to an agent make it, and nothing is stored. */
import type { App } from "../context";
import type { Injection } from "../contract/inject";
import type { InjectionPreview, InjectionPreviewInput, InjectOverrides } from "../contract/inject-preview";
import { blockSettings, ownMaxChars } from "../inject/block-settings";
import { cleanRequest } from "../inject/hand-out";
import { layersOf } from "../inject/layers";
import { locate } from "../inject/place";
import { HARD_CAP } from "../inject/room";
import { blockMoves } from "../text/block-moves";
import { blockForEvent, PROMPT_SUBMIT, SESSION_START } from "./for-event";

type Query = Omit<InjectionPreviewInput, "overrides">;

/**
 * The block that a hook of this event would hand out now. With `overrides` also that by the saved settings, and what differs; they are
 * never saved. Throws `validation_failed` when neither `project` nor `cwd` is given.
 */
export async function previewInjection(app: App, query: Query, overrides?: InjectOverrides): Promise<InjectionPreview> {
  const make = (settings: InjectOverrides | undefined): Promise<Injection> => {
    const { event, maxChars, ...request } = query;
    const trial = settings === undefined && maxChars === undefined ? undefined : { settings, maxChars };
    const name = event === "prompt" ? PROMPT_SUBMIT : SESSION_START;
    return blockForEvent(app, { ...request, event: name, preview: true, trial });
  };
  const block = await make(overrides);
  const saved = overrides === undefined ? null : await make(undefined);
  return {
    block,
    budget: budgetOf(app, query, overrides),
    layers: layersOf(block),
    empty: emptyOf(app, query, block),
    saved: saved === null ? null : { block: saved, moves: blockMoves(saved.trace, block.trace) },
  };
}

function budgetOf(app: App, query: Query, overrides: InjectOverrides | undefined): InjectionPreview["budget"] {
  const place = locate(app, cleanRequest(query));
  const { maxChars } = query;
  const settings = blockSettings(app, place, { settings: overrides, maxChars });
  const chars = query.event === "prompt" ? settings.recall_max_chars : settings.inject_max_chars;
  if (chars > HARD_CAP) return { chars: HARD_CAP, from: "host" };
  if (maxChars !== undefined) return { chars, from: "asked" };
  return { chars, from: ownMaxChars(place.projects, Number.POSITIVE_INFINITY) === chars ? "project" : "setting" };
}

function emptyOf(app: App, query: Query, block: Injection): InjectionPreview["empty"] {
  if (block.text !== "") return null;
  if (locate(app, cleanRequest(query)).isOff) return "off";
  return query.event === "prompt" && query.prompt.trim() === "" ? "no_prompt" : "nothing";
}
