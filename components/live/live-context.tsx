"use client";
/** Shares the tab's one live line with every part of the page. */
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { isServerThere } from "./server-there";
import { createLiveStore, INITIAL_LIVE, type LiveSnapshot, type LiveStore } from "./live-store";

const LiveContext = createContext<LiveStore | null>(null);

interface LiveProviderProps {
  /** Id of the last activity that the drawn page may show; null = unknown. */
  after: number | null;
  children: ReactNode;
}

export function LiveProvider({ after, children }: LiveProviderProps) {
  const [store] = useState(() => createLiveStore("/stream?names=native", after === null ? "" : String(after)));
  const router = useRouter();
  // External system: the stream. After a loss the page is drawn anew, since nobody knows what it missed.
  useEffect(
    () =>
      store.onReturn(() => {
        // A server that is shutting down may take a line for its last moment: a refresh would then lead nowhere.
        void isServerThere().then((there) => {
          if (!there) return;
          store.clear();
          router.refresh();
        });
      }),
    [store, router],
  );
  return <LiveContext value={store}>{children}</LiveContext>;
}

export function useLive(): LiveStore {
  const store = useContext(LiveContext);
  if (store === null) throw new Error("useLive needs LiveProvider");
  return store;
}

export function useLiveSnapshot(): LiveSnapshot {
  const store = useLive();
  return useSyncExternalStore(store.subscribe, store.read, () => INITIAL_LIVE);
}
