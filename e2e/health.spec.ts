import { appendFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "./fixtures";
import { settled } from "./support/cases";
import type { Server } from "./support/server";
import { violations, walkLooks } from "./support/views";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

async function fill(server: Server): Promise<void> {
  for (let n = 0; n < 30; n += 1)
    await server.client.memories.create({
      key: `shop:cart:fact:n${n}`,
      value: `Cart ${n} ${"y".repeat(n)} lies in the shop`,
    });
  await settled(server);
}

test("the store is checked while the server works, and the result stays with its time", async ({ page, server }) => {
  await fill(server);
  await page.goto("/health");
  await expect(page.getByText("Not checked yet.")).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("Whole. Nothing was found.")).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(page.getByText("Whole. Nothing was found.")).toBeVisible();
});

test("both indexes are made anew, each by its button, with what it counted", async ({ page, server }) => {
  await fill(server);
  await page.goto("/health");
  for (const index of ["Words", "Meaning"]) {
    await page.getByRole("button", { name: `Make the index of ${index} anew` }).click();
    await expect(page.getByText("The index is being made anew.").first()).toBeVisible();
  }
  await expect(page.getByText(/^Done, \d+ rows$/)).toHaveCount(2, { timeout: 60_000 });
});

test("going back to a backup asks for the word", async ({ page, server }) => {
  await fill(server);
  await page.goto("/health");
  // A backup that somebody else makes shows by itself.
  await server.client.backups.create();
  await expect(page.getByRole("button", { name: /^Restore manual/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByRole("button", { name: /^Restore manual/ })).toHaveCount(2);
  await page
    .getByRole("button", { name: /^Restore manual/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Go back" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("restore");
  await dialog.getByRole("button", { name: "Go back" }).click();
  await expect(page.getByText("The store is what it was.")).toBeVisible();
});

test("jobs that gave up are run again, all at once too, or discarded until Undo", async ({ page, server }) => {
  await fill(server);
  const db = new Database(join(server.home, "keepsake.db"), { timeout: 5000 });
  const die = db.prepare(
    `INSERT INTO jobs (kind, key, payload, status, attempts, last_error, run_at, created_at, updated_at)
     VALUES ('turn.extract', ?, '{}', 'dead', 5, '<b>boom</b> \u202E', 0, ?, ?)`,
  );
  for (let n = 0; n < 3; n += 1) die.run(`gone-${n}`, Date.now(), Date.now());
  db.close();
  const dead = async () => (await server.client.health()).jobs.dead;
  await page.goto("/health");
  await expect(page.getByText("<b>boom</b>").first()).toBeVisible();
  await page
    .getByRole("button", { name: /^Discard job/ })
    .first()
    .click();
  await expect(page.getByText("The job was discarded.")).toBeVisible();
  await expect.poll(dead).toBe(2);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Undone.")).toBeVisible();
  await expect.poll(dead).toBe(3);
  await expect(page.getByRole("button", { name: /^Discard job/ })).toHaveCount(3);
  await page
    .getByRole("button", { name: /^Discard job/ })
    .last()
    .click();
  await expect(page.getByRole("button", { name: /^Discard job/ })).toHaveCount(2);
  await page.getByRole("button", { name: "Retry all 2" }).click();
  await expect(page.getByText("2 jobs run again.")).toBeVisible();
});

test("the installation's checks stand there, with what is wrong", async ({ page }) => {
  await page.goto("/health");
  for (const name of ["Node.js", "SQLite", "Model files", "Disk space"])
    await expect(page.getByRole("listitem").filter({ hasText: name }).first()).toBeVisible();
});

test("the log is read by level and text, and what it says is never markup", async ({ page, server }) => {
  const line = (level: number, msg: string) =>
    `${JSON.stringify({ level, time: new Date().toISOString(), port: 7, msg })}\n`;
  const file = join(server.home, "logs", "keepsake.log");
  appendFileSync(file, line(40, "slow answer") + line(50, '<img src=x onerror="alert(1)"> failed') + '{"torn');
  await page.goto("/health");
  await page.getByRole("link", { name: "Logs", exact: true }).click();
  await expect(page).toHaveURL(/view=logs/);
  await expect(page.getByText('<img src=x onerror="alert(1)"> failed').first()).toBeVisible();
  await page.getByLabel("Level").selectOption("error");
  await expect(page).toHaveURL(/level=error/);
  await expect(page.getByText("slow answer")).toHaveCount(0);
  await page.getByLabel("Level").selectOption("debug");
  await page.getByRole("searchbox").fill("slow");
  await expect(page).toHaveURL(/q=slow/);
  await page.locator("summary").filter({ hasText: "slow answer" }).click();
  await expect(page.getByText('"port": 7')).toBeVisible();
  await page.getByRole("searchbox").fill("nothing like this");
  await expect(page.getByText("No line fits.")).toBeVisible();
  // Followed, what is written from now on comes by itself, with the filter kept, and a reload goes on following.
  const follow = page.getByRole("button", { name: "Follow" });
  await follow.click();
  await expect(page).toHaveURL(/follow=on/);
  await page.reload();
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  appendFileSync(file, `\n${line(40, "one that fits")}${line(40, "nothing like this before")}`);
  await expect(page.getByText("nothing like this before").first()).toBeVisible();
  await expect(page.getByText("one that fits")).toHaveCount(0);
});

test("both themes, phone and desktop, both languages: no violation, nothing sideways", async ({ page, server }) => {
  test.setTimeout(240_000);
  await fill(server);
  await walkLooks(page, server, ["/health", "/health?view=logs"], [1440, 360]);
});
