/** The page of memories as tests see it: notes to fill it with, and its parts by their names. */
import type { Locator, Page } from "@playwright/test";
import type { Server } from "./server";

interface Note {
  key?: string;
  value: string;
  project?: string | null;
  tags?: string;
  tier?: "pinned" | "normal" | "reference";
  attribute?: string;
}

/** Writes memories in this order; answers their ids. */
export async function write(server: Server, notes: Note[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, note] of notes.entries()) {
    const key = note.key ?? `shop:list:fact:note_${index + 1}`;
    ids.push((await server.client.memories.create({ project: null, ...note, key })).id);
  }
  return ids;
}

export const notes = (number: number): Note[] =>
  Array.from({ length: number }, (_, index) => ({
    value: `statement number ${String(index + 1).padStart(2, "0")} of the list about ${index % 2 === 0 ? "deploys" : "caches"}`,
    tags: index % 2 === 0 ? "deploy,ops" : "cache",
    tier: index === 0 ? "pinned" : "normal",
    attribute: index % 2 === 0 ? "decision" : "fact",
    project: index % 3 === 0 ? "shop" : "blog",
  }));

export const rows = (page: Page): Locator => page.locator("a[data-row]").filter({ visible: true });
export const rowOf = (page: Page, text: string): Locator => rows(page).filter({ hasText: text });
export const boxOf = (page: Page, id: number): Locator =>
  page.getByRole("checkbox", { name: `Select memory ${id}`, exact: true });
export const facet = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
export const chips = (page: Page): Locator => page.getByRole("list", { name: "Active filters" });
export const toast = (page: Page): Locator => page.getByRole("region", { name: /Notifications/ });
export const bulkBar = (page: Page): Locator =>
  page.getByRole("group", { name: "What to do with the selected memories" });

export async function act(page: Page, action: string): Promise<void> {
  await bulkBar(page).getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}
