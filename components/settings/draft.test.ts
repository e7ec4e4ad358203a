import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SETTING_DEFAULTS, SETTING_KEYS, settingSchema } from "@/lib/contract/settings";
import { draftOf, isSame, parseDraft, shapeOf, type SettingShape } from "./draft";

const shapeOfKey = (key: (typeof SETTING_KEYS)[number]): SettingShape =>
  shapeOf(z.toJSONSchema(settingSchema(key), { io: "input" }) as Record<string, unknown>);

describe("shapes", () => {
  it.each(SETTING_KEYS)("%s: what its editor shows of the default means the default", (key) => {
    const shape = shapeOfKey(key);
    const parsed = parseDraft(shape, draftOf(shape, SETTING_DEFAULTS[key]));
    expect(parsed.ok && isSame(parsed.value, SETTING_DEFAULTS[key]), JSON.stringify(parsed)).toBe(true);
  });

  it("each has the editor that fits", () => {
    expect(shapeOfKey("inject_max_chars")).toEqual({ kind: "number", isWhole: true, min: 200, max: 10_000 });
    expect(shapeOfKey("inject_w_recency")).toMatchObject({ kind: "number", isWhole: false, min: 0, max: 10 });
    expect(shapeOfKey("llm_turns").kind).toBe("switch");
    expect(shapeOfKey("inject_scope")).toEqual({ kind: "choice", choices: ["project", "all"], isOptional: false });
    expect(shapeOfKey("llm_provider")).toMatchObject({ kind: "choice", isOptional: true });
    expect(shapeOfKey("llm_base_url").kind).toBe("text");
    expect(shapeOfKey("skip_tools")).toMatchObject({ kind: "list", maxItems: 200 });
    expect(shapeOfKey("inject_project_aliases").kind).toBe("pairs");
    expect(shapeOfKey("llm_prices").kind).toBe("prices");
  });
});

describe("what is typed", () => {
  const whole: SettingShape = { kind: "number", isWhole: true, min: 1, max: 500 };
  it.each([
    ["20", { ok: true, value: 20 }],
    [" 20 ", { ok: true, value: 20 }],
    ["", { ok: false, problem: "notNumber" }],
    ["1e3", { ok: false, problem: "notNumber" }],
    ["0x10", { ok: false, problem: "notNumber" }],
    ["2.5", { ok: false, problem: "notWhole" }],
    ["0", { ok: false, problem: "outOfBounds" }],
    ["501", { ok: false, problem: "outOfBounds" }],
  ])("a number: %j", (text, parsed) => expect(parseDraft(whole, text)).toEqual(parsed));

  it("a list: one a line, empty lines aside, within its bound", () => {
    expect(parseDraft({ kind: "list", maxItems: 2 }, " a \n\nb\n")).toEqual({ ok: true, value: ["a", "b"] });
    expect(parseDraft({ kind: "list", maxItems: 1 }, "a\nb")).toEqual({ ok: false, problem: "tooMany" });
  });

  it("no text names nothing", () =>
    expect(parseDraft({ kind: "text", maxLength: null }, " ")).toEqual({ ok: true, value: null }));

  it("a map: whole rows, each name once", () => {
    const row = (name: string, ...cells: string[]) => ({ name, cells });
    const prices: SettingShape = { kind: "prices" };
    expect(parseDraft(prices, [row("m", "1", "2.5"), row("", "", "")])).toEqual({
      ok: true,
      value: { m: { input: 1, output: 2.5 } },
    });
    expect(parseDraft(prices, [row("m", "1", "")])).toEqual({ ok: false, problem: "mustHave" });
    expect(parseDraft(prices, [row("m", "1", "x")])).toEqual({ ok: false, problem: "notNumber" });
    expect(parseDraft({ kind: "pairs" }, [row("a", "b"), row("a", "c")])).toEqual({ ok: false, problem: "twice" });
    expect(parseDraft({ kind: "pairs" }, [row("__proto__", "b")])).toMatchObject({ ok: true });
  });

  it("reads a map back as it was, whatever its names are", () => {
    const names = fc.string({ minLength: 1 }).filter((name) => name.trim() === name && name !== "__proto__");
    fc.assert(
      fc.property(fc.dictionary(names, names), (map) => {
        const plain = { ...map };
        const parsed = parseDraft({ kind: "pairs" }, draftOf({ kind: "pairs" }, plain));
        expect(parsed.ok && isSame(parsed.value, plain)).toBe(true);
      }),
    );
  });
});
