import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { asTyped, type Caller, callOf } from "./call";

let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "keepsake-call-")));
  root = join(base, "clone");
  mkdirSync(join(root, "bin"), { recursive: true });
  mkdirSync(join(base, "project", "src"), { recursive: true });
  mkdirSync(join(base, "programs"));
  writeFileSync(join(root, "package.json"), "{}");
  writeFileSync(join(base, "project", "package.json"), "{}");
  writeFileSync(join(root, "bin", "keepsake.mjs"), "");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const at = (cwd: string, more: Partial<Caller> = {}): Caller => ({
  root,
  cwd: join(base, cwd),
  path: join(base, "programs"),
  platform: "linux",
  ...more,
});
const link = (folder: string): void => symlinkSync(join(root, "bin", "keepsake.mjs"), join(base, folder, "keepsake"));

it("names the program as it can be typed: by its file, by npx in the clone, by its name once it is linked", () => {
  const byFile = `node ${join(root, "bin", "keepsake.mjs")}`;
  expect(callOf(at("project/src"))).toBe(byFile);
  expect(callOf(at("clone"))).toBe("npx keepsake");
  expect(callOf(at("clone/bin"))).toBe("npx keepsake");
  // A package within the clone is one of its own to npx.
  mkdirSync(join(root, "extensions"));
  writeFileSync(join(root, "extensions", "package.json"), "{}");
  expect(callOf(at("clone/extensions"))).toBe(byFile);
  link("programs");
  for (const folder of ["project/src", "clone"]) expect(callOf(at(folder))).toBe("keepsake");
});

it("is not misled: another program of that name, npx's own folder, a path with blanks, a project that installed it", () => {
  const byFile = `node ${join(root, "bin", "keepsake.mjs")}`;
  writeFileSync(join(base, "programs", "keepsake"), "another's");
  expect(callOf(at("project"))).toBe(byFile);
  mkdirSync(join(base, "cache", "node_modules", ".bin"), { recursive: true });
  link("cache/node_modules/.bin");
  const path = [join(base, "cache", "node_modules", ".bin"), join(base, "nowhere")].join(delimiter);
  expect(callOf(at("project", { path }))).toBe(byFile);
  expect(callOf(at("project", { root: "/opt/my tools" }))).toBe('node "/opt/my tools/bin/keepsake.mjs"');
  mkdirSync(join(base, "project", "node_modules"));
  symlinkSync(root, join(base, "project", "node_modules", "keepsake"));
  expect(callOf(at("project/src"))).toBe("npx keepsake");
});

it("puts that into sentences, and leaves alone what is no command", () => {
  const typed = (text: string) => asTyped(text, at("clone"));
  expect(typed("`keepsake backup --list` names them.")).toBe("`npx keepsake backup --list` names them.");
  expect(typed("Start it with `npm start` (or `keepsake start`), in another terminal.")).toBe(
    "Start it with `npx keepsake start`, in another terminal.",
  );
  expect(typed("Run `npx keepsake doctor`, or `npm start`.")).toBe(
    "Run `npx keepsake doctor`, or `npx keepsake start`.",
  );
  expect(typed("Say where it is: keepsake import --claude-mem <file>")).toBe(
    "Say where it is: npx keepsake import --claude-mem <file>",
  );
  const plain = "A keepsake of old, in ~/.keepsake, of keepsake starting.";
  expect(typed(plain)).toBe(plain);
});
