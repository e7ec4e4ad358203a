/**
 * The console in a real browser: from a person's input to the next frame (what they notice of a wait), and to the new rows.
 * The page is warm; every input is a trusted one of the browser's own.
 */
import { chromium, type Page } from "@playwright/test";
import type { Server } from "../../e2e/support/server";
import { type Row, timesRow } from "../measure";

interface Taken {
  /** Milliseconds to the next frame, as the browser's event timing says it; 16 is the least that it tells. */
  frame: number;
  /** Milliseconds until what was asked for is painted. */
  painted: number;
}

interface Probe {
  frames: { start: number; duration: number }[];
  started: number | null;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

const ROWS = "[data-virtual-list] a[data-row]";

/** `label` says how large the store is; `rounds` of each move. */
export async function benchConsole(server: Server, label: string, rounds: number): Promise<Row[]> {
  const executablePath = process.env.KEEPSAKE_CHROMIUM;
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // What runs this file gives functions their names by a helper, which a page has not.
  await page.addInitScript("globalThis.__name = (named) => named;");
  await page.addInitScript(() => {
    window.probe = { frames: [], started: null };
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.probe.frames.push({ start: startTime, duration });
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    for (const type of ["pointerdown", "keydown"])
      addEventListener(type, (event) => (window.probe.started ??= event.timeStamp), { capture: true });
  });
  const moves: Record<string, Taken[]> = {};
  const note = async (name: string, act: () => Promise<void>, done: string): Promise<void> => {
    const taken = await take(page, act, done);
    (moves[name] ??= []).push(taken);
  };
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto(`${server.url}/memories`);
    await page.locator(ROWS).first().waitFor();
    await page.waitForLoadState("networkidle");
    const facet = page
      .getByRole("region", { name: "Attribute", exact: true })
      .getByRole("link", { name: /Preference/ });
    await note("filter", () => facet.click(), "rows");
    const sort = page.getByRole("columnheader", { name: "Importance" }).getByRole("link");
    await note("sort", () => sort.click(), "rows");
    await note("open beside the list", () => page.locator(ROWS).nth(3).click(), "panel");
    await note("the next one (j)", () => page.keyboard.press("j"), "panel");
    await page.keyboard.press("Escape");
    await page.goto(`${server.url}/memories?mode=words`);
    await page.locator(ROWS).first().waitFor();
    await page.waitForLoadState("networkidle");
    await page.getByRole("searchbox", { name: "Search memories" }).click();
    await page.keyboard.type("deadloc");
    await note("search, from the last key (250 ms of it are its pause)", () => page.keyboard.type("k"), "marks");
    // The first round warms up.
    if (round === 0) for (const name of Object.keys(moves)) delete moves[name];
  }
  await browser.close();
  return Object.entries(moves).flatMap(([name, taken]) => [
    timesRow(
      `console: ${name}, to the next frame, ${label}`,
      taken.map(({ frame }) => frame),
    ),
    timesRow(
      `console: ${name}, to what was asked for, ${label}`,
      taken.map(({ painted }) => painted),
    ),
  ]);
}

async function take(page: Page, act: () => Promise<void>, done: string): Promise<Taken> {
  await page.evaluate((rows) => {
    window.probe.started = null;
    window.probe.frames = [];
    const look = {
      rows: () => [...document.querySelectorAll(rows)].slice(0, 5).map((row) => row.getAttribute("href")),
      panel: () => document.querySelector('[role=complementary][aria-label], aside[aria-label^="Memory"]')?.ariaLabel,
      marks: () => document.querySelectorAll(`${rows} mark`).length > 0,
    };
    Object.assign(window, { look: (what: keyof typeof look) => JSON.stringify(look[what]() ?? null) });
  }, ROWS);
  const before = await page.evaluate((what) => (window as unknown as { look(of: string): string }).look(what), done);
  await act();
  const painted = await page.evaluate(
    async ([what, was]) => {
      const look = (window as unknown as { look(of: string): string }).look;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      while (look(what ?? "") === was) await frame();
      await frame();
      return performance.now() - (window.probe.started ?? 0);
    },
    [done, before],
  );
  const frame = await page.evaluate(() => Math.max(16, ...window.probe.frames.map(({ duration }) => duration)));
  return { frame, painted };
}
