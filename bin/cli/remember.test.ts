import { expect, it } from "vitest";
import { keyOf, placeFor } from "./remember";

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
