"use client";
/** Changes of the address that follow each other faster than pages come: the second one builds on the first. */
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { type Changes, hrefWith, type ReadableParams } from "./url";

interface Wanted {
  /** The address that was shown when it was asked for. */
  from: string;
  href: string;
}

/** The last address that was asked for in this tab; it counts until another one is shown. */
let wanted: Wanted | null = null;

export function forgetWanted(): void {
  wanted = null;
}

/** That address is asked for from now on, in another way than by {@link nextHref}. `shown`: path and query of now. */
export function want(shown: string, href: string): void {
  wanted = { from: shown, href };
}

/** Another address than the one that is shown is on its way. */
export const isOnItsWay = (shown: string): boolean => wanted?.from === shown && wanted.href !== shown;

/** `href` with `changes`, upon the address that is on its way, if one is. `shown`: path and query of now. */
export function nextHref(pathname: string, shown: string, changes: Changes): string {
  const base = wanted?.from === shown ? wanted.href : shown;
  const at = base.indexOf("?");
  const href = hrefWith(pathname, at === -1 ? "" : base.slice(at + 1), changes);
  wanted = { from: shown, href };
  return href;
}

export interface UrlParams {
  /** Those of the page that is shown. */
  params: ReadableParams;
  /** Draws the same view with other parameters; null, undefined and "" remove one. */
  change(changes: Changes): void;
  /** The same, as a step that the browser goes back by. */
  go(changes: Changes): void;
}

export function useUrlParams(): UrlParams {
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const shown = `${pathname}?${params.toString()}`;
  // External system: the address bar. Who goes back to an address goes on from there.
  useEffect(forgetWanted, [shown]);
  const next = (changes: Changes): string =>
    nextHref(pathname, `${window.location.pathname}${window.location.search}`, changes);
  return {
    params,
    change: (changes) => router.replace(next(changes), { scroll: false }),
    go: (changes) => router.push(next(changes)),
  };
}
