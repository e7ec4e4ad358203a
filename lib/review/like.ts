/** Items that are like one: of its kind, and of its project, session or file. */
import type { App } from "../context";
import { AppError } from "../contract/errors";
import { ChangedFile, type ReviewKind } from "../contract/review";
import { MAX_DECIDED, type ReviewGroup, type ReviewLike, type ReviewRef } from "../contract/review-decide";
import { sourceRefs } from "../db/json";
import { parseJson } from "../text/json-value";
import { reviewBounds } from "./bounds";
import { countWaiting, listWaiting, projectKey, type WaitingFilter } from "./list-query";
import { secretIds } from "./looks";
import { projectScope } from "./scope";
import { loadSubject, mainRowOf, type Subject } from "./subject";

/** In the order of the inbox. Throws `validation_failed` beyond ten thousand. */
export function refsLike(app: App, like: ReviewLike | undefined): ReviewRef[] {
  if (like === undefined) return [];
  const rows = listWaiting(app.db, like.kind, filterOf(app, like), null, MAX_DECIDED + 1);
  if (rows.length > MAX_DECIDED) {
    throw new AppError("validation_failed", `More than ${MAX_DECIDED} items are like it.`, {
      hint: "Decide those of one project or one session first.",
    });
  }
  return rows.map(({ kind, id }) => ({ kind, id }));
}

/** The ways in which others are like it, the widest first; one that means the same items as a wider one is left out. */
export function groupsLike(
  app: App,
  item: { kind: ReviewKind; id: number; project?: string | undefined },
): ReviewGroup[] {
  const subject = loadSubject(app.db, item);
  const scope = item.project === undefined ? {} : { project: item.project };
  const groups: ReviewGroup[] = [];
  for (const { by, like } of [
    { by: "kind" as const, like: { kind: item.kind, ...scope } },
    ...(subject === undefined ? [] : narrower(app, subject, scope)),
  ]) {
    const count = countWaiting(app.db, like.kind, filterOf(app, like));
    if (count > 1 && groups.every((group) => group.count !== count)) groups.push({ by, like, count });
  }
  return groups;
}

function narrower(app: App, subject: Subject, scope: { project?: string }): Pick<ReviewGroup, "by" | "like">[] {
  const { kind } = subject;
  const row = mainRowOf(subject);
  const project = projectKey(app.db, row.projectId);
  const session =
    subject.type === "claim" ? subject.candidate.sources?.[0]?.session_id : sourceRefs(row.sources)[0]?.session_id;
  const changed = subject.type === "file" ? ChangedFile.safeParse(parseJson(subject.finding.detail)).data : undefined;
  return [
    ...(project === null || scope.project !== undefined ? [] : [{ by: "project" as const, like: { kind, project } }]),
    ...(changed === undefined ? [] : [{ by: "file" as const, like: { kind, ...scope, file: changed.file } }]),
    ...(session === undefined ? [] : [{ by: "session" as const, like: { kind, ...scope, session } }]),
  ];
}

function filterOf(app: App, { kind, project, session, file }: ReviewLike): WaitingFilter {
  return {
    projectIds: projectScope(app, project),
    bounds: reviewBounds(app),
    secrets: kind === "secret" || kind === "instruction" ? secretIds(app) : [],
    session: session ?? null,
    file: file ?? null,
  };
}
