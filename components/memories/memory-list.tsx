"use client";
/** The list of memories: a virtual table or cards, the rows that are selected, and what is done to them. */
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { toast } from "sonner";
import type { MemoryFilter, MemoryPage, MemorySort } from "@/lib/contract/memory-list";
import type { ProjectChoice } from "../frame/project-choice";
import { fetchJson, type Fetched } from "../list/fetch-json";
import type { ListPage } from "../list/page-state";
import { nextPages } from "../list/page-size";
import { useSame } from "../list/use-same";
import { type ListHandle, VirtualList } from "../list/virtual-list";
import type { ScoreWeights } from "../search/score-bar";
import { hrefWith } from "../url";
import type { BulkKind } from "./bulk-words";
import { CardRow } from "./card-row";
import { type ListRow, rowKey, rowsOf } from "./list-row";
import { gridOf, HEAD_HEIGHT, type ListView, ROW_HEIGHT } from "./list-view";
import type { RowMenuAt } from "./row-menu";
import { SelectLoaded } from "./select-loaded";
import {
  afterChange,
  emptySelection,
  isSelected,
  selectAll,
  type Selection,
  selectLoaded,
  sizeOf,
  toggle,
  toggleRange,
} from "./selection-state";
import { TableHead } from "./table-head";
import { TableRow } from "./table-row";
import { useFinder } from "./use-finder";

const BulkBar = dynamic(() => import("./bulk-bar").then((module) => module.BulkBar), { ssr: false });
const RowMenu = dynamic(() => import("./row-menu").then((module) => module.RowMenu), { ssr: false });
const BulkDialog = dynamic(() => import("./bulk-dialog").then((module) => module.BulkDialog), { ssr: false });
const DeleteDialog = dynamic(() => import("./delete-dialog").then((module) => module.DeleteDialog), { ssr: false });

interface MemoryListProps {
  page: MemoryPage;
  /** Changes whenever a memory does. */
  version: string;
  filter: MemoryFilter;
  sort: MemorySort;
  order: "asc" | "desc";
  view: ListView;
  /** The query string as it is. */
  search: string;
  /** The memory in the panel. */
  currentId: number | null;
  weights: ScoreWeights;
  projects: ProjectChoice[];
  /** Stands in the bar above the list while nothing is selected. */
  toolbar: ReactNode;
  /** Above the rows, e.g. that half of the search is missing. */
  note: ReactNode;
  /** Instead of rows, where there are none. */
  empty: ReactNode;
}

/** What a dialog is about to do, and to which rows. */
export interface BulkTask {
  kind: BulkKind;
  which: { ids: number[] } | { filter: MemoryFilter; except?: number[] };
  size: number;
}

export function MemoryList(props: MemoryListProps) {
  const { page, version, filter, sort, order, search, currentId, projects, toolbar, note, empty } = props;
  const view = useSame(props.view);
  const weights = useSame(props.weights);
  const t = useTranslations("memories");
  const list = useRef<ListHandle<ListRow>>(null);
  const scope = JSON.stringify(filter);
  const [selection, setSelection] = useState(() => emptySelection(scope));
  const [lost, setLost] = useState(0);
  const [task, setTask] = useState<BulkTask | null>(null);
  const [menu, setMenu] = useState<RowMenuAt | null>(null);

  const items = useMemo(() => rowsOf(page), [page]);
  const total = page.total ?? items.length;
  const size = sizeOf(selection, total);
  // Other filters mean other rows: what was selected is let go, and that is said.
  if (selection.scope !== scope) {
    setSelection(emptySelection(scope));
    setLost(size);
  }
  useEffect(() => {
    if (lost > 0) toast(t("selection.lost", { count: lost }));
  }, [lost, scope, t]);

  const loaded = useCallback((): number[] => (list.current?.rows() ?? []).map(rowKey), []);
  const onToggle = useCallback(
    (id: number, isRange: boolean) =>
      setSelection((now) => (isRange ? toggleRange(now, id, loaded()) : toggle(now, id))),
    [loaded],
  );
  const onMenu = useCallback((id: number, button: HTMLElement) => {
    const memory = list.current?.rows().find((row) => rowKey(row) === id)?.memory;
    if (memory !== undefined) setMenu({ memory, button });
  }, []);
  const fetchPage = useCallback(
    async (cursor: string, loaded: number): Promise<Fetched<ListPage<ListRow>>> => {
      const asked: MemoryFilter = JSON.parse(scope) as MemoryFilter;
      const answer = await fetchJson<MemoryPage>("/api/memories", {
        params: { ...asked, sort, order, cursor, limit: PAGE_SIZE, pages: nextPages(loaded, PAGE_SIZE) },
      });
      if (!answer.ok) return answer;
      return { ok: true, data: { items: rowsOf(answer.data), nextCursor: answer.data.nextCursor } };
    },
    [scope, sort, order],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      setSelection((now) => selectLoaded(now, loaded()));
    }
    if (event.key !== "x" || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = (event.target as Element).closest("[data-index]")?.getAttribute("data-index");
    const item = row === null || row === undefined ? undefined : list.current?.rows()[Number(row)];
    if (item === undefined) return;
    event.preventDefault();
    onToggle(rowKey(item), false);
  };

  const find = useFinder(useSame(page.found?.terms ?? NO_TERMS));
  const closeTask = () => {
    setTask(null);
    // The bar that opened the dialog may be gone with the selection: then the list goes on having the keyboard.
    setTimeout(() => {
      if (document.activeElement === document.body) list.current?.focus();
    }, FOCUS_MS);
  };
  const which = wantedBy(selection, filter);
  const peek = (id: number): string => hrefWith("/memories", search, { peek: id });
  const isTable = view.as === "table";
  const Row = isTable ? TableRow : CardRow;
  const grid = Object.fromEntries(NEEDS.map((need) => [`--c${need}`, gridOf(view, need)])) as CSSProperties;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" style={grid}>
      <div className="@container flex h-10 shrink-0 items-center gap-2 border-b pr-2" data-no-print>
        {items.length > 0 && (
          <SelectLoaded
            size={size}
            isWhole={size > 0 && size >= total}
            onChange={(isOn) => setSelection((now) => (isOn ? selectLoaded(now, loaded()) : emptySelection(scope)))}
          />
        )}
        {size === 0 ? (
          toolbar
        ) : (
          <BulkBar
            size={size}
            total={total}
            left={selection.left}
            onAll={() => setSelection(selectAll)}
            onClear={() => setSelection(emptySelection(scope))}
            onTask={(kind) => setTask({ kind, which, size })}
          />
        )}
      </div>
      {note}
      {items.length === 0 ? (
        empty
      ) : (
        <VirtualList
          ref={list}
          label={t("list")}
          kind={isTable ? "table" : "list"}
          items={items}
          nextCursor={page.nextCursor}
          total={page.total}
          listKey={`${scope}${sort}${order}${view.as}${view.density}`}
          version={version}
          fetchPage={fetchPage}
          getKey={rowKey}
          isEven={isTable}
          estimate={isTable ? ROW_HEIGHT[view.density] : CARD_HEIGHT[view.density]}
          currentKey={currentId}
          className="@container"
          rowsClassName={isTable ? "@min-[52rem]:min-w-max" : undefined}
          {...(isTable
            ? { head: <TableHead view={view} sort={sort} order={order} search={search} />, headHeight: HEAD_HEIGHT }
            : {})}
          onKeyDown={onKeyDown}
          renderRow={(row) => (
            <Row
              row={row}
              view={view}
              href={peek(row.memory.id)}
              find={find}
              weights={weights}
              isCurrent={row.memory.id === currentId}
              inPlace={currentId !== null}
              isSelected={isSelected(selection, row.memory.id)}
              left={selection.left.get(row.memory.id)}
              onToggle={onToggle}
              onMenu={onMenu}
            />
          )}
        />
      )}
      <p role="status" className="sr-only">
        {size > 0 && t("selection.count", { count: size })}
      </p>
      {menu !== null && (
        <RowMenu
          at={{ ...menu, memory: items.find((row) => rowKey(row) === menu.memory.id)?.memory ?? menu.memory }}
          peekHref={peek(menu.memory.id)}
          projects={projects}
          onClose={() => setMenu(null)}
          onDeleteForGood={(memory) => setTask({ kind: "deleteForGood", which: { ids: [memory.id] }, size: 1 })}
        />
      )}
      {task !== null && task.kind === "deleteForGood" && (
        <DeleteDialog task={task} onClose={closeTask} onDone={() => setSelection(emptySelection(scope))} />
      )}
      {task !== null && task.kind !== "deleteForGood" && (
        <BulkDialog
          task={task}
          kind={task.kind}
          projects={projects}
          onClose={closeTask}
          onDone={(result) => setSelection((now) => afterChange(now, result.skipped))}
        />
      )}
    </div>
  );
}

function wantedBy({ isAll, ids, except }: Selection, filter: MemoryFilter): BulkTask["which"] {
  if (!isAll) return { ids: [...ids] };
  return except.size === 0 ? { filter } : { filter, except: [...except] };
}

const NEEDS = [1, 2, 3, 4] as const;
const PAGE_SIZE = 100;
const NO_TERMS: string[] = [];
/** A dialog gives the focus back a moment after it has closed. */
const FOCUS_MS = 50;
const CARD_HEIGHT = { compact: 104, comfortable: 126 } as const;
