/** One markdown file as statements: our own export, a fact of Claude Code's auto memory, a note of basic-memory, or any other note. */
import { basename, dirname } from "node:path";
import { MemoryStatus, MemoryTier } from "../contract/memory";
import { isRecord } from "../text/json-value";
import { splitNote, tagsIn, textIn, timeIn } from "./front-matter";
import { hasProse, observationsOf, sectionsOf } from "./note-sections";
import { attributeOf, contentId, slugOf, type Statement } from "./tool-memories";

export interface NoteFile {
  path: string;
  /** Relative to the folder that was named: part of the key. */
  name: string;
  text: string;
  changedAt: number;
  /** Folder of the project that it belongs to; null = all projects. */
  folder: string | null;
  /** It lies in Claude Code's folder of auto memory. */
  isAutoMemory: boolean;
  /** Names of the other notes of its folder. */
  beside: ReadonlySet<string>;
}

type Fields = Record<string, unknown>;

/** A body of this length is told; a longer one is only referred to. */
const TOLD_CHARS = 1_500;

export function statementsOf(file: NoteFile): Statement[] {
  const { fields, body } = splitNote(file.text);
  if (fields["keepsake"] === "memory") return ourMemory(fields, body, file);
  if (file.isAutoMemory) return file.name.endsWith("MEMORY.md") ? indexOf(file, body) : autoMemory(file, fields, body);
  if (textIn(fields["permalink"]) !== undefined) return basicMemory(file, fields, body);
  return plainNote(file, fields, body);
}

/** As `keepsake export --markdown` wrote it. */
function ourMemory(fields: Fields, body: string, file: NoteFile): Statement[] {
  const value = body.trim();
  const key = textIn(fields["key"]);
  if (key === undefined || value === "") return [];
  const createdAt = timeIn(fields["created"]) ?? file.changedAt;
  const importance = Number(fields["importance"]);
  return [
    {
      sourceId: `keepsake:${textIn(fields["uid"]) ?? key}:${contentId(`${key}\n${value}`)}`,
      key,
      value,
      attribute: textIn(fields["attribute"]) ?? "",
      tags: tagsIn(fields["tags"]).join(","),
      tier: MemoryTier.catch("normal").parse(fields["tier"]),
      status: MemoryStatus.extract(["active", "archived"]).catch("active").parse(fields["status"]),
      importance: Number.isFinite(importance) && importance > 0 ? importance : 5,
      createdAt,
      updatedAt: timeIn(fields["updated"]) ?? createdAt,
      expiresAt: timeIn(fields["expires"]) ?? null,
      project: textIn(fields["project"]) ?? null,
      branch: textIn(fields["branch"]) ?? null,
      uid: textIn(fields["uid"]),
    },
  ];
}

function common(file: NoteFile, fields: Fields): Pick<Statement, "createdAt" | "updatedAt" | "folder"> {
  const updatedAt =
    timeIn(fields["modified"], fields["updated"], fields["updated_at"], fields["last_updated"]) ?? file.changedAt;
  const createdAt =
    timeIn(fields["created"], fields["created_at"], fields["date"]) ?? Math.min(updatedAt, file.changedAt);
  return { createdAt, updatedAt: Math.max(createdAt, updatedAt), folder: file.folder };
}

/** A fact: `name`, `description` and `metadata.type` (user, feedback, project, reference) above it. */
function autoMemory(file: NoteFile, fields: Fields, body: string): Statement[] {
  const metadata = isRecord(fields["metadata"]) ? fields["metadata"] : {};
  const type = textIn(metadata["type"]) ?? textIn(fields["type"]) ?? "";
  const name = textIn(fields["name"]) ?? stemOf(file);
  const about = textIn(fields["description"]);
  const value = body.trim() === "" ? (about ?? "") : body.trim();
  if (value === "") return [];
  const id = contentId(file.path);
  return [
    {
      sourceId: `auto:${id}:${contentId(value)}`,
      earlier: `auto:${id}:`,
      key: `claude-memory:${slugOf(name)}`,
      value,
      attribute: attributeOf(type),
      tags: ["claude-memory", type].filter((tag) => tag !== "").join(","),
      tier: type === "reference" || value.length > TOLD_CHARS ? "reference" : "normal",
      ...common(file, fields),
    },
  ];
}

const LINK = /^[ \t]*[-*][ \t]+\[[^\]\n]{1,300}\]\(([^)\s]{1,300})\)/;

/** The index of the facts beside says nothing by itself; what is written into it without a file does. */
function indexOf(file: NoteFile, body: string): Statement[] {
  const lines = body.split("\n").filter((line) => {
    const target = LINK.exec(line)?.[1];
    return target === undefined || !file.beside.has(basename(target));
  });
  return plainNote(file, {}, lines.join("\n"));
}

function basicMemory(file: NoteFile, fields: Fields, body: string): Statement[] {
  const title = textIn(fields["title"]) ?? stemOf(file);
  const permalink = textIn(fields["permalink"]) ?? stemOf(file);
  const id = contentId(permalink);
  const tags = tagsIn(fields["tags"]);
  const { observations, rest } = observationsOf(body);
  const base = common(file, fields);
  const told = observations.map(({ category, text, tags: own }): Statement => ({
    sourceId: `basic:${id}:o:${contentId(`${category}\n${text}`)}`,
    key: `basic:${slugOf(permalink)}:${slugOf(text)}-${contentId(text).slice(0, 6)}`,
    value: text.toLowerCase().includes(title.toLowerCase()) ? text : `${title}: ${text}`,
    attribute: attributeOf(category),
    tags: [...new Set([...tags, category, ...own, "basic-memory"])].join(","),
    ...base,
  }));
  if (!hasProse(rest)) return told;
  const value = `${title}\n\n${body.trim()}`;
  const whole: Statement = {
    sourceId: `basic:${id}:n:${contentId(value)}`,
    earlier: `basic:${id}:n:`,
    key: `basic:${slugOf(permalink)}`,
    value,
    tags: [...new Set([...tags, "basic-memory"])].join(","),
    tier: "reference",
    ...base,
  };
  return [whole, ...told];
}

function plainNote(file: NoteFile, fields: Fields, body: string): Statement[] {
  const id = contentId(file.path);
  const title = textIn(fields["title"]) ?? textIn(fields["name"]);
  const tags = [...new Set([...tagsIn(fields["tags"]), "note"])].join(",");
  const stem = file.name.replace(/\.(?:md|markdown|mdx)$/i, "");
  const seen = new Map<string, number>();
  return sectionsOf(body).map(({ headings, text }): Statement => {
    const path = title === undefined ? headings : [title, ...headings.filter((heading) => heading !== title)];
    const place = path.map(slugOf).join(":");
    const nth = (seen.get(place) ?? 0) + 1;
    seen.set(place, nth);
    const section = nth === 1 ? place : `${place}-${nth}`;
    const value = path.length === 0 ? text : `${path.join(" › ")}\n${text}`;
    return {
      sourceId: `note:${id}:${contentId(section)}:${contentId(value)}`,
      earlier: `note:${id}:${contentId(section)}:`,
      // Two folders may hold notes of one name.
      key: ["note", `${slugOf(stem)}-${id.slice(0, 6)}`, ...(section === "" ? [] : [section.slice(-160)])].join(":"),
      value,
      tags,
      tier: "reference",
      ...common(file, fields),
    };
  });
}

const stemOf = (file: NoteFile): string => {
  const name = basename(file.path).replace(/\.[a-z]+$/i, "");
  return name === "" ? basename(dirname(file.path)) : name;
};
