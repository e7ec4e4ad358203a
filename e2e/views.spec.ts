import { createClient } from "../lib/client";
import { expect, test } from "./fixtures";
import { addMemory } from "./support/cases";
import { checkLooks, contradict, fillViews, VIEWS } from "./support/views";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

test("T14, U01: every view opens with data, in both themes and three widths, without scrolling sideways and without axe violations", async ({
  page,
  server,
}) => {
  test.setTimeout(600_000);
  await fillViews(server);
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [name, view] of VIEWS) {
      const response = await page.goto(view);
      expect(response?.status(), view).toBe(name === "not-found" ? 404 : 200);
      await expect(page.getByRole("main")).toBeVisible();
      await checkLooks(page, name, "en");
    }
  }
});

test("M49: the root of the server is the console", async ({ page, server }) => {
  await addMemory(server, "the console shows what the store holds");
  const response = await page.goto("/");
  expect([response?.status(), response?.headers()["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  await expect(page).toHaveTitle(/Keepsake/);
  await expect(page.getByRole("navigation", { name: "Views" }).first()).toBeVisible();
  await expect(page.getByText("the console shows what the store holds").first()).toBeVisible();
});

test("X07: stored markup is shown as text and runs nothing", async ({ page, server }) => {
  await fillViews(server);
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  for (const view of ["/memories", "/memories/2", "/search?q=onerror", "/activity"]) await page.goto(view);
  await page.goto("/memories/2");
  await expect(page.getByText("<script>alert(2)</script>").first()).toBeVisible();
  expect(dialogs).toBe(0);
});

test("X07, X08: markup in titles, tags and project names, remote images and frames stay text on every page", async ({
  page,
  server,
}) => {
  const project = "<b onmouseover=window.__xss=1>p";
  const body = "**b** <img src=x onerror=window.__xss=1> <iframe srcdoc='<script>top.__xss=1</script>'></iframe>";
  const rest = "![p](http://track.test/x.png) <details open ontoggle=window.__xss=1>d</details>";
  const client = createClient(server.url);
  await client.memories.create({ key: "markup", value: `${body} ${rest}`, tags: '"><svg onload=window.__xss=1>' });
  const note = await fetch(`${server.url}/api/memory/save`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ title: "<script>window.__xss=1</script>", text: `${body} ${rest}`, project }),
  });
  const { id } = (await note.json()) as { id: number };
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  const named = encodeURIComponent(project);
  const views = [
    ...VIEWS.filter(([name]) => name !== "not-found").map(([, view]) => view),
    `/observation/${id}`,
    "/search?q=svg",
    `/memories?project=${named}`,
  ];
  for (const view of views) {
    await page.goto(view);
    await expect(page.getByRole("main")).toBeVisible();
    expect([view, await page.evaluate(() => "__xss" in window)]).toEqual([view, false]);
  }
  await page.goto(`/observation/${id}`);
  await expect(page.getByText("<script>window.__xss=1</script>").first()).toBeVisible();
  await page.goto("/memories/1");
  await expect(page.getByText("<details open ontoggle=window.__xss=1>").first()).toBeVisible();
  expect(foreign).toEqual([]);
});

test("A09: what does not exist says so, as page and as JSON", async ({ page, server }) => {
  expect((await page.goto("/nowhere"))?.status()).toBe(404);
  for (const view of ["/memories/999", "/session/999", "/nowhere"]) {
    await page.goto(view);
    await expect(page.getByText("There is nothing here")).toBeVisible();
  }
  expect((await fetch(`${server.url}/api/memories/999`)).status).toBe(404);
});

test("U08: an empty store teaches, no match says where it looked", async ({ page, server }) => {
  await page.goto("/memories");
  await expect(page.getByText("keepsake.mjs import").first()).toBeVisible();
  await addMemory(server, "the only memory of this store");
  await page.goto("/memories?q=zebra");
  await expect(page.getByText("No memory fits these filters.")).toBeVisible();
});

test("F02: the console's own search boxes take any character", async ({ page, server }) => {
  await addMemory(server, "docker-compose restarts the proxy");
  await page.goto("/search");
  const box = page.getByRole("searchbox").first();
  await box.fill("docker-compose");
  await box.press("Enter");
  await expect(page.getByText("restarts the proxy").first()).toBeVisible();
  await page.goto("/memories?q=" + encodeURIComponent("docker-compose"));
  await expect(page.getByText("restarts the proxy").first()).toBeVisible();
});

test("what waits for a person is seen on the overview and in the list, and goes when it is decided", async ({
  page,
  server,
}) => {
  await addMemory(server, "the only memory that nobody has to decide about");
  const id = await contradict(server);
  await page.goto("/");
  await page.getByRole("link", { name: /1 To decide/ }).click();
  await expect(page).toHaveURL(/\/review/);
  await page.goto("/memories?review=waiting");
  const row = page.getByRole("row").filter({ has: page.locator("a[data-row]"), visible: true });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("To review");
  await row.locator("a[data-row]").click();
  await page.getByRole("button", { name: "Take newer" }).click();
  await expect(page.getByText("Nothing waits for your review here.")).toBeVisible();
  await page.goto("/activity");
  await expect(page.getByText("Noted a statement that contradicts").first()).toBeVisible();
  await expect(page.getByRole("link", { name: `Memory ${id}` }).first()).toBeVisible();
  await expect(page.getByText("服务器上只有 MySQL").filter({ visible: true }).first()).toBeVisible();
});

test("a new row announces itself on an open page, also after the server was restarted", async ({ page, server }) => {
  await addMemory(server, "the first memory of this store");
  await page.goto("/memories");
  await expect(page.getByText("the first memory of this store").first()).toBeVisible();
  await addMemory(server, "the second memory arrives while you look");
  const pill = page.getByRole("button", { name: /new entr/ });
  await expect(pill).toBeVisible();
  await pill.click();
  await expect(page.getByText("the second memory arrives").first()).toBeVisible();
});

test("what announces itself moves nothing: neither the header's controls nor the rows below them", async ({
  page,
  server,
}) => {
  await addMemory(server, "the first memory of this store");
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/memories");
    const row = page.locator("a[data-row]").filter({ hasText: "the first memory", visible: true });
    await expect(row).toHaveCount(1);
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("main header :is(h1, input, select), main a[data-row]")].map((element) => {
          const { x, y, height: tall } = element.getBoundingClientRect();
          return [x, y, tall];
        }),
      );
    const before = await places();
    await addMemory(server, `what arrives at a width of ${width}`);
    await expect(page.getByRole("button", { name: /new entr/ })).toBeVisible();
    expect(await places()).toEqual(before);
  }
});

test("two tabs: the second editor is told that the first was quicker", async ({ page, server, context }) => {
  const id = await addMemory(server, "a memory that two tabs edit");
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/memories/${id}`);
    await tab.getByRole("button", { name: "Edit" }).first().click();
  }
  await page.getByLabel("Statement").fill("the first tab writes this sentence");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await other.getByLabel("Statement").fill("the second tab writes that sentence");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("This memory changed in the meantime")).toBeVisible();
  expect((await server.client.memories.get(id)).value).toBe("the first tab writes this sentence");
});

test("keyboard: search box, rows, panel, views", async ({ page, server }) => {
  for (const name of ["alpha", "beta", "gamma"]) await addMemory(server, `the memory called ${name} here`);
  await page.goto("/memories");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/peek=/);
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/peek=/);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/timeline/);
});
