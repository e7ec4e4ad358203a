/** `keepsake remember`, `edit` and `forget` against real routes. */
import { expect, it } from "vitest";
import { addProject } from "../../lib/testing/places";
import { useCli } from "../../lib/testing/cli";
import { editCommand, forgetCommand, keyOf, placeFor, rememberCommand } from "./remember";

const cli = useCli();

const shop = { name: "shop", key: "git:example.com/shop", roots: ["/w/shop"] };
const cart = { name: "cart", key: "git:example.com/cart", roots: ["/w/shop/cart"] };

it("belongs to the project whose folder is nearest, or the one that is named", () => {
  expect(placeFor([shop, cart], undefined, "/w/shop/cart/src")).toBe(cart);
  expect(placeFor([shop, cart], undefined, "/w/shop")).toBe(shop);
  expect(placeFor([shop, cart], "SHOP", "/elsewhere")).toBe(shop);
  expect(placeFor([shop, cart], "git:example.com/cart", "/elsewhere")).toBe(cart);
  expect(placeFor([shop], "new", "/elsewhere").key).toBe("new");
});

it("asks where it belongs rather than guess", () => {
  expect(() => placeFor([shop], undefined, "/w/shopping")).toThrow("--project");
  expect(() => placeFor([shop, { ...shop, key: "name:shop" }], "shop", "/")).toThrow("name:shop");
});

it("makes a key of what may be stored", () => {
  expect(keyOf("The staging database is on port 5544.", "shop")).toBe(
    "shop:general:note:the_staging_database_is_on_port",
  );
  expect(keyOf("购物车缓存用 Redis", null)).toMatch(/^global:general:note:购物车缓存用_redis$/);
  const secret = `ghp_${"0123456789abcdefghijABCDEFGHIJ012345"}`;
  expect(keyOf(`token ${secret} is it`, "shop")).not.toContain(secret.toLowerCase());
  expect(keyOf("the <private>tulip77</private> word", "shop")).not.toContain("tulip77");
  expect(keyOf("!!!", "a: b")).toBe("a-b:general:note:note");
});

it("writes, puts right and forgets, each to be undone", async () => {
  const rows = (): unknown[] =>
    cli.test.app.sqlite.prepare("SELECT value, status, tier, project_id FROM memories ORDER BY id").raw().all();
  const project = addProject(cli.test.app, "shop");
  await rememberCommand().parseAsync(["The staging database is on 5433.", "--project", "shop", "--pin"], {
    from: "user",
  });
  await rememberCommand().parseAsync(["Answers", "are", "short.", "--global"], { from: "user" });
  await editCommand().parseAsync(["1", "The staging database is on 5544."], { from: "user" });
  await forgetCommand().parseAsync(["2", "2"], { from: "user" });
  await forgetCommand().parseAsync(["2"], { from: "user" });
  expect(rows()).toEqual([
    ["The staging database is on 5544.", "active", "pinned", project],
    ["Answers are short.", "deleted", "normal", 0],
  ]);
  expect(cli.said.map((line) => line.replace(/(?:npx )?keepsake|node \S+/, "…"))).toEqual([
    "Remembered as memory 1 for shop. To take it back: … undo 1",
    "Remembered as memory 2 for all projects. To take it back: … undo 2",
    "Changed memory 1. To take it back: … undo 3",
    "Deleted memory 2. To take it back: … undo 4",
    "Memory 2 was deleted already.",
  ]);
  await expect(editCommand().parseAsync(["9", "x y z"], { from: "user" })).rejects.toMatchObject({ code: "not_found" });
});
