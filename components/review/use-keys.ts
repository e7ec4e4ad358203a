"use client";
/** The keys of the inbox. They come before those of the console, and leave its sequences (`g m`) alone. */
import { useEffect, useRef } from "react";

const SEQUENCE_MS = 1200;

/** By what the key types; `isHeld`: it is held down. True = it was meant for the inbox. */
export type KeyMap = (key: string, isHeld: boolean) => boolean;

export function useKeys(onKey: KeyMap): void {
  const handler = useRef(onKey);
  useEffect(() => {
    handler.current = onKey;
  }, [onKey]);
  // External system: the document's key events.
  useEffect(() => {
    let sequenceUntil = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      if (document.querySelector("[role=dialog],[role=menu],[role=listbox]") !== null || isTyping(event)) return;
      const inSequence = Date.now() < sequenceUntil;
      sequenceUntil = 0;
      if (event.ctrlKey || event.metaKey) {
        const isUndo = event.key.toLowerCase() === "z" && !event.shiftKey;
        if (isUndo && handler.current("z", event.repeat)) event.preventDefault();
        return;
      }
      if (inSequence) return;
      if (event.key === "g") {
        sequenceUntil = Date.now() + SEQUENCE_MS;
        return;
      }
      if (event.key.startsWith("Arrow") && !isFree(event)) return;
      if (handler.current(event.key, event.repeat)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable=true]") !== null;
}

/** Elsewhere the arrows scroll, or move a separator. */
const isFree = ({ target }: KeyboardEvent): boolean =>
  target === document.body || (target instanceof HTMLElement && target.closest("[data-inbox-list]") !== null);
