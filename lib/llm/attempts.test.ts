import { expect, it } from "vitest";
import { completion, failure } from "../testing/fake-llm";
import { ATTEMPT_MS, TOTAL_MS } from "./limits";
import { useBench } from "./testing";

const bench = useBench();
const GOOD = completion('{"ok":true}');
const ok = expect.objectContaining({ status: "ok", text: '{"ok":true}' }) as unknown;

/** A promise and the way to keep it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

it("E69: asks up to three times after 2 s and 5 s for 408, 429, 500, 502, 503 and 504", async () => {
  for (const status of [408, 429, 500, 502, 503, 504]) {
    bench.fake.script(failure(status), failure(status), GOOD);
    expect((await bench.ask()).outcome).toEqual(ok);
  }
  expect(bench.timing.waits).toEqual([2000, 5000, 2000, 5000, 2000, 5000, 2000, 5000, 2000, 5000, 2000, 5000]);
  expect(bench.fake.requests).toHaveLength(18);
});

it("E65, E69: the third failure is the outcome, with its status", async () => {
  bench.fake.script(failure(503), failure(503), failure(503), failure(429), failure(429), failure(429));
  const first = await bench.ask();
  const second = await bench.ask();
  expect(first.outcome).toEqual({ status: "error", reason: "http", httpStatus: 503, attempts: 3 });
  expect(second.outcome).toEqual({ status: "error", reason: "rate_limited", httpStatus: 429, attempts: 3 });
  expect([first.charged, second.charged]).toEqual([0, 0]);
});

it("E65, E69: other codes are not asked again", async () => {
  const codes = [400, 401, 402, 403, 404, 409, 413, 422, 501, 505];
  bench.fake.script(...codes.map((code) => failure(code)));
  for (const httpStatus of codes) {
    expect((await bench.ask()).outcome).toEqual({ status: "error", reason: "http", httpStatus, attempts: 1 });
  }
  expect(bench.timing.waits).toEqual([]);
});

it("E69: Retry-After counts in seconds and as a date, up to 30 s", async () => {
  const date = new Date(bench.timing.now() + 9_000).toUTCString();
  bench.fake.script(failure(429, "", { "retry-after": "7" }), failure(503, "", { "retry-after": "3600" }), GOOD);
  expect((await bench.ask()).outcome).toEqual(ok);
  bench.timing.turn(-37_000);
  bench.fake.script(failure(429, "", { "retry-after": date }), failure(429, "", { "retry-after": "soon" }), GOOD);
  expect((await bench.ask()).outcome).toEqual(ok);
  expect(bench.timing.waits).toEqual([7000, 30_000, 9000, 5000]);
});

it("E69: does not wait where the wait would use up the budget", async () => {
  bench.fake.script(failure(429, "", { "retry-after": "20" }));
  const { outcome } = await bench.ask({ deadline: bench.timing.now() + 20_000 });
  expect(outcome).toEqual({ status: "error", reason: "rate_limited", httpStatus: 429, attempts: 1 });
  expect(bench.timing.waits).toEqual([]);
});

it("E69: a network error gets one retry, in the head and in the body", async () => {
  bench.fake.script({ drop: "at once" }, GOOD, { ...GOOD, drop: "in body" }, GOOD);
  expect((await bench.ask()).outcome).toEqual(ok);
  expect((await bench.ask()).outcome).toEqual(ok);
  expect(bench.timing.waits).toEqual([2000, 2000]);
  bench.fake.script({ drop: "at once" }, { ...GOOD, drop: "in body" }, GOOD);
  const { outcome, charged } = await bench.ask();
  expect(outcome).toEqual({ status: "error", reason: "network", attempts: 2 });
  expect(charged).toBe(2);
  expect(bench.fake.requests).toHaveLength(6);
});

it("E65, E69: a server that is not there is a network error, for which nobody is charged", async () => {
  await bench.fake.close();
  const { outcome, charged } = await bench.ask();
  expect(outcome).toEqual({ status: "error", reason: "network", attempts: 2 });
  expect(charged).toBe(0);
});

it("E68: a request runs 120 s, all attempts 240 s, whatever the caller says", async () => {
  const first = gate();
  const second = gate();
  bench.fake.script({ ...GOOD, hold: first.opened }, { ...GOOD, hold: second.opened }, GOOD);
  const asked = bench.ask({ deadline: bench.timing.now() + 3_600_000 });
  await bench.fake.received(1);
  bench.timing.turn(ATTEMPT_MS);
  await bench.fake.received(2);
  bench.timing.turn(TOTAL_MS - ATTEMPT_MS - 2000);
  const { outcome, charged } = await asked;
  expect(outcome).toEqual({ status: "error", reason: "timeout", attempts: 2 });
  expect(charged).toBe(2);
  expect(bench.timing.timers).toEqual([ATTEMPT_MS, TOTAL_MS - ATTEMPT_MS - 2000]);
  expect(bench.fake.requests).toHaveLength(2);
  first.open();
  second.open();
});

it("E68: a timed-out request is asked again within what is left", async () => {
  const never = gate();
  bench.fake.script({ ...GOOD, hold: never.opened }, GOOD);
  const asked = bench.ask();
  await bench.fake.received(1);
  bench.timing.turn(ATTEMPT_MS);
  const { outcome, charged } = await asked;
  expect(outcome).toEqual(ok);
  expect(charged).toBe(2);
  never.open();
});

it("E68: a body that stops half way ends with the deadline", async () => {
  const never = gate();
  bench.fake.script({ ...GOOD, holdBody: never.opened });
  const asked = bench.ask({ deadline: bench.timing.now() + 1000 });
  await bench.fake.received(1);
  bench.timing.turn(1000);
  expect((await asked).outcome).toEqual({ status: "error", reason: "timeout", attempts: 1 });
  never.open();
});

it("E68: success after the deadline is no success, though no timer fired", async () => {
  const late = gate();
  bench.fake.script({ ...GOOD, holdBody: late.opened });
  const clock = { now: bench.timing.now() };
  const asked = bench.ask({ deadline: clock.now + 1000 });
  await bench.fake.received(1);
  // The clock moves on, the timer has not yet been run: the check after the body decides.
  bench.timing.now = () => clock.now + 1000;
  late.open();
  expect((await asked).outcome).toEqual({ status: "error", reason: "timeout", attempts: 1 });
});

it("E68: a deadline that has passed sends nothing", async () => {
  const { outcome, charged } = await bench.ask({ deadline: bench.timing.now() });
  expect(outcome).toEqual({ status: "error", reason: "timeout", attempts: 0 });
  expect(charged).toBe(0);
  expect(bench.fake.connections()).toBe(0);
});
