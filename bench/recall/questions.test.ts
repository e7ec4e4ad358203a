import { describe, expect, it } from "vitest";
import { mistype, reorder } from "./derive";
import { chineseSet, heldOutSet, KINDS, offTopic, type Question, syntheticSet } from "./questions";

const set = syntheticSet();
const noteOf = new Map(set.notes.map((note) => [note.id, note]));
const ofKind = (kind: Question["kind"]): Question[] => set.questions.filter((question) => question.kind === kind);

/** Edits that turn one text into the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

describe("the sets", () => {
  it("have 24 Chinese notes, and at least 300 notes and 300 questions, 30 of each kind", () => {
    expect([chineseSet().notes.length, chineseSet().questions.length]).toEqual([24, 48]);
    expect(set.notes.length).toBeGreaterThanOrEqual(300);
    expect(set.questions.length).toBeGreaterThanOrEqual(300);
    for (const kind of KINDS) expect([kind, ofKind(kind).length >= 30]).toEqual([kind, true]);
    expect(offTopic()).toHaveLength(60);
    expect(heldOutSet().notes).toHaveLength(set.notes.length + 48);
    expect(heldOutSet().questions).toHaveLength(96);
  });

  it("name every note and question once, and the right note exists", () => {
    expect(noteOf.size).toBe(set.notes.length);
    expect(new Set(set.notes.map((note) => note.text)).size).toBe(set.notes.length);
    expect(new Set(set.questions.map((question) => question.id)).size).toBe(set.questions.length);
    const missing = set.questions
      .flatMap(({ right, older }) => [right, older ?? right])
      .filter((id) => !noteOf.has(id));
    expect(missing).toEqual([]);
  });

  it("names and two characters that are asked for stand in the right note alone", () => {
    for (const question of [...ofKind("identifier"), ...ofKind("two-character")]) {
      const holders = set.notes.filter((note) => note.text.includes(question.text)).map((note) => note.id);
      expect(holders).toEqual([question.right]);
    }
  });

  it("a mistyped question is no part of its note, but near to one", () => {
    for (const { text, right } of ofKind("typo")) {
      const note = noteOf.get(right)?.text.toLowerCase() ?? "";
      expect(note).not.toContain(text.toLowerCase());
      const words = text.toLowerCase().split(" ");
      const known = note.split(/[^\p{L}\p{N}]+/u);
      if (words.length === 1) continue;
      const wrong = words.filter((word) => /^[a-z]+$/.test(word) && !known.includes(word) && !note.includes(word));
      for (const word of wrong) expect(Math.min(...known.map((each) => distance(word, each)))).toBeLessThanOrEqual(2);
    }
  });

  it("a reordered question has words of its note only, in another order", () => {
    for (const { text, right } of ofKind("reordered")) {
      const note = noteOf.get(right)?.text.toLowerCase() ?? "";
      const places = text
        .toLowerCase()
        .split(" ")
        .map((word) => note.indexOf(word));
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
      expect(places).not.toEqual([...places].sort((a, b) => a - b));
    }
  });

  it("are the same each time", () => {
    expect(syntheticSet()).toEqual(set);
    expect(mistype("several ordinary words standing together here", 7)).toBe(
      mistype("several ordinary words standing together here", 7),
    );
    expect([mistype("a b c", 1), reorder("a b c", 1)]).toEqual([null, null]);
  });
});
