"use client";
/** A link that changes some parameters of the view it stands in. Followed while another change is on its way, it builds on that one instead of taking it back. */
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ComponentProps, useEffect } from "react";
import { type Changes, hrefWith } from "../url";
import { forgetWanted, isOnItsWay, nextHref, want } from "../url-params";

interface ChangeLinkProps extends Omit<ComponentProps<typeof Link>, "href" | "onNavigate" | "scroll" | "prefetch"> {
  path: string;
  /** The query string of the page that is shown. */
  search: string;
  changes: Changes;
}

export function ChangeLink({ path, search, changes, replace = false, ...rest }: ChangeLinkProps) {
  const router = useRouter();
  const href = hrefWith(path, search, changes);
  // External system: the address bar. Who goes back to an address goes on from there.
  useEffect(forgetWanted, [search]);
  return (
    <Link
      {...rest}
      href={href}
      replace={replace}
      scroll={false}
      prefetch={false}
      onNavigate={(event) => {
        const shown = `${window.location.pathname}${window.location.search}`;
        if (!isOnItsWay(shown)) return want(shown, href);
        event.preventDefault();
        const next = nextHref(path, shown, changes);
        if (replace) router.replace(next, { scroll: false });
        else router.push(next, { scroll: false });
      }}
    />
  );
}
