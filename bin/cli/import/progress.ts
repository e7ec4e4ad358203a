/** Shows how far an import is: a bar on a terminal, a line now and then elsewhere. */
import cliProgress from "cli-progress";

const PLAIN_EVERY_MS = 5_000;
const MB = 1024 * 1024;

export interface Progress {
  add(bytes: number): void;
  counts(lines: number, stored: number): void;
  stop(): void;
}

export function startProgress(totalBytes: number): Progress {
  return process.stdout.isTTY ? bar(totalBytes) : plain(totalBytes);
}

function bar(totalBytes: number): Progress {
  const started = Date.now();
  const shown = new cliProgress.SingleBar({
    format: "{bar} {percentage}% | {done}/{all} MB | {lines} lines, {stored} stored | {rate} lines/s",
    barsize: 30,
    hideCursor: true,
    etaBuffer: 50,
  });
  shown.start(Math.max(totalBytes, 1), 0, { done: "0", all: inMb(totalBytes), lines: 0, stored: 0, rate: 0 });
  let bytes = 0;
  return {
    add: (more) => {
      bytes += more;
      shown.update(Math.min(bytes, totalBytes), { done: inMb(bytes) });
    },
    counts: (lines, stored) => {
      const seconds = Math.max((Date.now() - started) / 1000, 0.001);
      shown.update({ lines, stored, rate: Math.round(lines / seconds) });
    },
    stop: () => shown.stop(),
  };
}

function plain(totalBytes: number): Progress {
  let bytes = 0;
  let said = Date.now();
  return {
    add: (more) => {
      bytes += more;
    },
    counts: (lines, stored) => {
      if (Date.now() - said < PLAIN_EVERY_MS) return;
      said = Date.now();
      console.log(`${inMb(bytes)}/${inMb(totalBytes)} MB, ${lines} lines, ${stored} stored`);
    },
    stop: () => undefined,
  };
}

const inMb = (bytes: number): string => (bytes / MB).toFixed(1);
