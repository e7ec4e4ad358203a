"use client";
/** The review inbox: what is left on one side, one item in full on the other, and a key for each thing that can be said. */
import { useTranslations } from "next-intl";
import { CircleHelp, Undo2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import type { ReviewKind, ReviewPage } from "@/lib/contract/review";
import type { ReviewDecision } from "@/lib/contract/review-decide";
import { LivePill } from "../live/live-pill";
import { useNumbers } from "../numbers";
import { EmptyState } from "../states/states";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { PageHeader, ScrollArea } from "../ui/page";
import { Choices } from "./choices";
import { currentOf, indexOf } from "./inbox-state";
import { InboxList } from "./inbox-list";
import { decisionsOf, keyOf, KINDS } from "./item";
import { ItemDetail } from "./item-detail";
import { KindFilter } from "./kind-filter";
import { OvertakenNote } from "./overtaken-note";
import { useInbox } from "./use-inbox";
import { useKeys } from "./use-keys";
import { DECISION_KEYS, KEYS } from "./words";

const EditForm = dynamic(() => import("./edit-form").then((module) => module.EditForm));
const HelpDialog = dynamic(() => import("./help-dialog").then((module) => module.HelpDialog));
const LikeDialog = dynamic(() => import("./like-dialog").then((module) => module.LikeDialog));

interface InboxProps {
  page: ReviewPage;
  kind: ReviewKind | "quarantined" | undefined;
  project: string | undefined;
  /** Key of the item to open. */
  at: string | null;
}

const ADDRESS_MS = 300;

export function Inbox({ page, kind, project, at }: InboxProps) {
  const t = useTranslations("review");
  const numbers = useNumbers();
  const [query] = useState({ ...(kind === undefined ? {} : { kind }), ...(project === undefined ? {} : { project }) });
  const inbox = useInbox({ page, query, at });
  const { state } = inbox;
  const openKey = state.current;
  const [overlay, setOverlay] = useState<"help" | "like" | null>(null);
  /** Key of the item that is edited. */
  const [editing, setEditing] = useState<string | null>(null);
  const item = currentOf(state);
  const isEditing = item !== null && editing === keyOf(item);
  const others = item === null ? 0 : (state.counts[item.kind] ?? 1) - 1;
  const total = KINDS.reduce((sum, one) => sum + (state.counts[one] ?? 0), 0);
  const shownTotal =
    kind === undefined ? total : kind === "quarantined" ? state.items.length : (state.counts[kind] ?? 0);

  const choose = (decision: ReviewDecision) => {
    if (item === null) return;
    if (decision === "edit") setEditing(keyOf(item));
    else inbox.decide(decision);
  };
  const closeForm = () => {
    setEditing(null);
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>("[data-inbox-list] [aria-current=true]")?.focus({ preventScroll: true }),
    );
  };
  const showChanged = (key: string) => {
    inbox.select(key);
    inbox.dismiss();
  };
  useKeys((key, isHeld) => {
    if (key === "j" || key === "ArrowDown") inbox.move(1);
    else if (key === "k" || key === "ArrowUp") inbox.move(-1);
    else if (key === "?") setOverlay("help");
    else if (key === "z") {
      if (!isHeld) inbox.undo();
    } else if (key === "A") {
      if (item !== null && others > 0) setOverlay("like");
    } else if (key === "c") {
      if (inbox.overtaken !== null && inbox.overtaken.now !== null) showChanged(keyOf(inbox.overtaken.now));
    } else {
      const decision = item === null ? undefined : decisionsOf(item).find((one) => DECISION_KEYS[one] === key);
      // A key that says nothing about this item says nothing at all, rather than what it says elsewhere.
      if (decision === undefined) return Object.values(DECISION_KEYS).includes(key);
      if (!isHeld) choose(decision);
    }
    return true;
  });

  // External system: the address, which a person may copy at any moment; not at each of the keys that are held down.
  useEffect(() => {
    const timer = setTimeout(() => {
      const url = new URL(location.href);
      if (openKey === null) url.searchParams.delete("at");
      else url.searchParams.set("at", openKey);
      // Not by way of the router, which would give up a view that it is on its way to; drawn anew it forgets the address.
      if (url.href !== location.href) History.prototype.replaceState.call(history, history.state, "", url);
    }, ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [openKey, page]);

  return (
    <>
      <PageHeader title={t("title")} count={numbers.count(total)} countLabel={t("left", { count: total })}>
        <LivePill topic="memories" />
        <Button size="small" look="quiet" onClick={inbox.undo} aria-keyshortcuts="z">
          <Undo2 aria-hidden />
          {t("undo")}
          <span aria-hidden className="hidden sm:inline">
            <Kbd>{KEYS.undo}</Kbd>
          </span>
        </Button>
        <Button size="small" look="quiet" onClick={() => setOverlay("help")} aria-keyshortcuts="?">
          <CircleHelp aria-hidden />
          {t("help")}
        </Button>
      </PageHeader>
      <KindFilter counts={state.counts} kind={kind} project={project} />
      <p role="status" aria-live="polite" className="sr-only">
        {inbox.said}
      </p>
      {item === null ? (
        <ScrollArea label={t("title")} className="p-4">
          {inbox.overtaken !== null && (
            <OvertakenNote overtaken={inbox.overtaken} onShow={showChanged} onDismiss={inbox.dismiss} />
          )}
          <EmptyState
            title={t(kind === undefined || total === 0 ? "empty.title" : "empty.kindTitle")}
            text={t(kind === undefined || total === 0 ? "empty.text" : "empty.kindText")}
          >
            <span />
          </EmptyState>
        </ScrollArea>
      ) : (
        <div className="flex min-h-0 min-w-0 flex-1 flex-col md:flex-row">
          <InboxList items={state.items} current={state.current} total={shownTotal} onSelect={inbox.select} />
          <ScrollArea label={t("item")} className="p-4">
            {inbox.overtaken !== null && (
              <OvertakenNote overtaken={inbox.overtaken} onShow={showChanged} onDismiss={inbox.dismiss} />
            )}
            <ItemDetail
              item={item}
              heading={t("place", { index: indexOf(state, state.current) + 1, count: shownTotal })}
            />
            {isEditing ? (
              <EditForm key={keyOf(item)} item={item} onSave={(patch) => inbox.edit(item, patch)} onClose={closeForm} />
            ) : (
              <Choices item={item} onChoose={choose} />
            )}
            {others > 0 && !isEditing && (
              <Button className="mt-3" size="small" onClick={() => setOverlay("like")} aria-keyshortcuts="Shift+A">
                <span aria-hidden>
                  <Kbd>{KEYS.like}</Kbd>
                </span>
                {t("like.open", { count: others })}
              </Button>
            )}
          </ScrollArea>
        </div>
      )}
      {overlay === "help" && <HelpDialog onClose={() => setOverlay(null)} />}
      {overlay === "like" && item !== null && (
        <LikeDialog
          item={item}
          project={project}
          decision={inbox.lastDecisionOf(item.kind)}
          onClose={() => setOverlay(null)}
          onDone={() => void inbox.reload()}
        />
      )}
    </>
  );
}
