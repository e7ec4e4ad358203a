import { describe, expect, it } from "vitest";
import { contentOf, itemTokens, overlapOf, spokenTokens, withoutEcho } from "./usage-rules";

const overlap = (line: string, said: string[], prompt = "", isCommon = (_: string) => false) =>
  overlapOf(itemTokens(contentOf(line)), spokenTokens(said.map(withoutEcho)), spokenTokens([prompt]), isCommon);
const isUsed = (line: string, said: string[], prompt = "") => overlap(line, said, prompt).isUsed;

const POSTGRES =
  "- [app:orders:decision:store] Orders live in Postgres 16, partitioned by month. (decision, 2026-05-20, M12)";
const CACHE = "! [architecture] 购物车缓存放在 Redis 里，键的前缀是 cart:v2，一小时后过期。 (2026-05-20, M7)";

describe("what an item says", () => {
  it.each([
    ["- [app:tooling:deps:manager] Always use pnpm. (preference, 2026-05-20, M12)", "Always use pnpm."],
    ["! [architecture] The cart cache is Redis. (2026-05-20, M12)", "The cart cache is Redis."],
    ["- 08:55+09:00 bugfix: Fixed the cart (cart.ts, O12)", "Fixed the cart"],
    ["- app, 05-31, main: asked: Fix it; done: Fixed (S7)", "asked: Fix it; done: Fixed"],
    ["- app, 05-31, main: asked: Fix it; done: Fixed (session 7)", "asked: Fix it; done: Fixed"],
    ["! [architecture] The cart cache is Redis. (2026-05-20, m12)", "The cart cache is Redis."],
    ["no frame at all", "no frame at all"],
  ])("%j", (line, text) => {
    expect(contentOf(line)).toBe(text);
  });
});

describe("use, as a number", () => {
  it.each([
    [
      "its facts in other words",
      POSTGRES,
      ["I added a Postgres partition for July; the orders table is split by month."],
      "add a table",
    ],
    [
      "done, not said",
      POSTGRES,
      ["Done.", "CREATE TABLE orders_2026_07 PARTITION OF orders", "psql --host postgres"],
      "go on",
    ],
    ["one word, where it has but one", "- [a:b:c:d] Always use pnpm. (preference, M1)", ["pnpm add zod"], "add zod"],
    [
      "identifiers",
      "* [learning] getCartTotal rounds in src/cart/total.ts (2026-05-20, O3)",
      ["/w/app/src/cart/total.ts", "getCartTotal(cart)"],
      "is it right",
    ],
    ["Chinese", CACHE, ["缓存键用 cart:v2 前缀写进 Redis，过期时间设为一小时。"], "帮我实现它"],
    [
      "one fact of a long text",
      `- [a:b:c:d] ${"Staging runs on hetzner with traefik, certificates renew nightly, backups land in glacier, dashboards live in grafana, alerts page through opsgenie, tracing flows into tempo."} (fact, M3)`,
      ["Certificates renew nightly, backups land in glacier."],
      "why",
    ],
  ])("used: %s", (_, line, said, prompt) => {
    expect(overlap(line, said, prompt)).toMatchObject({ isUsed: true });
  });

  it.each([
    ["something else", POSTGRES, ["I renamed the button and ran the linter."], "rename the button"],
    ["one word of many", POSTGRES, ["The month picker shows July now."], "fix the picker"],
    [
      "the person's own words alone",
      POSTGRES,
      ["The orders live in Postgres 16, partitioned by month."],
      "orders in Postgres 16 are partitioned by month and live there?",
    ],
    ["the block shown again", POSTGRES, [`The memory says:\n${POSTGRES}`], "what do you know"],
    ["Chinese about something else", CACHE, ["我把按钮改成了蓝色，并且更新了文档。"], "改按钮"],
    [
      "the person's own Chinese",
      CACHE,
      ["购物车缓存放在 Redis 里，前缀 cart:v2，一小时过期"],
      "购物车缓存放在 Redis 里，键的前缀 cart:v2，一小时后过期，对吗",
    ],
    [
      "sentences' own words",
      "- [a:b:c:d] You should always run the tests before that. (fact, M1)",
      ["I always run the tests before you should."],
      "",
    ],
    ["nothing", POSTGRES, [], ""],
  ])("not used: %s", (_, line, said, prompt) => {
    expect(isUsed(line, said, prompt)).toBe(false);
  });

  it("the share is what was repeated of what is distinctive, names counting double", () => {
    const line = "- [a:b:c:d] Grafana watches port 8443 (fact, M1)";
    expect(overlap(line, ["open 8443"]).share).toBeCloseTo(2 / 5);
    expect(overlap(line, ["open 8443 for grafana"]).share).toBeCloseTo(3 / 5);
    expect(overlap(line, ["open 8443"], "is it 8443").share).toBe(0);
  });

  it("what stands in every other row says nothing", () => {
    const line = "- [a:b:c:d] The cart total (fact, M1)";
    expect(overlap(line, ["the cart total"]).isUsed).toBe(true);
    expect(overlap(line, ["the cart total"], "", (word) => word !== "nothing")).toEqual({ share: 0, isUsed: false });
  });

  it("is linear and bounded on hostile text", () => {
    for (const piece of ["a", "- ", " (", "购", "- x (M1", "/", "a1", ")", ", ", "\n- ", "[", "的"]) {
      const text = `- ${piece.repeat(200_000)} (M1)`;
      expect(itemTokens(contentOf(text)).length).toBeLessThanOrEqual(400);
      expect(overlap(text, [text, text]).share).toBeLessThanOrEqual(1);
    }
  });
});
