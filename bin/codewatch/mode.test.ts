import { expect, it } from "vitest";
import { codewatchMode } from "./mode";

it("C1: setup wins over recall, recall over hook; no flag is the MCP server", () => {
  expect(codewatchMode(["--hook", "--recall", "--setup"])).toBe("setup");
  expect(codewatchMode(["--hook", "--recall"])).toBe("recall");
  expect(codewatchMode(["--hook"])).toBe("hook");
  expect(codewatchMode([])).toBeNull();
  expect(codewatchMode(["--hooks", "setup"])).toBeNull();
});
