/** Our Claude Code plugin: a marketplace in the data folder that Claude Code takes it from, and the two settings that say so. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serverPart } from "./json-parts";
import { nodeAt, parseJson, removeValue, setValue } from "./json-text";
import type { Part } from "./part";
import type { Place } from "./place";
import { isRefusal, refuse } from "./refusal";

const MARKETPLACE = "keepsake";
const PLUGIN = `keepsake@${MARKETPLACE}`;

/** Its own copy, since Claude Code copies a plugin once more and then knows its package no longer. */
export const marketplaceFolder = (place: Place): string =>
  join(place.dataHome ?? join(place.home, ".keepsake"), "claude-plugin");

/** Writes the marketplace anew: the plugin's files, and the file by which they find this package. */
export function writeMarketplace(place: Place): void {
  const folder = marketplaceFolder(place);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const part of ["plugin", "plugin-everme", ".claude-plugin"]) {
    if (existsSync(join(place.root, part))) cpSync(join(place.root, part), join(folder, part), { recursive: true });
  }
  writeFileSync(join(folder, "root.json"), `${JSON.stringify({ root: place.root })}\n`);
}

export const removeMarketplace = (place: Place): void =>
  rmSync(marketplaceFolder(place), { recursive: true, force: true });

/** Whether the copy is of this package and this version. */
export function isMarketplaceCurrent(place: Place): boolean {
  const folder = marketplaceFolder(place);
  const manifest = join("plugin", ".claude-plugin", "plugin.json");
  try {
    const { root } = JSON.parse(readFileSync(join(folder, "root.json"), "utf8")) as { root?: unknown };
    return root === place.root && readFileSync(join(folder, manifest)).equals(readFileSync(join(place.root, manifest)));
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** The package that Claude Code's copy of the plugin runs; null where the plugin is not connected, or its folder says none. */
export function pluginRoot(place: Place, settings: string): string | null {
  if (!pluginParts(place).some((part) => part.isIn(settings))) return null;
  try {
    const { root } = JSON.parse(readFileSync(join(marketplaceFolder(place), "root.json"), "utf8")) as {
      root?: unknown;
    };
    return typeof root === "string" ? root : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The marketplace by its folder, and the plugin switched on. */
export const pluginParts = (place: Place): Part[] => [
  serverPart({
    path: ["extraKnownMarketplaces"],
    name: MARKETPLACE,
    entry: { source: { source: "directory", path: marketplaceFolder(place) } },
    isOurs: isOurMarketplace,
  }),
  enabledPart,
];

/** Whatever data folder it lay in when it was written. */
function isOurMarketplace({ source }: Record<string, unknown>): boolean {
  const path = typeof source === "object" && source !== null ? (source as Record<string, unknown>).path : undefined;
  return typeof path === "string" && /[\\/]claude-plugin[\\/]?$/.test(path);
}

const PATH = ["enabledPlugins", PLUGIN];

/** A person who switched it off by Claude Code's own menu finds it switched on again only by asking us to. */
const enabledPart: Part = {
  add(text) {
    const root = parseJson(text);
    if (isRefusal(root)) return root;
    const plugins = root === null ? undefined : nodeAt(root, ["enabledPlugins"]);
    if (plugins !== undefined && plugins.type !== "object") return refuse('Its "enabledPlugins" is no object.');
    return root !== null && nodeAt(root, PATH)?.value === true ? text : setValue(text, PATH, true);
  },
  remove(text) {
    const root = parseJson(text);
    if (isRefusal(root)) return root;
    if (root === null || nodeAt(root, PATH) === undefined) return text;
    const edited = removeValue(text, PATH);
    const left = parseJson(edited);
    if (left === null || isRefusal(left)) return edited;
    return nodeAt(left, ["enabledPlugins"])?.children?.length === 0 ? removeValue(edited, ["enabledPlugins"]) : edited;
  },
  isIn(text) {
    const root = parseJson(text);
    return root !== null && !isRefusal(root) && nodeAt(root, PATH)?.value === true;
  },
};
