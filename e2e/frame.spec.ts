import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { addMemory, promptHook, settled } from "./support/cases";
import { startServer, until } from "./support/server";
import { fillViews, sideways, violations } from "./support/views";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

const views = (page: Page) => page.getByRole("navigation", { name: "Views" });
const hydrated = (page: Page) => expect(page.getByText("Live", { exact: true }).first()).toBeAttached();

test("a phone has four views and More in one bar; the rest, project, theme and language are behind it", async ({
  page,
  server,
}) => {
  await addMemory(server, "the only memory of this store", "shop");
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/");
    await expect(views(page).getByRole("link")).toHaveCount(4);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    const boxes = await views(page).getByRole("listitem").all();
    for (const box of boxes) {
      const size = await box.boundingBox();
      expect(size !== null && size.x >= 0 && size.x + size.width <= width && size.height >= 44).toBe(true);
    }
  }
  await hydrated(page);
  await views(page).getByRole("button", { name: /^More/ }).click();
  const sheet = page.getByRole("dialog", { name: "More" });
  await expect(sheet.getByRole("link")).toHaveCount(7);
  expect(await violations(page)).toEqual([]);
  await sheet.getByLabel("Project").selectOption({ label: "shop: Auto" });
  await expect(page).toHaveURL(/project=shop/);
  await sheet.getByLabel("Theme").selectOption("dark");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await sheet.getByRole("link", { name: "Playground" }).click();
  await expect(page).toHaveURL(/\/playground\?project=shop/);
  await expect(sheet).toBeHidden();
});

test("the switcher names project, mode and branch, finds a project by its name, and the views stay in it", async ({
  page,
  server,
}) => {
  for (let n = 0; n < 12; n += 1) await addMemory(server, `a thing that project number ${n} decided`, `service-${n}`);
  const list = await server.client.projects();
  const seven = list.items.find(({ name }) => name === "service-7");
  await server.client.changeProject(seven?.id ?? 0, { mode: "ask" });
  await page.goto("/memories");
  await hydrated(page);
  await page.getByRole("button", { name: "Project: All projects. Choose another" }).click();
  const picker = page.getByRole("dialog", { name: "Project" });
  await picker.getByRole("combobox").fill("service-7");
  await expect(picker.getByRole("option", { name: /service-7/ })).toContainText("Asks first");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/project=service-7/);
  await expect(page.getByRole("button", { name: /Project: service-7/ })).toContainText("Asks first");
  await expect(page.getByText("in service-7").first()).toBeVisible();
  await views(page)
    .getByRole("link", { name: /^Timeline/ })
    .click();
  await expect(page).toHaveURL(/\/timeline\?.*project=service-7/);
  await page.goto("/memories?project=service-7&branch=topic%2Fcart");
  await expect(page.getByRole("button", { name: /Project: service-7/ })).toContainText("topic/cart");
  await page.getByRole("button", { name: /Project: service-7/ }).click();
  await expect(picker.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /Project: service-7/ })).toBeFocused();
});

test("the rail shows icons alone below 1,100 px, and says each name under the focus", async ({ page, server }) => {
  await addMemory(server, "the only memory of this store");
  await page.setViewportSize({ width: 900, height: 800 });
  await page.goto("/");
  await hydrated(page);
  const tip = page.locator("[aria-hidden].fixed", { hasText: "Playground" });
  await views(page).getByRole("link", { name: "Playground" }).hover();
  await expect(tip).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tip).toBeHidden();
  await page.setViewportSize({ width: 1200, height: 800 });
  const name = views(page).getByRole("link", { name: "Playground" }).locator("span");
  await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(40);
});

test("the palette goes to every view, finds memories as one types, opens an id, switches project and theme", async ({
  page,
  server,
}) => {
  const id = await addMemory(server, "the reverse proxy restarts at midnight", "shop");
  await settled(server);
  await page.goto("/health");
  await hydrated(page);
  const box = page.getByPlaceholder(/Go to a view/);
  const open = async () => {
    await page.keyboard.press("Control+k");
    await expect(box).toBeFocused();
  };
  await open();
  await expect(page.getByRole("option", { name: /reverse proxy/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  for (const name of ["Overview", "Review", "Playground", "Injections", "Settings"])
    await expect(page.getByRole("option", { name, exact: true })).toBeAttached();
  await box.fill("midnight");
  await page.getByRole("option", { name: /reverse proxy/ }).click();
  await expect(page).toHaveURL(new RegExp(`/memories/${id}`));
  await page.goto("/health");
  await hydrated(page);
  await open();
  await box.fill(`#${id}`);
  await expect(page.getByRole("option", { name: new RegExp(`Memory ${id}`) })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/memories/${id}`));
  await open();
  await box.fill("dark");
  await page.getByRole("option", { name: "Theme: Dark" }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.goto("/memories");
  await hydrated(page);
  await open();
  await box.fill("shop");
  await page.getByRole("option", { name: "shop", exact: true }).click();
  await expect(page).toHaveURL(/project=shop/);
  await open();
  await box.fill("new memory");
  await page.getByRole("option", { name: "New memory", exact: true }).click();
  await expect(page.getByRole("dialog").getByLabel("Statement")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/new=/);
  await open();
  await box.fill("undo");
  await page.getByRole("option", { name: "Undo my last change" }).click();
  await expect(page.getByText("Nothing to undo in this tab.")).toBeVisible();
});

test("E106: cards lead to the rows they count, and the bars of the hot list are scaled to the hottest", async ({
  page,
  server,
}) => {
  const { client } = server;
  const add = (name: string, more: object) =>
    client.memories.create({
      key: `shop:a:fact:${name}`,
      value: `the statement called ${name} here`,
      project: null,
      ...more,
    });
  await add("pinned", { tier: "pinned", importance: 4 });
  await add("listed", { tier: "reference", importance: 3 });
  const used = await add("used", { importance: 9 });
  await add("other", { importance: 2 });
  await client.memorySearch({ query: "used", top_k: 1 });
  await settled(server);
  const uses = (await client.memories.get(used.id)).access_count;
  expect(uses).toBeGreaterThan(0);
  await page.goto("/");
  const cards = page.getByRole("list", { name: "Memories by kind" }).getByRole("link");
  for (const [name, count, address] of [
    ["Active", 4, /\/memories$/],
    ["Always inject", 1, /tier=pinned/],
    ["Inject when relevant", 2, /tier=normal/],
    ["Only list", 1, /tier=reference/],
    ["Never used", 3, /used=no/],
  ] as const) {
    const card = cards.filter({ hasText: name });
    await expect(card).toContainText(String(count));
    await expect(card).toHaveAttribute("href", address);
  }
  await cards.filter({ hasText: "Never used" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Memories" })).toBeVisible();
  await expect(page.getByLabel(/^3 /).first()).toBeVisible();
  await page.goto("/");
  const hot = page.getByRole("list").filter({ has: page.getByRole("meter", { name: "Heat" }) });
  await expect(hot.getByRole("listitem")).toHaveCount(4);
  await expect(hot.getByRole("listitem").first()).toContainText(`importance 9, used ${uses} time`);
  const widths = await hot
    .locator("[data-bar]")
    .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
  const full = widths[0] ?? 0;
  const heats = [9 * (uses + 1), 4, 3, 2];
  for (const [at, width] of widths.entries())
    expect(Math.abs(width / full - (heats[at] ?? 0) / (heats[0] ?? 1))).toBeLessThan(0.02);
});

test("U03: the day of the heat map and of the charts is the day on the person's wall", async ({ browser, server }) => {
  await promptHook(server, "which day is it in Honolulu and in Auckland?");
  await addMemory(server, "the only memory of this store");
  for (const timezoneId of ["Pacific/Honolulu", "Pacific/Auckland"]) {
    const context = await browser.newContext({ timezoneId, locale: "en" });
    const page = await context.newPage();
    // The first page tells the server the zone, the next one is drawn in it.
    await page.goto(`${server.url}/health`);
    await hydrated(page);
    await page.goto(`${server.url}/`);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: timezoneId }).format(new Date());
    const square = page.getByRole("table", { name: "A year of work" }).locator("a[tabindex='0']");
    await expect(square).toHaveAttribute("href", new RegExp(`from=${today}&to=${today}`));
    await expect(square).toHaveAccessibleName(/: 1$/);
    await square.focus();
    await page.keyboard.press("ArrowLeft");
    const week = new Date(Date.parse(today) - 7 * 86_400_000).toISOString().slice(0, 10);
    await expect(page.locator("a:focus")).toHaveAttribute("href", new RegExp(`from=${week}`));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/timeline\\?from=${week}&to=${week}`));
    await context.close();
  }
});

test("a chart is a picture with its data as a table behind a toggle", async ({ page, server }) => {
  await fillViews(server);
  await page.setViewportSize({ width: 1280, height: 1800 });
  await page.goto("/");
  const figure = page.getByRole("figure", { name: "Activity" });
  await expect(figure.getByRole("img", { name: /^Prompts from/ })).toBeVisible();
  // The picture is there at once; what answers a pointer is fetched by the first one.
  await expect(figure.getByRole("img").locator("svg").first()).toBeVisible();
  await figure.getByRole("img", { name: /^Prompts from/ }).hover();
  await expect(figure.locator("svg.recharts-surface").first()).toBeVisible();
  await figure.getByRole("button", { name: "Activity: as a table" }).click();
  await expect(figure.getByRole("columnheader")).toHaveText(["Day", "Sessions", "Prompts", "Observations"]);
  await expect(figure.getByRole("row").nth(1)).toContainText("1");
  expect(await violations(page)).toEqual([]);
});

test("what changed since the person last looked is told until it is marked as seen", async ({
  page,
  server,
  context,
}) => {
  await addMemory(server, "what was here on the first visit");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "In the last seven days" })).toBeVisible();
  await hydrated(page);
  const visits = (await context.cookies()).filter(({ name }) => name === "keepsake-visit");
  expect(visits).toHaveLength(1);
  // As if that visit had been an hour ago.
  const then = Date.now() - 3_600_000;
  await context.addCookies([{ name: "keepsake-visit", value: `-.${then}`, url: server.url }]);
  await page.goto("/");
  const block = page.getByRole("region", { name: "Since you last looked" });
  await expect(block.getByRole("link", { name: "1 new memory" })).toBeVisible();
  await expect(block).toContainText("1 h");
  await block.getByRole("button", { name: "Mark as seen" }).click();
  await expect(block).toContainText("nothing changed");
  await addMemory(server, "what came after it was marked");
  await page.reload();
  await expect(block.getByRole("link", { name: "1 new memory" })).toBeVisible();
});

test("paper gets the content in dark on white, without rail, header controls and toasts, and charts as tables", async ({
  page,
  server,
}) => {
  await fillViews(server);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await expect(page.getByRole("table", { name: "A year of work" })).toBeVisible();
  await hydrated(page);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByLabel("Range of the charts")).toBeHidden();
  await expect(page.getByRole("figure", { name: "Memories" }).getByRole("columnheader")).toHaveText(["Day", "Active"]);
  const paper = await page.evaluate(() => {
    const body = getComputedStyle(document.body);
    const region = document.querySelector("main .scroll-area");
    return {
      text: body.color,
      background: body.backgroundColor,
      cut: region === null ? -1 : region.scrollHeight - region.clientHeight,
      isWhole: document.documentElement.scrollHeight > 1000,
    };
  });
  expect(paper).toEqual({ text: "rgb(0, 0, 0)", background: "rgb(255, 255, 255)", cut: 0, isWhole: true });
  await page.goto("/memories/1");
  await expect(page.getByText("a path without a break").first()).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Views" })).toHaveCount(0);
  expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(5_000);
  // Without the list of areas beside them, the settings take the paper's width.
  await page.goto("/settings");
  const group = page.locator("#injecting");
  await expect.poll(async () => (await group.boundingBox())?.width ?? 0).toBeGreaterThan(500);
});

test("at 200 % zoom everything can be reached, and nothing scrolls sideways", async ({ page, server }) => {
  await fillViews(server);
  // 1,280 × 720 at 200 % are 640 × 360 CSS pixels.
  await page.setViewportSize({ width: 640, height: 360 });
  for (const path of ["/", "/memories", "/review", "/settings", "/health"]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    expect(await sideways(page), path).toBeLessThanOrEqual(0);
    const last = views(page).getByRole("link", { name: /^Settings/ });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await expect(views(page).getByRole("button", { name: "More" })).toBeInViewport();
  }
});

test("nothing moves for who asks for no motion", async ({ page, server }) => {
  await fillViews(server);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await hydrated(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByPlaceholder(/Go to a view/)).toBeFocused();
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0)),
      ...[...document.querySelectorAll("*")].map((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return 1000 * Math.max(...`${transitionDuration}, ${animationDuration}`.split(", ").map(parseFloat));
      }),
    ),
  );
  expect(longest).toBeLessThanOrEqual(1);
});

test("Tab begins with the way to the content, and the focus is always seen", async ({ page, server }) => {
  await addMemory(server, "the only memory of this store");
  await page.goto("/");
  await hydrated(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    const ring = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return `${outlineStyle} ${outlineWidth}`;
    });
    expect(ring).toBe("solid 2px");
  }
});

test("U04: after ten seconds without a server the open page says so, and then holds every row once; an unsaved edit stays and is saved", async ({
  page,
  server,
  context,
}) => {
  test.setTimeout(180_000);
  const id = await addMemory(server, "what was there before the line was cut");
  const editor = await context.newPage();
  await editor.goto(`/memories/${id}`);
  await editor.getByRole("button", { name: "Edit" }).first().click();
  await editor.getByLabel("Statement").fill("what was written when the power went");
  await page.goto("/");
  await hydrated(page);
  const stopped = Date.now();
  await server.kill();
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor.getByRole("region", { name: /Notifications/ })).toContainText("The server does not answer.");
  // Not the words are at fault: the same can be saved later.
  await expect(editor.getByRole("button", { name: "Save" })).toBeEnabled();
  await expect(page.getByText("The server does not answer.")).toBeVisible();
  await until(() => (Date.now() - stopped > 10_000 ? true : undefined), 20_000);
  // The page stays cut off while the server is back and goes on.
  await page.context().setOffline(true);
  const again = await startServer({
    home: server.home,
    env: { KEEPSAKE_EMBEDDER: "hash", KEEPSAKE_PORT: new URL(server.url).port },
  });
  try {
    for (let n = 0; n < 5; n += 1) await addMemory(again, `written while the page was cut off, number ${n}`);
    await page.context().setOffline(false);
    const latest = page.locator("section", { has: page.getByRole("heading", { name: "Latest memories" }) });
    for (let n = 0; n < 5; n += 1)
      await expect(latest.locator("a[data-row]", { hasText: `cut off, number ${n}` })).toHaveCount(1, {
        timeout: 60_000,
      });
    await expect(page.getByText("Live", { exact: true })).toBeAttached();
    await expect(editor.getByLabel("Statement")).toHaveValue("what was written when the power went");
    await editor.getByRole("button", { name: "Save" }).click();
    await expect(editor.getByText("Saved.")).toBeVisible();
    expect((await again.client.memories.get(id)).value).toBe("what was written when the power went");
  } finally {
    await again.stop();
  }
});
