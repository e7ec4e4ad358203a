"use client";
/** `#turn-150` alone: a turn that is not on the page is asked for. `?turn=150` alone: the page begins above it, and goes there. */
import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";

/** `target`: id of the element that the query names; null = none. */
export function TurnHash({ target }: { target: string | null }) {
  const router = useRouter();
  const pathname = usePathname();
  // External system: the address bar.
  useEffect(() => {
    const follow = () => {
      const turn = /^#turn-(\d{1,9})$/.exec(location.hash)?.[1];
      if (turn === undefined || document.getElementById(`turn-${turn}`) !== null) return;
      router.replace(`${pathname}?turn=${turn}#turn-${turn}`);
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [router, pathname]);
  useEffect(() => {
    // With a hash too: the router looks for it before the turns have come.
    if (target !== null) goTo(document.getElementById(target));
  }, [target]);
  return null;
}

const ROOM = 48;

/** By its own scroll area alone: `scrollIntoView` would move the frame along. */
function goTo(element: HTMLElement | null): void {
  const area = element?.closest(".scroll-area");
  if (element === null || area == null) return;
  area.scrollTop += element.getBoundingClientRect().top - area.getBoundingClientRect().top - ROOM;
}
