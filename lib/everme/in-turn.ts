/** One after the other: what is done to one thing, in steps that let others pass, never runs beside itself. */
import type { App } from "../context";

const KEY = Symbol.for("keepsake.gateway-turns");
/** On globalThis: each route is a module instance of its own. */
type Slot = { [KEY]?: WeakMap<App, Map<string, Promise<unknown>>> };

/** Begins `work` when all that was asked for under this name before is over, whether it went well or not. */
export function inTurn<T>(app: App, name: string, work: () => Promise<T>): Promise<T> {
  const slot = globalThis as Slot;
  const all = (slot[KEY] ??= new WeakMap<App, Map<string, Promise<unknown>>>());
  let last = all.get(app);
  if (last === undefined) all.set(app, (last = new Map<string, Promise<unknown>>()));
  const waiting = last;
  const before = waiting.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  waiting.set(name, mine);
  const forget = (): void => {
    if (waiting.get(name) === mine) waiting.delete(name);
  };
  void mine.then(forget, forget);
  return mine;
}
