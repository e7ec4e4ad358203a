"use client";
/** The inbox at work: decisions go out one after the other, the next item is there at once, and what failed comes back. */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { decide as decideItems, itemNow, morePages } from "@/app/review/actions";
import type { ReviewItem, ReviewKind, ReviewPage } from "@/lib/contract/review";
import type { ReviewDecision } from "@/lib/contract/review-decide";
import type { MemoryPatch } from "@/lib/contract/memory";
import { useChange } from "../change/change-context";
import type { ActionResult, ShownError } from "../change/result";
import { useDoneWords } from "./words";
import {
  begin,
  currentOf,
  indexOf,
  type InboxState,
  moved,
  putBack,
  putNext,
  selected,
  take,
  type Taken,
  withMore,
} from "./inbox-state";
import { idOf, keyOf, leavingOf } from "./item";

export const PAGE_SIZE = 100;
const NEAR_END = 20;
/** Without a key for so long the rest of the page is drawn anew: the badge of the rail, and what is new. */
const QUIET_MS = 1_200;

/** What changed underneath a decision: what was shown, and what is there now (null = it waits no more). */
export interface Overtaken {
  before: ReviewItem;
  now: ReviewItem | null;
  status: string | null;
}

interface Options {
  page: ReviewPage;
  query: { kind?: ReviewKind | "quarantined" | undefined; project?: string | undefined };
  at: string | null;
}

const isConflict = (error: ShownError): boolean => error.code === "conflict" || error.code === "not_found";

export function useInbox({ page, query, at }: Options) {
  const t = useTranslations("review");
  const done = useDoneWords();
  const change = useChange();
  const router = useRouter();
  const [state, setState] = useState(() => begin(page, at));
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const [said, setSaid] = useState("");
  /** As of the last key, also before it is drawn. */
  const latest = useRef(state);
  const shown = useRef(state.current);
  const lastDecision = useRef(new Map<ReviewKind, ReviewDecision>());
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  /** Counts what was decided or taken back here. */
  const epoch = useRef(0);
  const isLoading = useRef(false);
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined);

  const set = useCallback((next: InboxState) => {
    latest.current = next;
    setState(next);
  }, []);

  // What stands on the page is what a key means.
  useEffect(() => {
    shown.current = state.current;
  }, [state.current]);

  /** What was counted before is old; when all is quiet it is counted anew. */
  const touch = useCallback(() => {
    epoch.current += 1;
    clearTimeout(quiet.current);
    if (waiting.current === 0) quiet.current = setTimeout(() => router.refresh(), QUIET_MS);
  }, [router]);

  /** One after the other, in the order of the keys. */
  const inLine = useCallback(
    <T>(work: () => Promise<T>): Promise<T> => {
      waiting.current += 1;
      touch();
      const run = line.current.then(work);
      line.current = run
        .catch(() => undefined)
        .then(() => {
          waiting.current -= 1;
          touch();
        });
      return run;
    },
    [touch],
  );

  const loadMore = useCallback(async () => {
    const { cursor } = latest.current;
    if (cursor === null || isLoading.current) return;
    isLoading.current = true;
    const more = await morePages({ ...query, limit: PAGE_SIZE, cursor });
    isLoading.current = false;
    if (more.ok) set(withMore(latest.current, more.data, true));
  }, [query, set]);

  const left = state.items.length - indexOf(state, state.current);
  // External system: the server, asked when the end comes near.
  useEffect(() => {
    if (state.cursor !== null && left < NEAR_END) void loadMore();
  }, [left, state.cursor, loadMore]);

  /** What is new goes to the end. An answer that something was decided meanwhile is old, and another one comes. */
  const catchUp = useCallback(async () => {
    const began = epoch.current;
    const fresh = await morePages({ ...query, limit: PAGE_SIZE });
    if (!fresh.ok || began !== epoch.current || waiting.current > 0) return;
    set(withMore(latest.current, fresh.data, false));
  }, [query, set]);
  const drawn = useRef(page);
  // External system: the server, which drew the page anew.
  useEffect(() => {
    if (drawn.current === page) return;
    drawn.current = page;
    void catchUp();
  }, [page, catchUp]);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);
  useEffect(() => () => clearTimeout(quiet.current), []);

  const restore = useCallback(
    async ({ entries }: Taken) => {
      touch();
      const fresh = await Promise.all(
        entries.map(async ({ item, index }) => {
          const now = await itemNow({ kind: item.kind, id: idOf(item) });
          return now.ok && now.data.item !== null ? [{ item: now.data.item, index }] : [];
        }),
      );
      const back = fresh.flat();
      if (back.length === 0) return;
      set(putBack(latest.current, { entries: back }, true));
      setSaid(t("said.undone"));
      touch();
    },
    [set, t, touch],
  );

  const reload = useCallback(async () => {
    const fresh = await morePages({ ...query, limit: PAGE_SIZE });
    if (fresh.ok) set(begin(fresh.data, latest.current.current));
  }, [query, set]);

  const tellOvertaken = useCallback(
    async (before: ReviewItem) => {
      const now = await itemNow({ kind: before.kind, id: idOf(before) });
      if (!now.ok) return;
      const { item, memory } = now.data;
      if (item !== null) set(putNext(latest.current, item));
      setOvertaken({ before, now: item, status: memory?.status ?? null });
      setSaid(t(item === null ? "overtaken.goneTitle" : "overtaken.title"));
    },
    [set, t],
  );

  /** Decides what is open; ignored while another item than the one on the page would be meant. */
  const decide = useCallback(
    (decision: Exclude<ReviewDecision, "edit">) => {
      const item = currentOf(latest.current);
      if (item === null || shown.current !== keyOf(item)) return;
      const [next, taken] = take(latest.current, keyOf(item), leavingOf(item, decision));
      lastDecision.current.set(item.kind, decision);
      set(next);
      setSaid(done(decision));
      void inLine(async () => {
        const result = await change.run(
          () => decideItems({ decision, items: [refOf(item)] }),
          done(decision),
          isConflict,
          () => void restore(taken),
        );
        if (result.ok) return;
        const others = { entries: taken.entries.filter((entry) => entry.item !== item) };
        if (isConflict(result.error)) {
          set(putBack(latest.current, others, false));
          await tellOvertaken(item);
        } else {
          set(putBack(latest.current, taken, false));
          setSaid(t("said.failed"));
        }
      });
    },
    [change, done, inLine, restore, set, t, tellOvertaken],
  );

  /** Waits for the answer: a text that does not pass stays in the form. */
  const edit = useCallback(
    (item: ReviewItem, patch: Pick<MemoryPatch, "key" | "value">): Promise<ActionResult<unknown>> =>
      inLine(async () => {
        let taken: Taken = { entries: [] };
        const result = await change.run(
          () => decideItems({ decision: "edit", items: [refOf(item)], patch }),
          done("edit"),
          () => true,
          () => void restore(taken),
        );
        if (result.ok) {
          const [next, out] = take(latest.current, keyOf(item), leavingOf(item, "edit"));
          taken = out;
          set(next);
          setSaid(done("edit"));
        } else if (isConflict(result.error)) {
          const [next] = take(latest.current, keyOf(item), []);
          set(next);
          await tellOvertaken(item);
        }
        return result;
      }),
    [change, done, inLine, restore, set, tellOvertaken],
  );

  return {
    state,
    said,
    overtaken,
    lastDecisionOf: useCallback((kind: ReviewKind): ReviewDecision => lastDecision.current.get(kind) ?? "keep", []),
    dismiss: useCallback(() => setOvertaken(null), []),
    move: useCallback((step: 1 | -1) => set(moved(latest.current, step)), [set]),
    select: useCallback((key: string) => set(selected(latest.current, key)), [set]),
    decide,
    edit,
    reload,
    undo: useCallback(() => void inLine(() => change.undoLast()), [change, inLine]),
  };
}

const refOf = (item: ReviewItem) => ({ kind: item.kind, id: idOf(item), seen: item.seen });

export type Inbox = ReturnType<typeof useInbox>;
