/** Lists of memories that a person gave a name; each change is an operation, since they are settings. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { SavedView } from "../contract/setting-groups";
import { changeSettings, readSettings } from "./service";

/** Id of the operation that Undo takes; null = it was so already. */
type Recorded = number | null;

/** Keeps a list under a name; the name's earlier list gives way, in its place. Throws `validation_failed` when there are too many. */
export function saveView(app: App, view: SavedView, actor: Actor): Recorded {
  const views = readSettings(app).saved_views;
  const isKnown = views.some(({ name }) => name === view.name);
  return put(app, isKnown ? views.map((one) => (one.name === view.name ? view : one)) : [...views, view], actor);
}

/** Throws `not_found` where another tab was quicker, `conflict` where the new name is taken. */
export function renameView(app: App, from: string, to: string, actor: Actor): Recorded {
  const views = readSettings(app).saved_views;
  if (!views.some(({ name }) => name === from)) throw noView();
  if (from !== to && views.some(({ name }) => name === to)) {
    throw new AppError("conflict", "Another saved view has this name.", { hint: "Give it a name of its own." });
  }
  return put(
    app,
    views.map((view) => (view.name === from ? { ...view, name: to } : view)),
    actor,
  );
}

/** Throws `not_found` where another tab was quicker. */
export function removeView(app: App, name: string, actor: Actor): Recorded {
  const views = readSettings(app).saved_views;
  const rest = views.filter((view) => view.name !== name);
  if (rest.length === views.length) throw noView();
  return put(app, rest, actor);
}

/** The contract's bound on `saved_views`. */
export const MAX_VIEWS = 50;

function put(app: App, views: SavedView[], actor: Actor): Recorded {
  if (views.length > MAX_VIEWS) {
    throw new AppError("validation_failed", `There are ${MAX_VIEWS} saved views, which is as many as there can be.`, {
      hint: "Remove one that is not needed any more.",
    });
  }
  return changeSettings(app, { saved_views: views }, actor).operationId;
}

const noView = (): AppError =>
  new AppError("not_found", "There is no saved view of this name.", {
    hint: "Another tab may have renamed or removed it.",
  });
