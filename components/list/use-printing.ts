"use client";
/** Whether the page is being printed: then a virtual list draws all rows that it has. */
import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

function subscribe(changed: () => void): () => void {
  const media = matchMedia("print");
  // Drawn at once: the browser takes its picture when the listeners have returned.
  const now = () => flushSync(changed);
  media.addEventListener("change", now);
  window.addEventListener("beforeprint", now);
  window.addEventListener("afterprint", changed);
  return () => {
    media.removeEventListener("change", now);
    window.removeEventListener("beforeprint", now);
    window.removeEventListener("afterprint", changed);
  };
}

export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia("print").matches,
    () => false,
  );
