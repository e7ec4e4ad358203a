"use client";
/** The keyboard: one listener on the document, for every view. */
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { useChange } from "../change/change-context";
import { markStep } from "../list/places";
import { moveInList } from "../list/row-moves";
import { viewHref } from "../url";
import { VIEWS } from "./views";

const SEQUENCE_MS = 1200;
const FOLLOW_MS = 90;

export function KeyboardKeys({ onShow }: { onShow: (overlay: "palette" | "keys") => void }) {
  const router = useRouter();
  const project = useSearchParams().get("project");
  const change = useChange();
  const sequenceUntil = useRef(0);
  const follow = useRef<ReturnType<typeof setTimeout>>(undefined);

  // External system: the document's key events.
  useEffect(() => {
    const go = (key: string): boolean => {
      const view = VIEWS.find((entry) => entry.key === key);
      if (view !== undefined) router.push(viewHref(view.path, project));
      return view !== undefined;
    };
    const chord = (event: KeyboardEvent): boolean => {
      const key = event.key.toLowerCase();
      if (key === "k") onShow("palette");
      else if (key === "z" && !event.shiftKey && !isTyping(event)) void change.undoLast();
      else return false;
      return true;
    };
    const single = (event: KeyboardEvent): boolean => {
      const inSequence = Date.now() < sequenceUntil.current;
      sequenceUntil.current = 0;
      if (inSequence && go(event.key)) return true;
      switch (event.key) {
        case "g":
          sequenceUntil.current = Date.now() + SEQUENCE_MS;
          return true;
        case "j":
        case "k": {
          const moved = moveRow(event.key === "j" ? 1 : -1);
          // While the key is held down, the rows fly past: only the one it stops at is opened.
          clearTimeout(follow.current);
          follow.current = setTimeout(followRow, FOLLOW_MS);
          return moved;
        }
        case "/":
          if (!focusSearch()) router.push(viewHref("/search", project));
          return true;
        case "?":
          onShow("keys");
          return true;
        case "Escape":
          return closePanel();
        default:
          return false;
      }
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const isChord = (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isChord && event.key === "Escape" && isTyping(event)) {
        const field = event.target as HTMLElement;
        field.blur();
        // A browser would empty the box, and the list with it.
        if (field.matches("[data-search]")) event.preventDefault();
        return;
      }
      if (!isChord && (event.ctrlKey || event.metaKey || event.altKey || isTyping(event))) return;
      if (document.querySelector("[role=dialog],[role=menu]") !== null) return;
      if (isChord ? chord(event) : single(event)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router, project, change, onShow]);
  // External system: the browser's back and forward, after which lists go on where they were left.
  useEffect(() => {
    window.addEventListener("popstate", markStep);
    return () => window.removeEventListener("popstate", markStep);
  }, []);
  return null;
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable=true]") !== null;
}

function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>("input[data-search]");
  box?.focus();
  box?.select();
  return box !== null;
}

/** Moves the focus by a row. */
function moveRow(step: 1 | -1): boolean {
  if (moveInList(step)) return true;
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  if (rows.length === 0) return false;
  const focused = rows.findIndex((row) => row === document.activeElement);
  const current = focused >= 0 ? focused : rows.findIndex((row) => row.getAttribute("aria-current") === "true");
  const next =
    rows[current < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, current + step))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return true;
}

/** With the panel open, the panel shows the row that has the focus. */
function followRow(): void {
  const row = document.activeElement;
  if (!(row instanceof HTMLElement) || !row.matches("[data-row]") || row.getAttribute("aria-current") === "true")
    return;
  // A row that opens a page of its own would take the list away.
  if (row.dataset["row"] === "page") return;
  if (document.querySelector("[data-close-panel]") !== null) row.click();
}

/** Closes the panel and gives the focus back to its row. */
function closePanel(): boolean {
  const close = document.querySelector<HTMLElement>("[data-close-panel]");
  if (close === null) return false;
  if (!moveInList(0)) document.querySelector<HTMLElement>("[data-row][aria-current=true]")?.focus();
  close.click();
  return true;
}
