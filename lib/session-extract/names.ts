/** What a Kimi session's folder says about its project (E79). Pure. */
import { createHash } from "node:crypto";
import { keySegment } from "../memories/fields";
import { isSensitive } from "./gates";

const WORK_FOLDER = /^wd_(.{1,200})_([0-9a-f]{6,64})$/i;
const MAX_NAME = 48;
/** The project of a session whose folder says nothing, or too much. */
export const NO_PROJECT = "general";

/** Name that keys carry: from `wd_<name>_<hex>`, through the aliases, lower case, at most 48 characters; else `general`. */
export function projectNameOf(workFolder: string, aliases: Readonly<Record<string, string>>): string {
  const slug = WORK_FOLDER.exec(workFolder)?.[1] ?? "";
  if (slug === "" || isSensitive(slug)) return NO_PROJECT;
  const alias = Object.entries(aliases).find(([name]) => name.toLowerCase() === slug.toLowerCase())?.[1] ?? slug;
  if (isSensitive(alias)) return NO_PROJECT;
  const name = [...keySegment(alias)].slice(0, MAX_NAME).join("").replace(/_+$/, "");
  return name === "" ? NO_PROJECT : name;
}

/** Whether the folder's hex is the hash of this working directory. */
export function isWorkFolderOf(workFolder: string, path: string): boolean {
  const hex = WORK_FOLDER.exec(workFolder)?.[2]?.toLowerCase();
  return hex !== undefined && createHash("sha256").update(path).digest("hex").startsWith(hex);
}
