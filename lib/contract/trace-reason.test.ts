import { expect, it } from "vitest";
import { cutToFit, readReason, REASON_CODES, REASONS, reason, type ReasonCode } from "./trace-reason";

const SAMPLE: Record<string, string | number> = {
  importance: 7.5,
  score: "0.734",
  id: 12,
  exclusion: 3,
  type: "observation",
  state: "held back",
  most: 3,
  days: 30,
};

/** Made as the services make it, whatever values the code takes. */
const sentence = reason as (code: ReasonCode, values?: Record<string, string | number>) => ReturnType<typeof reason>;
const namesOf = (code: ReasonCode): string[] =>
  [...REASONS[code].matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

it("reads every sentence back into its code and values, also of what was cut to fit", () => {
  for (const code of REASON_CODES) {
    const text = sentence(code, SAMPLE);
    expect(text, code).not.toMatch(/[{}]/);
    const values = Object.fromEntries(namesOf(code).map((name) => [name, String(SAMPLE[name])]));
    expect(readReason(text), text).toEqual({ code, values, isCutToFit: false });
    expect(readReason(cutToFit(text)), text).toEqual({ code, values, isCutToFit: true });
  }
});

it("says what the services said before there were codes", () => {
  expect([
    reason("pinned", { importance: 9 }),
    reason("layerCount", { most: 10 }),
    reason("excludedHere", { exclusion: 4 }),
    reason("withdrawn", { type: "memory", id: 7, state: "archived" }),
  ]).toEqual([
    "pinned, importance 9",
    "more than 10 of this layer",
    "not to be injected in this project (exclusion 4)",
    "memory 7 said it and is archived",
  ]);
});

it("knows no sentence that none of them made", () => {
  for (const text of ["", "because", "more than many of this layer", "memory 1 says it; and more", "constructor"])
    expect(readReason(text), text).toBeNull();
});
