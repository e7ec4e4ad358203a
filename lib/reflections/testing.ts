/** Test helper: a store with a git folder whose branch can be changed, and observations in it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Category, Priority } from "../contract/evidence";
import type { Actor } from "../contract/common";
import type { ObserveAnswer, ObserveInput, RecallInput } from "../contract/codewatch";
import { write } from "../db/write";
import { insertObservation, type NewObservationRow } from "../observations/repo";
import { ensureProject, identifyProject } from "../projects/service";
import { indexEntity } from "../search/indexing";
import { openTestApp, type TestApp } from "../testing";
import { observe, recallObservations } from "./service";

export const AGENT: Actor = { kind: "agent", name: "mcp" };
export const PERSON: Actor = { kind: "person", name: "console" };

/** A folder with the git files that are read, on a branch. */
export function gitFolder(test: TestApp, name: string, branch = "main"): string {
  const folder = join(test.home, "work", name);
  for (const part of ["objects", "refs"]) mkdirSync(join(folder, ".git", part), { recursive: true });
  writeFileSync(join(folder, ".git", "config"), "[core]\n");
  checkOut(folder, branch);
  return folder;
}

/** A commit's name makes HEAD a detached one. */
export function checkOut(folder: string, branch: string): void {
  const head = /^[0-9a-f]{40}$/.test(branch) ? branch : `ref: refs/heads/${branch}`;
  writeFileSync(join(folder, ".git", "HEAD"), `${head}\n`);
}

export const see = (
  test: TestApp,
  cwd: string,
  input: Partial<ObserveInput> & { content: string },
): Promise<ObserveAnswer> => observe(test.app, { cwd, ...input }, AGENT);

export interface Planted {
  content: string;
  category?: Category;
  priority?: Priority;
  at?: number;
  files?: string[];
  branch?: string | null;
  session?: number | null;
}

/** Rows as capture leaves them, many at once; answers their ids. */
export function plant(test: TestApp, cwd: string, rows: readonly Planted[]): number[] {
  const { app } = test;
  return write(app, (tx) => {
    const now = app.now();
    const identity = identifyProject(app, { cwd });
    const project = ensureProject(tx, now, identity);
    return rows.map(
      ({ content, category = "learning", priority = "medium", at = now, files = [], branch, session }) => {
        const values: NewObservationRow = {
          sessionId: session ?? null,
          projectId: project.id,
          branch: branch === undefined ? identity.branch : branch,
          title: content.slice(0, 60),
          summary: content,
          filesModified: JSON.stringify(files),
          obsType: "discovery",
          category,
          priority,
          source: "rules",
          createdAt: at,
          updatedAt: at,
        };
        const row = insertObservation(tx, values);
        indexEntity(tx, now, "observation", row);
        return row.id;
      },
    );
  });
}

/** Before each test a store with the git folder `shop`, of the branch `main`; closed behind it. */
export function useShop(begin: (test: TestApp, cwd: string) => void): void {
  let test: TestApp;
  beforeEach(async () => {
    test = await openTestApp();
    begin(test, gitFolder(test, "shop"));
  });
  afterEach(() => test.close());
}

export const recalledIn = (test: TestApp, asked: RecallInput): string[] =>
  recallObservations(test.app, asked).items.map(({ content }) => content);

export const lastOperation = (test: TestApp): number =>
  test.app.sqlite.prepare("SELECT max(id) FROM operations").pluck().get() as number;
