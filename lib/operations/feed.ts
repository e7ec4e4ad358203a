/** The feed of operations under filters, and how many each further filter would leave. */
import type { App } from "../context";
import type { OperationFacets, OperationFilter, OperationListQuery, OperationPage } from "../contract/operations";
import { OPERATION_GROUPS, operationGroup } from "../contract/operation-groups";
import { ById, decodeCursor, encodeCursor, pageOf } from "../paging";
import { projectRefs } from "../projects/refs-query";
import { projectIdsOf } from "../projects/service";
import { settingsRevision } from "../settings/repo";
import {
  changedOlder,
  countIds,
  type Driver,
  type FeedCell,
  feedIds,
  type FeedFilter,
  lastIdBefore,
  newestOperation,
  readCells,
} from "./feed-query";
import { operationsByIds } from "./query";

const DAY_MS = 86_400_000;
const MAX_FACET = 30;
const NO_GROUPS = Object.fromEntries(OPERATION_GROUPS.map((group) => [group, 0])) as OperationFacets["group"];
/** No id is above it. */
const EVERY = Number.MAX_SAFE_INTEGER;

/** A page, newest first, with `total` where something is filtered. Throws `validation_failed` on a cursor that is not ours. */
export function listFeed(app: App, query: OperationListQuery): OperationPage {
  const [before] = decodeCursor("operations", ById, query.cursor) ?? [];
  const filter = filterOf(app, query);
  const ids = idsOf(app, filter, before, query.limit + 1);
  const { items, nextCursor } = pageOf(ids, query.limit, (last) => encodeCursor("operations", last));
  const total = isFiltered(filter) ? totalOf(app, filter) : undefined;
  return { items: operationsByIds(app.db, items), nextCursor, ...(total === undefined ? {} : { total }) };
}

/** For each filter what it would leave beside the others. */
export function feedFacets(app: App, query: OperationFilter): OperationFacets {
  const filter = filterOf(app, query);
  const cells = cellsOf(app, filter);
  const without = (name: keyof FeedFilter): FeedCell[] =>
    cells.filter((cell) =>
      fits(cell, { ...filter, [name]: name === "kinds" || name === "projectIds" ? null : undefined }),
    );
  const projects = projectRefs(app.db);
  const projectOf = ({ projectId }: FeedCell): number => projectId;
  const nameOf = ({ actorKind, actorName }: FeedCell): string => `${actorKind}\n${actorName}`;
  return {
    total: countOf(cells, filter),
    actor: {
      person: 0,
      agent: 0,
      job: 0,
      ...Object.fromEntries(tally(without("actor"), ({ actorKind }) => actorKind)),
    },
    name: top(cells, without("name"), nameOf).map(([key, count]) => {
      const [kind = "", name = ""] = key.split("\n");
      return { actor: { kind: kind as FeedCell["actorKind"], name }, count };
    }),
    group: {
      ...NO_GROUPS,
      ...Object.fromEntries(tally(without("kinds"), ({ kind }) => operationGroup(kind))),
    },
    state: {
      undoable: 0,
      undone: 0,
      final: 0,
      ...Object.fromEntries(tally(without("state"), ({ state }) => state)),
    },
    project: top(cells, without("projectIds"), projectOf).flatMap(([id, count]) => {
      const project = projects.get(id);
      return project === undefined ? [] : [{ id, ...project, count }];
    }),
  };
}

function filterOf(app: App, query: OperationFilter): FeedFilter {
  const { actor, name, group, project, state, from, to } = query;
  const kinds = group === undefined ? null : kindsIn(app).filter((kind) => operationGroup(kind) === group);
  return {
    actor,
    name,
    kinds,
    projectIds: projectIdsOf(app, project),
    state,
    above: from === undefined ? 0 : lastIdBefore(app.db, momentOf(from)),
    upTo: to === undefined ? EVERY : lastIdBefore(app.db, momentOf(to) + (isBareDate(to) ? DAY_MS : 0)),
  };
}

const kindsIn = (app: App): string[] => [...new Set(allCells(app).map(({ kind }) => kind))];

const isBareDate = (time: string | number): boolean => typeof time === "string" && /^\d{4}-\d{2}-\d{2}$/.test(time);

/** A bare date begins at midnight of this machine, as people mean it. */
const momentOf = (time: string | number): number =>
  typeof time === "number" ? time : new Date(isBareDate(time) ? `${time}T00:00:00` : time).getTime();

/** Where only times are given, the ids between them say it. */
const totalOf = (app: App, filter: FeedFilter): number =>
  isByTimeAlone(filter) ? countIds(app.db, filter.above, filter.upTo) : countOf(cellsOf(app, filter), filter);

const isByTimeAlone = (filter: FeedFilter): boolean => !isFiltered({ ...filter, above: 0, upTo: EVERY });

const isFiltered = ({ actor, name, kinds, projectIds, state, above, upTo }: FeedFilter): boolean =>
  actor !== undefined ||
  name !== undefined ||
  kinds !== null ||
  projectIds !== null ||
  state !== undefined ||
  above > 0 ||
  upTo !== EVERY;

function idsOf(app: App, filter: FeedFilter, before: number | undefined, limit: number): number[] {
  const bounded = before === undefined ? filter : { ...filter, upTo: Math.min(filter.upTo, before - 1) };
  if (isByTimeAlone(filter)) return feedIds(app.db, bounded, "none", limit);
  const cells = cellsOf(app, filter);
  return countOf(cells, filter) === 0 ? [] : feedIds(app.db, bounded, driverOf(cells, filter), limit);
}

/** The filter that alone leaves fewest rows. */
function driverOf(cells: FeedCell[], filter: FeedFilter): Driver {
  const { actor, kinds, projectIds, state } = filter;
  const any: FeedFilter = { kinds: null, projectIds: null, above: 0, upTo: EVERY };
  const candidates: [Driver, number][] = [["none", countOf(cells, any)]];
  if (kinds !== null) candidates.push(["kinds", countOf(cells, { ...any, kinds })]);
  if (projectIds !== null) candidates.push(["projectIds", countOf(cells, { ...any, projectIds })]);
  if (actor !== undefined) candidates.push(["actor", countOf(cells, { ...any, actor })]);
  if (state === "undone") candidates.push(["state", countOf(cells, { ...any, state })]);
  return candidates.reduce((best, next) => (next[1] < best[1] ? next : best))[0];
}

function fits(cell: FeedCell, { actor, name, kinds, projectIds, state }: FeedFilter): boolean {
  if (actor !== undefined && cell.actorKind !== actor) return false;
  if (name !== undefined && cell.actorName !== name) return false;
  if (kinds !== null && !kinds.includes(cell.kind)) return false;
  if (projectIds !== null && !projectIds.includes(cell.projectId)) return false;
  return state === undefined || cell.state === state;
}

const countOf = (cells: FeedCell[], filter: FeedFilter): number =>
  cells.reduce((sum, cell) => (fits(cell, filter) ? sum + cell.count : sum), 0);

function tally<K>(cells: FeedCell[], keyOf: (cell: FeedCell) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const cell of cells) counts.set(keyOf(cell), (counts.get(keyOf(cell)) ?? 0) + cell.count);
  return counts;
}

/** The values that occur most, each with what the filters leave of it: one that they leave nothing of is still there to be seen. */
function top<K>(cells: FeedCell[], left: FeedCell[], keyOf: (cell: FeedCell) => K): [K, number][] {
  const counts = tally(left, keyOf);
  return [...tally(cells, keyOf)]
    .map(([key, all]): [K, number, number] => [key, counts.get(key) ?? 0, all])
    .sort(([, a, allA], [, b, allB]) => b - a || allB - allA)
    .slice(0, MAX_FACET)
    .map(([key, count]) => [key, count]);
}

interface Known {
  /** Another store, after a backup was restored, has another revision of its settings. */
  revision: number;
  upTo: number;
  cells: FeedCell[];
}

/** Counting two hundred thousand rows takes a tenth of a second: what was counted is kept, and only what came since is read. */
const known = new WeakMap<App, Known>();

function cellsOf(app: App, { above, upTo }: FeedFilter): FeedCell[] {
  return above === 0 && upTo === EVERY
    ? allCells(app)
    : readCells(app.db, above, Math.min(upTo, newestOperation(app.db)));
}

function allCells(app: App): FeedCell[] {
  const upTo = newestOperation(app.db);
  const revision = settingsRevision(app.db);
  const last = known.get(app);
  if (last?.revision === revision && last.upTo === upTo) return last.cells;
  const goesOn = last?.revision === revision && last.upTo < upTo && !changedOlder(app.db, last.upTo, upTo);
  const cells = goesOn ? merge(last.cells, readCells(app.db, last.upTo, upTo)) : readCells(app.db, 0, upTo);
  known.set(app, { revision, upTo, cells });
  return cells;
}

function merge(cells: FeedCell[], more: FeedCell[]): FeedCell[] {
  const nameOf = ({ kind, actorKind, actorName, projectId, state }: FeedCell): string =>
    JSON.stringify([kind, actorKind, actorName, projectId, state]);
  const merged = new Map(cells.map((cell) => [nameOf(cell), cell]));
  for (const cell of more) {
    const same = merged.get(nameOf(cell));
    merged.set(nameOf(cell), same === undefined ? cell : { ...same, count: same.count + cell.count });
  }
  return [...merged.values()];
}
