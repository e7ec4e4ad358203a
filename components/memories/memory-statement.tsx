"use client";
/** Key and statement of a memory; a click, or `e`, edits them where they stand. */
import { useTranslations } from "next-intl";
import { Pencil } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { cn } from "@/lib/cn";
import type { Memory } from "@/lib/contract/memory";
import { KeyText } from "../text/stored-text";
import { Button } from "../ui/button";
import { keepDraft, readDraft } from "./kept-draft";
import { TextEditor } from "./text-editor";

type TextField = "key" | "value";
interface Editing {
  field: TextField;
  base: Memory;
  text: string;
}

const NEVER_TOLD = () => () => undefined;
const NOTHING = () => null;

interface MemoryStatementProps {
  memory: Memory;
  /** What else can be done to it, beside Edit. */
  actions: ReactNode;
  /** The statement as it is read, drawn on the server. */
  children: ReactNode;
}

export function MemoryStatement({ memory, actions, children }: MemoryStatementProps) {
  const t = useTranslations("memory");
  const [editing, setEditing] = useState<Editing | null>(null);
  // What the tab kept when the page was left in the middle; the server knows nothing of it.
  const kept = useSyncExternalStore(NEVER_TOLD, () => readDraft(memory.id, "value"), NOTHING);
  const [, redraw] = useState(0);
  // What an earlier version said stays what it said.
  const mayEdit = memory.status !== "superseded";
  const current = editing?.base.id === memory.id && mayEdit ? editing : null;
  const lost = kept === memory.value || !mayEdit ? null : kept;

  const start = (field: TextField, text: string = memory[field]) => setEditing({ field, base: memory, text });
  const write = (text: string) => {
    if (current === null) return;
    setEditing({ ...current, text });
    keepDraft(memory.id, current.field, text === current.base[current.field] ? null : text);
  };
  const close = (given: string | null) => {
    if (current === null) return;
    const { field } = current;
    keepDraft(memory.id, field, null);
    setEditing(null);
    if (given !== null)
      toast(t("editor.left"), { action: { label: t("editor.goOn"), onClick: () => start(field, given) } });
  };

  // External system: the document's key events.
  useEffect(() => {
    if (!mayEdit) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.key !== "e") return;
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      event.preventDefault();
      setEditing({ field: "value", base: memory, text: memory.value });
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [memory, mayEdit]);

  const editor = (field: TextField) =>
    current?.field === field && (
      <TextEditor
        field={field}
        memory={memory}
        base={current.base}
        text={current.text}
        onText={write}
        onClose={close}
      />
    );
  return (
    <div className="min-w-0">
      {editor("key") || (
        <div className="flex min-w-0 items-start gap-1 text-muted">
          <p className="min-w-0 py-1">
            <KeyText text={memory.key} />
          </p>
          {mayEdit && (
            <Button
              look="quiet"
              size="iconSmall"
              aria-label={t("editor.changeKey")}
              title={t("editor.changeKey")}
              data-no-print
              onClick={() => start("key")}
            >
              <Pencil aria-hidden className="size-3.5!" />
            </Button>
          )}
        </div>
      )}
      {editor("value") || (
        <div
          className={cn("-mx-2 mt-1 rounded-control px-2 py-1", mayEdit && "cursor-text hover:bg-hover")}
          {...(mayEdit && {
            title: t("editor.hint"),
            onClick: (event: MouseEvent<HTMLElement>) => {
              if (!isReading(event)) start("value");
            },
          })}
        >
          {children}
        </div>
      )}
      {current === null && lost !== null && (
        <div role="status" className="mt-2 flex flex-wrap items-center gap-2 rounded-control bg-sunken px-3 py-1.5">
          <span className="mr-auto">{t("editor.kept")}</span>
          <Button size="small" onClick={() => start("value", lost)}>
            {t("editor.goOn")}
          </Button>
          <Button
            size="small"
            look="quiet"
            onClick={() => {
              keepDraft(memory.id, "value", null);
              redraw((times) => times + 1);
            }}
          >
            {t("editor.discard")}
          </Button>
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-start gap-2" data-no-print>
        {current === null && mayEdit && (
          <Button look="primary" size="small" aria-keyshortcuts="e" onClick={() => start("value")}>
            <Pencil aria-hidden />
            {t("edit")}
          </Button>
        )}
        {actions}
      </div>
    </div>
  );
}

/** Somebody types elsewhere, or a dialog is open. */
const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable=true]") !== null) ||
  document.querySelector("[role=dialog],[role=menu]") !== null;

/** A click that follows a link, opens a fold or ends a selection edits nothing. */
const isReading = (event: MouseEvent<HTMLElement>): boolean =>
  (event.target as HTMLElement).closest("a, button, summary, [tabindex]") !== null ||
  (window.getSelection()?.toString() ?? "") !== "";
