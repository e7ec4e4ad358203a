/** Observations about a file (M26), for clients that ask before an agent reads it. */
import type { App } from "../context";
import type { ByFileQuery, ObservationsByFile } from "../contract/worker-lists";
import { ancestorKeys, normalizePath } from "../projects/paths";
import { rootOwners } from "../projects/repo";
import { localProjectIdsOf } from "../projects/service";
import { parseQuery } from "../text/tokens-query";
import { observationsNaming } from "./by-file-query";
import { type AskedFile, baseName, comparable, isAbsolutePath, isAsked } from "./file-forms";
import { toSearchResult } from "./rows";
import { observationRows } from "./rows-query";

/** Pieces of a name that are looked up; the longest of names has more. */
const MAX_PIECES = 16;

/** M26: observations that read or modified the file, newest first, in the shape of search results. An unknown project has none. */
export function observationsByFile(
  app: App,
  { path, filePath, files, project, limit }: ByFileQuery,
): ObservationsByFile {
  const asked = askedFile(app, path ?? filePath ?? files ?? "");
  const ids = observationsNaming(app.db, wordsOfName(asked.text), localProjectIdsOf(app, project), limit, (candidate) =>
    candidate.files.some((file) => isAsked(asked, file, candidate.projectId)),
  );
  const observations = observationRows(app.db, ids).map((row) => toSearchResult(row));
  return { observations, count: observations.length };
}

/** A path as it was asked for, and where it would lie in each project that knows its folder. */
export function askedFile(app: App, path: string): AskedFile {
  const text = comparable(path);
  const normal = isAbsolutePath(text) ? normalizePath(path) : null;
  if (normal === null) return { text, isAbsolute: isAbsolutePath(text), within: [] };
  const owners = rootOwners(app.db, ancestorKeys(normal.key));
  const within = owners.map((owner) => ({
    projectId: owner.project.id,
    path: comparable(normal.key.slice(owner.path.length + 1)),
  }));
  return { text: comparable(normal.text), isAbsolute: true, within };
}

/** FTS5 expression that every row holds which names a file of this name. Pieces, since a stored path is one word of them. */
export const wordsOfName = (text: string): string =>
  baseName(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .slice(0, MAX_PIECES)
    .flatMap((piece) => parseQuery(piece).terms)
    .map((term) => `(${term.strict})`)
    .join(" AND ");
