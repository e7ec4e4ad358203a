import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLiveStore, type LiveStore } from "./live-store";

/** The browser's own parts; the server is what `isUp` says. */
class Line {
  static readonly CLOSED = 2;
  static readonly OPEN = 1;
  static readonly all: Line[] = [];
  readyState = 0;
  onmessage: ((message: { data: string; lastEventId: string }) => void) | null = null;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly url: string) {
    Line.all.push(this);
  }
  open(): void {
    this.readyState = Line.OPEN;
    this.onopen?.();
  }
  close(): void {
    this.readyState = Line.CLOSED;
  }
}

let isUp = true;
let store: LiveStore;
let leave: () => void;
const page = { hidden: false, changed: () => undefined as void };

beforeEach(() => {
  vi.useFakeTimers();
  isUp = true;
  Line.all.length = 0;
  vi.stubGlobal("EventSource", Line);
  vi.stubGlobal("fetch", () => (isUp ? Promise.resolve({ ok: true }) : Promise.reject(new Error("no answer"))));
  vi.stubGlobal("document", {
    get hidden() {
      return page.hidden;
    },
    addEventListener: (_: string, changed: () => void) => void (page.changed = changed),
    removeEventListener: () => undefined,
  });
  store = createLiveStore("/stream?names=native", "7");
  leave = store.subscribe(() => undefined);
});
afterEach(() => {
  leave();
  page.hidden = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const line = (): Line => Line.all.at(-1) as Line;
const openLines = (): number => Line.all.filter(({ readyState }) => readyState !== Line.CLOSED).length;
const tell = (id: string) =>
  line().onmessage?.({ data: JSON.stringify({ type: "memory.added", data: {} }), lastEventId: id });

it("a line that is silent because the server hangs or the machine slept is found dead, and made anew after the last event", async () => {
  const back = vi.fn();
  store.onReturn(back);
  line().open();
  tell("9");
  await vi.advanceTimersByTimeAsync(60_000);
  // Silence alone is no loss: the server answers.
  expect([store.read().connection, Line.all.length]).toEqual(["open", 1]);
  isUp = false;
  await vi.advanceTimersByTimeAsync(25_000);
  expect([store.read().connection, openLines()]).toEqual(["reconnecting", 0]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(Line.all).toHaveLength(1);
  isUp = true;
  await vi.advanceTimersByTimeAsync(4_000);
  line().open();
  expect(line().url).toBe("/stream?names=native&lastEventId=9");
  expect([store.read().connection, openLines()]).toEqual(["open", 1]);
  expect(back).toHaveBeenCalledTimes(1);
});

it("holds one line at most: none while the tab is hidden, also when it was lost before", async () => {
  line().open();
  isUp = false;
  await vi.advanceTimersByTimeAsync(25_000);
  page.hidden = true;
  page.changed();
  isUp = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([store.read().connection, openLines()]).toEqual(["asleep", 0]);
  page.hidden = false;
  page.changed();
  line().open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([store.read().connection, openLines()]).toEqual(["open", 1]);
  leave();
  expect(openLines()).toBe(0);
});
