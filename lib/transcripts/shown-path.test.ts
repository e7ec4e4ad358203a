import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shownPath } from "./shown-path";

it("X11: names the home folder by ~, and nothing else", () => {
  expect(shownPath(join(homedir(), ".claude", "evolvmem", "memory.db"))).toBe("~/.claude/evolvmem/memory.db");
  expect(shownPath(`${homedir()}-else/memory.db`)).toBe(`${homedir()}-else/memory.db`);
  expect(shownPath("/w/memory.db")).toBe("/w/memory.db");
});
