/** A clock that tests turn: waits are recorded and cost nothing, timers fire when their time has come. */
import type { Timing } from "../llm/timing";

export interface FakeTiming extends Timing {
  /** Milliseconds of every `sleep` so far; each moved the clock on. */
  waits: number[];
  /** How long each timer was to run. */
  timers: number[];
  /** Moves the clock on and fires what is due. */
  turn(ms: number): void;
}

export function createFakeTiming(clock: { now: number } = { now: Date.UTC(2026, 5, 1, 12) }): FakeTiming {
  const waits: number[] = [];
  const timers: number[] = [];
  const running = new Set<{ at: number; fire: () => void }>();
  const turn = (ms: number): void => {
    clock.now += ms;
    for (const timer of running) {
      if (timer.at > clock.now) continue;
      running.delete(timer);
      timer.fire();
    }
  };
  return {
    waits,
    timers,
    turn,
    now: () => clock.now,
    sleep(ms) {
      waits.push(ms);
      turn(ms);
      return Promise.resolve();
    },
    after(ms, fire) {
      timers.push(ms);
      const timer = { at: clock.now + ms, fire };
      running.add(timer);
      return () => running.delete(timer);
    },
  };
}
