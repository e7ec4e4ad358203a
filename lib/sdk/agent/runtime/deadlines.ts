/** How long a hook may take, and each of its requests (V64). Pure. */

/** Events as every host's adapter names them. */
export const HOOK_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PostToolUse",
  "Stop",
  "SubagentStop",
  "SessionEnd",
  "PreCompact",
] as const;
export type HookEventName = (typeof HOOK_EVENTS)[number];

/** Milliseconds after which hosts end a hook. */
const LIMIT: Readonly<Record<HookEventName, number>> = {
  SessionStart: 30_000,
  UserPromptSubmit: 10_000,
  PostToolUse: 10_000,
  Stop: 30_000,
  SubagentStop: 30_000,
  SessionEnd: 30_000,
  PreCompact: 30_000,
};
const RESERVE = 3000;
const MIN_REQUEST = 1000;
const WATCHDOG_AFTER = 1500;

export interface Deadline {
  /** Milliseconds for all of the hook's work. */
  budget: number;
  /** Milliseconds after which the process ends itself, with exit 0. */
  watchdog: number;
  /** Milliseconds for a request that begins now: what is left, at least one second, at most `wanted`. */
  requestTimeout(now: number, wanted: number): number;
}

/** `startedAt`: milliseconds UTC. */
export function deadlineOf(event: HookEventName, startedAt: number): Deadline {
  const budget = LIMIT[event] - RESERVE;
  return {
    budget,
    watchdog: budget + WATCHDOG_AFTER,
    requestTimeout: (now, wanted) => Math.max(MIN_REQUEST, Math.min(wanted, startedAt + budget - now)),
  };
}
